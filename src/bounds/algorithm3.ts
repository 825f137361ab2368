import type { TradeOff } from '../claims/index.ts';
import { canariesInTheorem } from '../observation.ts';
import type { Observation } from '../types.ts';

/** Each sum and product is taken a few units in the last place too small, never too large. */
const DOWN = 1 - 2 ** -50;
/** Covers what compensated summation leaves of the rounding of r, whatever the number of steps. */
const SUM_DOWN = 1 - 2 ** -46;

/**
 * Algorithm 3 of the paper, counted in canaries: the least total probability, relative to 1, that a mechanism
 * with curve f must have if it gets `correct` or more right with probability tau. Above 1 is a contradiction:
 * f is rejected at tau.
 *
 * The result is exact, up to rounding towards acceptance, on whichever side of 1 it lies. The recursion ends
 * early
 * - once the total exceeds `ceiling`, which it never leaves again;
 * - once it provably stays below 1: r only grows by at most `slope` times the growth of h, and slope =
 *   i / (c' - i) falls, so any x with r + slope (G(x) - h) <= x, G(x) = (k - 1) fBarInv(x), bounds all
 *   later r, and G(x) all later h.
 *   At the first step x = r will do: (k - 1) fBarInv(r) <= h is a fixed point.
 */
export function algorithm3(observation: Observation, f: TradeOff, tau: number, ceiling = 1): number {
  const { k, guesses: cPrime, correct: c } = observation;
  const m = canariesInTheorem(observation);
  // Far enough beyond the ceiling that the last rounding down does not fall back below it.
  const limit = (ceiling * cPrime) / (SUM_DOWN * SUM_DOWN);
  const scale = m * (k - 1) * DOWN;
  // m times the paper's r and h. A larger first h makes all that follows smaller: it is rounded up, all else
  // down.
  let r = tau * c * DOWN;
  let h = (tau * (cPrime - c)) / DOWN;
  let lost = 0;
  let lastGain = Infinity;
  for (let i = c - 1; i >= 0; i--) {
    const hNext = scale * f.fBarInv(Math.min(1, (r * SUM_DOWN) / m));
    if (!(hNext > h)) break;
    const slope = i / (cPrime - i);
    const gain = slope * (hNext - h) * DOWN;
    h = hNext;
    // Kahan's summation: the error of r does not grow with the number of steps.
    const addend = gain - lost;
    const sum = r + addend;
    lost = sum - r - addend;
    r = sum;
    if (r + h > limit) break;
    if ((i & 15) === 0 && gain < lastGain) {
      const decay = gain / lastGain;
      const x = r + (2 * decay * gain) / (1 - decay);
      const hMost = scale * f.fBarInv(Math.min(1, x / m));
      if (r + slope * (hMost - h) <= x) {
        const most = (x + hMost) / cPrime;
        const least = (r + h) / cPrime;
        // Settled on one side of 1, and near enough to its final value for a root finder to steer by.
        if (most <= 1 || most - least <= 1e-3 * (least - 1)) break;
      }
    }
    lastGain = gain;
  }
  return ((r + h) * SUM_DOWN) / cPrime;
}
