import { type CountLaw, exp, ln } from '../../numerics/index.ts';
import type { Payoff } from '../../types.ts';
import { logSum, type WeightedPayoff } from './wealth.ts';

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

/** ln of the evidence after so many steps. */
export type EvidencePath = readonly (readonly [steps: number, logEvidence: number])[];

/** What is to be expected of the evidence, by the best attack on canaries that do not interact. */
export interface ExpectedEvidence {
  /** The mechanism that is taken to keep the claim, and the violation. */
  readonly model: string;
  readonly violation: string;
  readonly honest: EvidencePath;
  /** Until it refutes by far. */
  readonly violated: EvidencePath;
}

/** At so many places a path is worked out, evenly spread over the steps and over their logarithm. */
const PLACES = 60;

/** Where each payoff grows as it is expected to: all of them together are the evidence that is typical. */
export function expectedPath(
  payoffs: readonly WeightedPayoff[],
  laws: readonly CountLaw[],
  steps: number,
  until = Infinity,
): EvidencePath {
  const growths = payoffs.map(({ payoff }, i) => growthOn(payoff, laws[i]));
  const places = Array.from({ length: PLACES + 1 }, (_, i) => Math.round((i * steps) / PLACES));
  const first = places.map((_, i) => Math.round(exp((i / PLACES) * ln(Math.max(1, steps)))));
  const path: [number, number][] = [];
  for (const place of new Set([...first, ...places].sort((a, b) => a - b))) {
    const log = logSum(payoffs.map(({ weight }, i) => ln(weight) + place * growths[i]));
    path.push([place, place === 0 ? 0 : log]);
    if (log > until) break;
  }
  return path;
}
