import { binomialTail } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';

/**
 * Fewer right guesses than blind guessing gets are chance above this probability, and a sign of reversed
 * scores below it.
 */
const REVERSED = 1e-6;

/**
 * The probability that blind guessing gets so few right, P[Bin(guesses, 1/k) <= correct], where it is below
 * 1e-6; else null. Then the scores know who was in and point the other way, and a test that rejects for many
 * right is blind.
 */
export function pointsTheOtherWay({ k, guesses, correct }: Observation): number | null {
  // At most `correct` right is at least `guesses - correct` wrong.
  const p = binomialTail(guesses, 1 - 1 / k, guesses - correct, 1 / k);
  return p < REVERSED ? p : null;
}
