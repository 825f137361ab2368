import type { Scores } from '../../types.ts';

/** About so many of the lowest scores of a run are looked at, all rows of each. */
const LOOKED_AT = 1000;

/** So many rows say which scores these are. */
const MOST_SORTED = 100_000;

/**
 * Says that the rows of runs are written several times over, where every score stands, with its truth, a
 * multiple of t times; null where that is not so, or happens to independent canaries with a probability of
 * `chance` or more.
 *
 * If canaries are independent and alike, the rows of a score are nearly a Poisson number, and if there are
 * any, they are a multiple of t with a probability of at most 1/2, whatever t >= 2: of n numbers all are with
 * at most 2^-n, or 2^(1-n) given their sum. A larger t is rarer still, and all together add a thousandth.
 *
 * @example
 * const scores = Float64Array.from({ length: 200 }, (_, i) => Math.sqrt(i >> 1));
 * const included = Uint8Array.from(scores, (_, i) => (i >> 2) & 1);
 * const found = repeatedRows([{ kind: 'membership', scores, included }]); // every row stands twice
 */
export function repeatedRows(runs: readonly Scores[], chance = 1e-6): string | null {
  let times = 0;
  let free = 0;
  for (const scores of runs) {
    const counts = countRows(scores);
    const least = areNumbered([...counts.keys()].sort((a, b) => a - b)) ? 0 : 1;
    for (const byTruth of counts.values()) {
      for (const count of byTruth.values()) times = greatestCommonDivisor(count, times);
      // The rows of a score may be a fixed number; then those of all truths but one decide about the last.
      free += Math.max(least, byTruth.size - 1);
    }
    if (times === 1) return null;
  }
  if (times < 2 || 2 ** (1 - free) >= chance) return null;
  return `every score stands, with its truth, ${times} times or a multiple of that`;
}

/** For each score that is looked at, its rows by truth. */
function countRows(scores: Scores): Map<number, Map<number, number>> {
  const [values, truths] =
    scores.kind === 'membership'
      ? [scores.scores, scores.included]
      : [scores.confidence ?? scores.guesses, scores.truth];
  const highest = highestLookedAt(values);
  const counts = new Map<number, Map<number, number>>();
  for (let row = 0; row < values.length; row++) {
    if (values[row] > highest) continue;
    const known = counts.get(values[row]);
    const byTruth = known ?? new Map<number, number>();
    if (known === undefined) counts.set(values[row], byTruth);
    byTruth.set(truths[row], (byTruth.get(truths[row]) ?? 0) + 1);
  }
  return counts;
}

/** The score below which so many different ones lie, or of a large file so many of some of its rows. */
function highestLookedAt(values: ArrayLike<number>): number {
  const step = Math.ceil(values.length / MOST_SORTED);
  const length = Math.ceil(values.length / step);
  const sorted = Float64Array.from({ length }, (_, i) => values[i * step]).sort();
  let different = 1;
  for (let i = 1; i < length; i++)
    if (sorted[i] !== sorted[i - 1] && ++different > LOOKED_AT) return sorted[i - 1];
  return Infinity;
}

/** Whether rising values are evenly spaced: classes of one size have such numbers, and all as many rows. */
function areNumbered(values: readonly number[]): boolean {
  const step = (values[values.length - 1] - values[0]) / (values.length - 1);
  return values.every((value, i) => Math.abs(value - values[0] - i * step) <= 1e-3 * step);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
