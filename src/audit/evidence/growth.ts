import { type CountLaw, ln } from '../../numerics/index.ts';
import type { Payoff } from '../../types.ts';

/** What each count from 0 to `guesses` pays. */
export function paidAt({ base, steps }: Payoff, guesses: number): Float64Array {
  const paid = new Float64Array(guesses + 1);
  for (const [reach, height] of steps) paid[reach] += height;
  let sum = base;
  for (let n = 0; n <= guesses; n++) paid[n] = sum += paid[n];
  return paid;
}

/** E[ln e(N)]: how much evidence grows in a round where right guesses have this law. */
export function growthOn(payoff: Payoff, { from, chances }: CountLaw): number {
  const paid = paidAt(payoff, from + chances.length - 1);
  return chances.reduce((sum, chance, i) => sum + chance * ln(paid[from + i]), 0);
}
