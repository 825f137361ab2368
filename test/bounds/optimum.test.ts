import { expect, test } from 'vitest';
import { certify, optimal, paper } from '../../src/bounds/index.ts';
import { isSettled } from '../../src/bounds/optimal/nested-search.ts';
import { findOptimum } from '../../src/bounds/optimal/search.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { relativeError } from '../support/golden.ts';

const POLYLINE = tradeOff('points(0:0.9, 0.1:0.6, 0.4:0.2, 1:0)');

test('a question is settled by a bound well below what is enough, or by a law above it', () => {
  expect(isSettled(0.5, 0.2, 0.1)).toBe(true);
  expect(isSettled(0.05, 0.01, 0.1)).toBe(true);
  expect(isSettled(0.5, 0.1, 0.1)).toBe(false);
  expect(isSettled(0.09995, 0.01, 0.1)).toBe(false);
  expect(isSettled(0.5, 0.2, 0)).toBe(false);
});

test('a tangent of a certificate has weights, all of them positive', () => {
  for (const [m, k, guesses, correct] of [
    [1000, 2, 100, 90],
    [60, 2, 60, 41],
    [50, 2, 20, 20],
    [40, 3, 12, 1],
    [40, 2, 30, 4],
  ])
    for (const claim of ['gaussian(mu=0.6)', 'laplace(scale=1)', 'pure-dp(epsilon=1)', 'perfect'])
      for (const { weights } of certify({ m, k, guesses, correct }, tradeOff(claim)).tangents) {
        expect(weights.length).toBeGreaterThan(0);
        for (const [, , weight] of weights) expect(weight).toBeGreaterThan(0);
      }
});

test('what Algorithm 3 rejects is rejected, with every guess right too', () => {
  for (const claim of ['gaussian(mu=0.6)', 'laplace(scale=1)', 'profile(0:0.3, 1:0.01)'])
    for (const correct of [18, 20]) {
      const observation = { m: 1000, k: 2, guesses: 20, correct };
      const f = tradeOff(claim);
      const tau = paper.pValue(observation, f);
      expect(optimal.rejects(observation, f, tau)).toBe(true);
      expect(optimal.pValue(observation, f)).toBeLessThanOrEqual(tau);
    }
});

test('one guess about one canary is right as often as a curve allows, also one that is not symmetric', () => {
  const { certificate, attained } = findOptimum({ m: 1, k: 2, guesses: 1, correct: 1 }, POLYLINE);
  // y = fBar(x) and x + y = 1: on the second piece, 0.4 + 4/3 (x - 0.1) = 1 - x.
  expect(certificate.bound).toBeCloseTo(1 - 2.2 / 7, 8);
  expect(relativeError(attained, certificate.bound)).toBeLessThan(1e-4);
});
