import { describe, expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import { optimal } from '../../src/bounds/index.ts';
import { certify, family, tradeOff } from '../../src/index.ts';
import { bestOfAll } from '../support/all-mechanisms.ts';
import { bestLaw } from '../support/program.ts';

test('the same with other families: DP-SGD, exchanges, Laplace', () => {
  const observation = { m: 1000, k: 2, guesses: 100, correct: 90 };
  for (const name of ['dpsgd(rate=0.1, steps=50)', 'laplace', 'gaussian(relation=replace)']) {
    const members = family(name);
    const [found] = empiricalEpsilon(observation, name);
    const [other] = empiricalEpsilon(observation, name, { method: 'paper' });
    expect(found.epsilon, name).toBeGreaterThan(other.epsilon);
    const at = members.at(found.parameter ?? 0);
    expect(certify(observation, at).bound, name).toBeLessThanOrEqual(0.05);
  }
});

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
  designs.push([3, 3, 2]);

  test.each(designs)('m = %i, k = %i, %i guesses', async (m, k, guesses) => {
    for (const [claim, guarantees] of Object.entries(GUARANTEES)) {
      // The largest program takes seconds: one curve is enough there.
      if (m === 3 && k === 3 && !claim.startsWith('approx')) continue;
      for (let correct = 1; correct <= guesses; correct++) {
        const truth = await bestOfAll(m, k, guesses, correct, guarantees);
        const p = optimal.pValue({ m, k, guesses, correct }, tradeOff(claim));
        expect(Math.abs(p - truth), `${claim} ${correct}`).toBeLessThan(1e-5 * truth);
      }
    }
  });
});

test('a general solver on the program with many tangents finds no larger and no much smaller value', async () => {
  for (const [claim, m, k, guesses, correct] of [
    ['gaussian(mu=0.55)', 200, 2, 40, 36],
    ['gaussian(mu=1.516)', 25, 7, 21, 14],
    ['gaussian(mu=2.653)', 59, 2, 59, 58],
    ['dpsgd(noise=0.8, rate=0.1, steps=20)', 60, 2, 30, 26],
  ] as const) {
    const claimed = tradeOff(claim);
    const f = claimed.fairOrder?.() ?? claimed;
    const observation = { m, k, guesses, correct };
    const { bound, tangents } = certify(observation, claimed);
    const near = tangents.flatMap(({ epsilon }) => [epsilon, epsilon + 0.003, Math.max(0, epsilon - 0.003)]);
    const program = await bestLaw(observation, f, near);
    expect(bound / program, claim).toBeGreaterThan(1 - 1e-6);
    expect(bound / program, claim).toBeLessThan(1 + 1e-4);
  }
});
