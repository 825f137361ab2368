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
  const order = pValues
    .flatMap((pValue, at) => (pValue === null ? [] : [{ at, pValue }]))
    .sort((a, b) => a.pValue - b.pValue);
  const adjusted: (number | null)[] = pValues.map(() => null);
  const rising = order.map(({ pValue }) => pValue);
  const found =
    correction === 'holm'
      ? stepDown(rising, pValues.length)
      : stepUp(
          rising,
          pValues.length,
          order.map(({ at }) => kinds[at]),
        );
  order.forEach(({ at }, i) => {
    adjusted[at] = found[i];
  });
  return adjusted;
}

/** Holm: the largest (count - j + 1) p(j) over all j up to i. */
function stepDown(rising: readonly number[], count: number): number[] {
  let largest = 0;
  return rising.map((pValue, i) => {
    largest = Math.max(largest, Math.min(1, timesUp(pValue, count - i)));
    return largest;
  });
}

/** Benjamini and Hochberg: the smallest count p(j) / (kinds up to j) over all j from i on. */
function stepUp(rising: readonly number[], count: number, kinds: readonly (string | number)[]): number[] {
  const found: number[] = [];
  const seen = new Set<string | number>();
  const ranks = kinds.map((kind) => seen.add(kind).size);
  let smallest = 1;
  for (let i = rising.length - 1; i >= 0; i--) {
    const rank = ranks[i];
    smallest = Math.min(smallest, rank === count ? rising[i] : roundedUp(timesUp(rising[i], count) / rank));
    found[i] = smallest;
  }
  return found;
}
