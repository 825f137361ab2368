import { exp, logBinomialTail } from '../../numerics/index.ts';

/** Below this probability, over all that is compared, two runs did not draw their coins apart. */
export const SAME_COINS = 1e-6;

/** So many changes along a list of truths, and its being equal to another is no coincidence. */
const VARIED = 30;

/** Whether a list of truths is one that fresh coins do not repeat: one that is sorted by truth is not. */
export function isVaried(truths: Float64Array): boolean {
  let changes = 0;
  for (let i = 1; i < truths.length; i++) if (truths[i] !== truths[i - 1]) changes++;
  return changes >= VARIED;
}

/** How likely fresh draws among k options agree on so many of the canaries in both runs, or on so few. */
export function agreementChance(common: number, agreeing: number, k: number): number {
  if (common === 0) return 1;
  const p = 1 / k;
  const more = exp(logBinomialTail(common, p, agreeing));
  const fewer = exp(logBinomialTail(common, 1 - p, common - agreeing, p));
  return Math.min(more, fewer);
}
