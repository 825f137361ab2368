/**
 * The live figure of an audit: every canary on the score axis, a pair of cuts, and what they come to.
 */

export { largestProved } from '../audit/index.ts';
export { barGroupsHeight, comparedBars } from './compare/bar-groups.ts';
export { compareCommands } from './compare/compare-commands.ts';
export { compareData } from './compare/compare-data.ts';
export { compareSvg } from './compare/compare-svg.ts';
export { COMPARE_COLUMNS, compareCsv, compareRows, SHORT_MODE } from './compare/compare-table.ts';
export { comparedCurves } from './compare/curves.ts';
export {
  COMPARED_FIELD,
  comparedField,
  haveScoresAlike,
  type SharedAxis,
  sharedAxis,
} from './compare/fields.ts';
export { stateMark } from './compare/marks.ts';
export { stateLetter } from './compare/pinned.ts';
export { comparedTally, tallyRowsHeight } from './compare/tally-rows.ts';
export { type CountsToShow, fieldOfCounts } from './counts-field.ts';
export { type Cuts, countsAt, cutsOfGuesses, observationOfCuts } from './cuts.ts';
export { benchAnswers } from './engine/answers.ts';
export { type BestCuts, type BestCutsAsked, bestCuts } from './engine/best-cuts.ts';
export { benchEngine } from './engine/client.ts';
export { drawGame, playGames } from './engine/games.ts';
export { benchServer } from './engine/serve.ts';
export { BenchFigure } from './figure.ts';
export { EvidenceFigure } from './ledger/evidence-figure.ts';
export { EVIDENCE_CSS } from './ledger/evidence-style.ts';
export { madeUpField, madeUpSource, sourceOfScores } from './made-up.ts';
export type {
  BenchAnswer,
  BenchEngine,
  BenchQuestion,
  GamesPlayed,
} from './question.ts';
export { auditHtml } from './report/audit-html.ts';
export { RunsFigure } from './runs/runs-figure.ts';
export { sourceOfOneRun, sourceOfRuns } from './runs/runs-source.ts';
export { RUNS_CSS } from './runs/runs-style.ts';
export { type BenchSource, sourceOfAudit, usualTruths } from './source.ts';
export {
  type BenchState,
  claimedBeta,
  firstState,
  isCurrent,
  modeOf,
  questionOf,
  shownObservation,
} from './state.ts';
export { BENCH_CSS, COMPARE_CSS } from './style.ts';
export { citations } from './take/citation.ts';
export { csvTable } from './take/csv.ts';
export { evidenceCsv, evidenceSvg } from './take/evidence-take.ts';
export { figureCommand } from './take/figure-command.ts';
export { figureCsv } from './take/figure-csv.ts';
export { figureSvg } from './take/figure-svg.ts';
export { cutsInView, type FigureView, lateText, stateInView, viewOf, viewText } from './take/figure-view.ts';
export { runsCsv, runsSvg } from './take/runs-take.ts';
export { standing } from './words.ts';
