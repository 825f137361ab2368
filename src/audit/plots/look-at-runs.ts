import type { MembershipScores } from '../../types.ts';
import type { Asked } from '../asked.ts';
import { attackNumbers } from '../attack/numbers.ts';
import { MANY_CANARIES, scoreGroups } from '../attack/score-groups.ts';
import { type SortedScores, sortScores } from '../attack/sorted-scores.ts';
import type { AttackNumbers } from '../records.ts';
import type { AuditRun } from '../runs/plain.ts';
import { type CanaryField, canaryField, type FieldSize, USUAL_FIELD } from './canary-field.ts';
import type { RunPlots } from './plot-data.ts';
import { histogram, roc } from './score-plots.ts';

/** So many runs are drawn at most. */
const DRAWN = 200;
/** So many of them with their canaries. */
const FIELDS = 40;

/** What can be seen of one run's scores with the truth at hand; null where the data do not show it. */
export interface RunLook {
  readonly numbers: AttackNumbers | null;
  readonly plots: RunPlots | null;
  /** Of the first runs. */
  readonly field: CanaryField | null;
}

/** Looks at all runs, the scores of each sorted at most once; `budgets` are numbers of guesses. */
export function lookAtRuns(
  runs: readonly AuditRun[],
  { given, lowerIsIn }: Asked,
  budgets: readonly number[],
): RunLook[] {
  const size = fieldSize(Math.min(FIELDS, runs.length));
  return runs.map(({ scores }, i) => {
    const isField = given.plots !== false && i < FIELDS;
    const drawn = given.plots !== false && i < DRAWN;
    const isSorted = scores.kind === 'membership' && (drawn || scores.scores.length <= MANY_CANARIES);
    const sorted = isSorted ? sortScores(scores, lowerIsIn) : null;
    const stops = stopsOf(scores, budgets);
    const field = isField ? canaryField(scores, i + 1, lowerIsIn, { ...size, stops }, sorted) : null;
    if (scores.kind !== 'membership') return { numbers: null, plots: null, field };
    const place = drawn ? { run: i + 1, runs: runs.length } : null;
    return { ...lookAtRun(scores, lowerIsIn, place, sorted), field };
  });
}

/** Where so many guesses cut the ranking, on one side or on both. */
function stopsOf(scores: AuditRun['scores'], budgets: readonly number[]): number[] {
  const m = scores.kind === 'membership' ? scores.scores.length : scores.truth.length;
  return budgets.flatMap((g) => [g, m - g, Math.ceil(g / 2), m - Math.floor(g / 2)]);
}

/** Of several runs each is drawn with fewer dots, which keeps the page small. */
function fieldSize(runs: number): FieldSize {
  const all = Math.max(300, Math.floor(USUAL_FIELD.all / runs));
  return { all, end: Math.floor(all / 4) };
}

function lookAtRun(
  scores: MembershipScores,
  lowerIsIn: boolean,
  drawn: { readonly run: number; readonly runs: number } | null,
  sorted: SortedScores | null,
): Omit<RunLook, 'field'> {
  const groups = scoreGroups(scores, lowerIsIn, sorted ?? undefined);
  if (groups === null) return { numbers: null, plots: null };
  const numbers = attackNumbers(groups);
  if (drawn === null || sorted === null) return { numbers, plots: null };
  const { run, runs } = drawn;
  // Of many runs each is drawn with fewer points, which keeps the page small.
  const points = Math.max(24, Math.round(200 / Math.sqrt(runs)));
  const plots = { run, histogram: histogram(sorted, lowerIsIn), roc: roc(sorted, points) };
  return { numbers, plots };
}
