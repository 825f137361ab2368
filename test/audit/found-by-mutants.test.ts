import { expect, test } from 'vitest';
import { isVaried } from '../../src/audit/runs/sketch.ts';
import { claimUsage } from '../../src/claims/index.ts';
import { audit, claimRisk, plan } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { noisySum, one } from '../support/scores.ts';

/** What changed sources did without a test that noticed. */

const guessed = (m: number, k: number, seed: number) => {
  const random = createRandom(seed);
  const truth = Array.from({ length: m }, () => random.integer(k));
  return { truth, guesses: truth.map((t) => (random.uniform() < 0.8 ? t : (t + 1) % k)), k };
};

test('runs with another number of options are refused', () => {
  const runs = [guessed(50, 4, 1), guessed(50, 5, 2)];
  expect(() => audit(runs, { guesses: [20], atLeast: 10 })).toThrow(/same design; .* 4 options, .* 5/);
  expect(() => audit([guessed(50, 4, 1)], { guesses: [20], options: 2 })).toThrow(
    /invalid options; .* a choice among candidates, which has 4: 2/,
  );
});

test('all candidates may be guessed where there are no sides to choose', () => {
  const [{ observations }] = audit([guessed(60, 4, 3)], { guesses: [60], claim: 'pure-dp(epsilon=1)' }).runs;
  expect(observations[0].guesses).toBe(60);
});

test('a number of guesses says whether it was planned or stated', () => {
  const scores = noisySum(200, 1, 4);
  expect(one(scores, { claim: 'gaussian(sigma=1)', methods: ['paper'] }).fixed.guesses.from).toBe('planned');
  expect(one(scores, { guesses: [40], methods: ['paper'] }).fixed.guesses.from).toBe('stated');
});

test('an empty seed is refused, also of a plan', () => {
  expect(() => plan({ m: 100, claim: 'gaussian(sigma=1)', seed: '' })).toThrow(
    'invalid seed; must not be empty',
  );
});

test('a run of one canary beside one of many is no classical audit', () => {
  const runs = [
    { scores: [1], included: [1] },
    { scores: [0.2, 0.5, 0.1], included: [0, 1, 1] },
  ];
  expect(() => audit(runs, { threshold: 0.5 })).toThrow(/same design|one canary/);
});

test('what is wrong with arrays and risks is named', () => {
  expect(() => audit({ scores: [1, 2], included: 3 as unknown as number[] }, {})).toThrow(/included/);
  expect(() => claimRisk('gaussian(sigma=1)', { priors: [2] })).toThrow(/prior/);
});

test('the usage of a kind of claim states its parameters', () => {
  expect(claimUsage()).toContain('approx-dp(epsilon=, delta=)');
});

test('an audit without a claim has no power, and the largest epsilon of each assumption', () => {
  const found = one(noisySum(300, 0.5, 5), { guesses: [60] });
  const { standing, power, proved } = found;
  expect([standing, power]).toEqual([null, null]);
  expect(proved.map(({ assumption }) => assumption)).toEqual([
    'model-based',
    'independent-canaries',
    'worst-case',
  ]);
  for (const { assumption, epsilon } of proved) {
    const same = found.results.filter((row) => row.assumption === assumption);
    expect(epsilon).toBe(Math.max(...same.map((row) => row.epsilon)));
  }
});

test('a list of truths is varied from so many changes on', () => {
  const changing = (changes: number) => Float64Array.from({ length: changes + 1 }, (_, i) => i % 2);
  const fewest = Array.from({ length: 200 }, (_, i) => i).find((changes) => isVaried(changing(changes)));
  expect(fewest).toBe(30);
});
