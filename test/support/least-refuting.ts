import { verdict } from '../../src/audit/index.ts';
import { oneSide } from '../../src/observation.ts';
import type { Sides } from '../../src/types.ts';

/** The least number of right guesses that refutes the claim: p-values fall with the count. */
export async function leastRefuting(
  claim: string,
  m: number,
  guesses: number,
  sides: Sides = 'both',
): Promise<number> {
  for (let correct = guesses; ; correct--) {
    const observation = { m, k: 2, guesses, correct, ...oneSide(sides) };
    const { refuted } = await verdict(observation, claim, { methods: ['optimal'] });
    if (!refuted) return correct + 1;
  }
}
