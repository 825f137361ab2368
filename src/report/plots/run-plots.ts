import type { AuditResult, RunPlots } from '../../audit/index.ts';
import { formatCount } from '../words/format.ts';
import { runLabel } from '../words/run-label.ts';
import { shortClaim } from '../words/short-claim.ts';
import { PICTURED_RUNS } from './audit-plot-names.ts';
import { bestInWords, DESCRIBES, rocPanel } from './roc-plot.ts';
import { hatchDefinition, scoreKeys, scoresInWords, scoresPanel } from './scores-plot.ts';
import type { PlotDocument } from './sheet/document.ts';
import { type Picture, stackedPicture } from './sheet/frame.ts';
import { BAND, CLAIM, SEEN } from './sheet/palette.ts';

const SCORES_HEIGHT = 240;
const ROC_HEIGHT = 340;
const GAP = 14;

/** Of several runs, a small picture of each of the first: its counts, its scores and its errors. */
export function runPlots(result: AuditResult, document: PlotDocument): Picture[] {
  if (result.runs.length < 2) return [];
  return result.plots.runs
    .filter(({ run }) => run <= PICTURED_RUNS)
    .map((plots) => runPlot(plots, result, document));
}

function runPlot(plots: RunPlots, result: AuditResult, document: PlotDocument): Picture {
  const { claimed } = result.plots;
  const { run, histogram } = plots;
  const hatch = `onerun-hatch-${run}`;
  const title = `Run ${runLabel(result, run - 1)}: ${countsOf(result, run)}`;
  const alt = `Scores above, errors below. ${scoresInWords(histogram)} ${bestInWords(result, [plots])}. ${DESCRIBES}`;
  return {
    ...stackedPicture(
      { name: `run-${run}`, title, alt },
      [
        { drawn: scoresPanel(histogram, document, SCORES_HEIGHT, hatch), height: SCORES_HEIGHT + GAP },
        { drawn: rocPanel([plots], claimed, document, ROC_HEIGHT), height: ROC_HEIGHT },
      ],
      {
        keys: [
          ...scoreKeys(histogram, hatch),
          { text: 'attack; 95% band if canaries do not interact', colour: SEEN, fill: BAND },
          ...(claimed === null
            ? []
            : [{ text: `no attack below: ${shortClaim(result.claim)}`, colour: CLAIM, dash: '8 4' }]),
        ],
        lines: [DESCRIBES],
        definitions: hatchDefinition(hatch),
      },
    ),
    small: true,
  };
}

function countsOf({ runs, joint }: AuditResult, run: number): string {
  const [{ guesses, correct }] = runs[run - 1].observations;
  const counts = `${formatCount(correct)} of ${formatCount(guesses)} right`;
  if (joint === null) return counts;
  return `${counts}, ${correct >= joint.atLeast ? 'reached' : 'not'} ${formatCount(joint.atLeast)}`;
}
