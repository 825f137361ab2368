import type { TradeOff } from '../../claims/index.ts';
import { binomialTail, exp } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';

/** Under pure differential privacy the worst law is known: every guess is right independently. */
export function isPure(f: TradeOff): boolean {
  return f.guarantee?.[1] === 0;
}

/** P[Bin(c', e^epsilon / (e^epsilon + k - 1)) >= c], with room for its rounding. */
export function pureTail({ k, guesses, correct }: Observation, epsilon: number): number {
  const odds = (k - 1) * exp(-epsilon);
  return Math.min(1, binomialTail(guesses, 1 / (1 + odds), correct, odds / (1 + odds)) * (1 + 1e-9));
}
