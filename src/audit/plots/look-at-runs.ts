import type { MembershipScores } from '../../types.ts';
import type { Asked } from '../asked.ts';
import { type AttackNumbers, attackNumbers } from '../attack/numbers.ts';
import { MANY_CANARIES, scoreGroups } from '../attack/score-groups.ts';
import { type SortedScores, sortScores } from '../attack/sorted-scores.ts';
import type { AuditRun } from '../runs/plain.ts';
import type { RunPlots } from './plot-data.ts';
import { histogram, roc } from './score-plots.ts';

/** So many runs are drawn at most. */
const DRAWN = 200;

/** What can be seen of one run's scores with the truth at hand; null where the data do not show it. */
export interface RunLook {
  readonly numbers: AttackNumbers | null;
  readonly plots: RunPlots | null;
  /** Of a single run that is plotted. */
  readonly sorted: SortedScores | null;
}

/** Looks at all runs, the scores of each sorted at most once. */
export function lookAtRuns(runs: readonly AuditRun[], { given, lowerIsIn }: Asked): RunLook[] {
  return runs.map(({ scores }, i) => {
    if (scores.kind !== 'membership') return { numbers: null, plots: null, sorted: null };
    const drawn = given.plots !== false && i < DRAWN;
    return lookAtRun(scores, lowerIsIn, drawn ? { run: i + 1, runs: runs.length } : null);
  });
}

function lookAtRun(
  scores: MembershipScores,
  lowerIsIn: boolean,
  drawn: { readonly run: number; readonly runs: number } | null,
): RunLook {
  const isSorted = drawn !== null || scores.scores.length <= MANY_CANARIES;
  const sorted = isSorted ? sortScores(scores, lowerIsIn) : undefined;
  const groups = scoreGroups(scores, lowerIsIn, sorted);
  if (groups === null) return { numbers: null, plots: null, sorted: null };
  const numbers = attackNumbers(groups);
  if (drawn === null || sorted === undefined) return { numbers, plots: null, sorted: null };
  const { run, runs } = drawn;
  // Of many runs each is drawn with fewer points, which keeps the page small.
  const points = Math.max(24, Math.round(200 / Math.sqrt(runs)));
  const plots = { run, histogram: histogram(sorted, lowerIsIn), roc: roc(sorted, points) };
  return { numbers, plots, sorted: runs === 1 ? sorted : null };
}
