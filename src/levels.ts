import { checkProbability } from './check.ts';
import { InvalidInput } from './errors.ts';

/** The levels of what states none. */
export const USUAL_TAU = 0.05;
export const USUAL_DELTA = 1e-5;

/** Throws unless tau is a significance level. */
export function checkTau(tau: number): void {
  checkProbability('tau', tau);
}

/** Throws unless delta is a probability below 1. */
export function checkDelta(delta: number): void {
  if (!(delta >= 0 && delta < 1)) throw new InvalidInput(`invalid delta; must be in [0, 1): ${delta}`);
}

/** The significance that goes with a confidence. */
export function tauOf(confidence: number): number {
  checkProbability('confidence', confidence);
  // Decimals as people type them: 0.95 means tau = 0.05, not 0.050000000000000044.
  return Number((1 - confidence).toPrecision(15));
}
