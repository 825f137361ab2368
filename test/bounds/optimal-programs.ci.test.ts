import { expect, test } from 'vitest';
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

// Smaller ones are in optimal-programs.test.ts.
test('brute force: the linear program over all mechanisms with three canaries of three options', async () => {
  for (const correct of [1, 2]) {
    const truth = await bestOfAll(3, 3, 2, correct, [[0.5, 0.1]]);
    const p = optimal.pValue(
      { m: 3, k: 3, guesses: 2, correct },
      tradeOff('approx-dp(epsilon=0.5, delta=0.1)'),
    );
    expect(Math.abs(p - truth), `${correct}`).toBeLessThan(1e-5 * truth);
  }
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
