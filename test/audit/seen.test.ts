import { expect, test } from 'vitest';
import { askedBy } from '../../src/audit/asked.ts';
import { meanLower, meanUpper } from '../../src/audit/attack/mean-limits.ts';
import { evidenceOf, observeRuns } from '../../src/audit/seen.ts';
import { choices, input, noisySum } from '../support/scores.ts';

test('what runs showed has no notes where all was stated, and one on how many of several counted', () => {
  const runs = [1, 2, 3].map((seed) => ({ input, scores: noisySum(40, 0.3, seed) }));
  const one = observeRuns(runs.slice(0, 1), 'membership', 40, askedBy({ guesses: [4, 8], seed: 1 }));
  expect(one.notes).toEqual([]);
  expect(one.tauEach).toBe(0.025);
  expect(one.observations).toHaveLength(2);
  const several = observeRuns(runs, 'membership', 40, askedBy({ guesses: [8], atLeast: 8, seed: 1 }));
  const reached = several.observations.filter(({ correct }) => correct >= 8).length;
  expect(several.notes).toEqual([`${reached} of 3 runs have at least 8 right, the number fixed in advance`]);
  expect(several.evidence).toEqual(evidenceOf(several.observations, 3, 0.05, { atLeast: 8 }));
});

test('guesses that were not made are not counted among those that were', () => {
  const scores = choices(30, 4, 0.5, 1);
  const guesses = scores.guesses.map((guess, i) => (i % 3 === 0 ? -1 : guess));
  const made = (budget: number) =>
    observeRuns(
      [{ input, scores: { ...scores, guesses } }],
      'reconstruction',
      30,
      askedBy({ guesses: [budget], seed: 1 }),
    ).counted[0][0].made;
  expect([made(30), made(20), made(7)]).toEqual([20, 20, 7]);
});

test('limits on a mean are where its divergence is what the level allows', () => {
  const divergence = (u: number, p: number) => u * Math.log(u / p) + (1 - u) * Math.log((1 - u) / (1 - p));
  for (const [seen, count] of [
    [0.3, 20],
    [0.9, 7],
    [0.5, 400],
  ]) {
    const [lower, upper] = [meanLower(seen, count, 0.025), meanUpper(seen, count, 0.025)];
    expect(lower).toBeLessThan(seen);
    expect(upper).toBeGreaterThan(seen);
    for (const p of [lower, upper]) expect(count * divergence(seen, p)).toBeCloseTo(Math.log(40), 6);
  }
  expect([meanLower(0, 5, 0.025), meanUpper(1, 5, 0.025)]).toEqual([0, 1]);
});
