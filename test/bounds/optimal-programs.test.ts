import { describe, expect, test } from 'vitest';
import { optimal } from '../../src/bounds/index.ts';
import { tradeOff } from '../../src/index.ts';
import { bestOfAll } from '../support/all-mechanisms.ts';

describe('brute force: the linear program over all mechanisms', () => {
  const GUARANTEES: Record<string, readonly (readonly [number, number])[]> = {
    'pure-dp(epsilon=1)': [[1, 0]],
    'approx-dp(epsilon=0.5, delta=0.1)': [[0.5, 0.1]],
    'profile(0:0.35, 0.7:0.12, 1.6:0.01)': [
      [0, 0.35],
      [0.7, 0.12],
      [1.6, 0.01],
    ],
  };
  const designs: [number, number, number][] = [];
  for (const [m, k] of [
    [1, 2],
    [1, 3],
    [2, 2],
    [2, 3],
    [3, 2],
  ])
    for (let guesses = 1; guesses <= m; guesses++) designs.push([m, k, guesses]);

  test.each(designs)('m = %i, k = %i, %i guesses', async (m, k, guesses) => {
    for (const [claim, guarantees] of Object.entries(GUARANTEES)) {
      for (let correct = 1; correct <= guesses; correct++) {
        const truth = await bestOfAll(m, k, guesses, correct, guarantees);
        const p = optimal.pValue({ m, k, guesses, correct }, tradeOff(claim));
        expect(Math.abs(p - truth), `${claim} ${correct}`).toBeLessThan(1e-5 * truth);
      }
    }
  });
});
