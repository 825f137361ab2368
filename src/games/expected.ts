import { exp, findSignChange, ln } from '../numerics/index.ts';

/**
 * The expected fraction of right guesses when the best attack ranks m independent canaries of one mechanism
 * and guesses the surest share of them, half in and half out: with false-positive rate a the top holds a +
 * fBar(a) of two canaries that are out and in, of which fBar(a) are in. For the Gaussian this is the paper's
 * idealised setting.
 */
export function expectedFraction(
  fBar: (x: number) => number,
  share: number,
  sides: 'one' | 'both' = 'both',
): number {
  // Guessing the top only, all guesses fall there: its false-positive and true-positive rates add up to twice
  // the share.
  if (sides === 'one') return share >= 1 ? 0.5 : fractionAtTop(fBar, 2 * share);
  if (share >= 1) {
    // Without abstention the best threshold makes false-positive and false-negative rates equal.
    const a = findSignChange((x) => 1 - x - fBar(x) || -Number.MIN_VALUE, 0, 1, 1e-12).hi;
    return fBar(a) / (a + fBar(a));
  }
  return fractionAtTop(fBar, share);
}

/**
 * The share of members among the top, where false-positive rate and true-positive rate add up to `filled`.
 */
function fractionAtTop(fBar: (x: number) => number, filled: number): number {
  const excess = (logA: number) => filled - exp(logA) - fBar(exp(logA));
  const smallest = ln(1e-300);
  // Outcomes that never occur for a canary out fill the whole budget, so every guess is right.
  if (!(excess(smallest) >= 0)) return 1;
  if (excess(0) >= 0) return 0.5;
  const a = exp(findSignChange(excess, smallest, 0, 1e-13).lo);
  return fBar(a) / (a + fBar(a));
}
