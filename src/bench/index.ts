/**
 * The live figure of an audit: every canary on the score axis, a pair of cuts, and what they come to.
 */

export { largestProved } from '../audit/index.ts';
export { type CountsToShow, fieldOfCounts } from './counts-field.ts';
export { type Cuts, countsAt, cutsOfGuesses, observationOfCuts } from './cuts.ts';
export { SMALL_FIELD, smallField } from './draw/small-field.ts';
export { type BestCuts, type BestCutsAsked, bestCuts } from './engine/best-cuts.ts';
export { benchEngine } from './engine/client.ts';
export { drawGame, playGames } from './engine/games.ts';
export { benchServer } from './engine/serve.ts';
export { BenchFigure } from './figure.ts';
export { madeUpField, madeUpSource, sourceOfScores } from './made-up.ts';
export type {
  BenchAnswer,
  BenchEngine,
  BenchQuestion,
  GamesPlayed,
} from './question.ts';
export { auditHtml } from './report/audit-html.ts';
export { runsMarkup } from './runs/runs-markup.ts';
export { sourceOfRuns } from './runs/runs-source.ts';
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
  withCuts,
} from './state.ts';
export { BENCH_CSS } from './style.ts';
export { figureCommand } from './take/figure-command.ts';
export { figureSvg } from './take/figure-svg.ts';
export { cutsInView, type FigureView, viewOf, viewText } from './take/figure-view.ts';
export { standing } from './words.ts';
