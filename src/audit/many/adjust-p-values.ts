import type { Correction } from '../../corrections.ts';
import { roundedUp, timesUp } from '../conclusion.ts';

/**
 * Adjusted p-values: a hypothesis is rejected at level tau where its own is at most tau. A hypothesis without
 * a p-value (null) is never rejected and still counts among all, as if its p-value were 1.
 *
 * - `holm`: Holm's step-down procedure (1979). Whatever the dependence, the probability that any true
 *   hypothesis is rejected is at most tau.
 * - `bh`: the step-up procedure of Benjamini and Hochberg (1995). Where p-values are independent or
 *   positively dependent, at most a share tau of the rejected hypotheses is true on average. Hypotheses of
 *   one kind (`kinds`: copies of the same evidence) count once among the rejected, which lets the others
 *   pass, and each among all. That rejects less than without kinds, at levels that the number of rejected
 *   hypotheses allows, so that the same bound holds (self-consistency: Blanchard and Roquain, 2008).
 * - `none`: the p-values as they are.
 *
 * Products are rounded up, so that a rejection here is one in exact arithmetic.
 */
export function adjustPValues(
  pValues: readonly (number | null)[],
  correction: Correction,
  kinds: readonly (string | number)[] = pValues.map((_, at) => at),
): (number | null)[] {
  if (correction === 'none') return [...pValues];
  const adjusted = [...pValues];
  const count = pValues.length;
  const order = pValues
    .flatMap((pValue, at) => (pValue === null ? [] : [{ at, pValue }]))
    .sort((a, b) => a.pValue - b.pValue);
  if (correction === 'holm') {
    // The largest (count - j) p(j) over all j, counted from 0, up to i.
    let largest = 0;
    for (const [i, { at, pValue }] of order.entries()) {
      largest = Math.max(largest, Math.min(1, timesUp(pValue, count - i)));
      adjusted[at] = largest;
    }
    return adjusted;
  }
  // The smallest count p(j) / (kinds up to j) over all j from i on.
  const seen = new Set<string | number>();
  const ranked = order.map(({ at, pValue }) => ({ at, pValue, rank: seen.add(kinds[at]).size }));
  let smallest = 1;
  for (const { at, pValue, rank } of ranked.reverse()) {
    smallest = Math.min(smallest, rank === count ? pValue : roundedUp(timesUp(pValue, count) / rank));
    adjusted[at] = smallest;
  }
  return adjusted;
}
