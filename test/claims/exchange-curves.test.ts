import { expect, test } from 'vitest';
import { toReplace } from '../../src/claims/index.ts';
import { tradeOff } from '../../src/index.ts';
import { naiveDelta } from '../support/naive.ts';

test('exchange follows from removal and addition: fBar after fBar', () => {
  for (const claim of [
    'pure-dp(epsilon=1)',
    'laplace(scale=1)',
    'approx-dp(epsilon=0.5, delta=0.01)',
    'points(0:1, 0.1:0.4, 0.4:0.1, 1:0)',
  ]) {
    const f = tradeOff(claim);
    const twice = toReplace(f);
    expect(twice.relation).toBe('replace');
    for (let x = 0.001; x < 1; x += 0.037) {
      expect(twice.fBar(x)).toBe(f.fBar(f.fBar(x)));
      expect(twice.fBarInv(x)).toBe(f.fBarInv(f.fBarInv(x)));
    }
    for (const epsilon of [0, 0.3, 1, 1.7]) {
      const naive = naiveDelta(twice, epsilon);
      expect(twice.delta(epsilon)).toBeGreaterThanOrEqual(naive - 1e-12);
      expect(twice.delta(epsilon)).toBeLessThan(naive + 1e-4);
    }
    const epsilon = twice.epsilon(0.05);
    expect(twice.delta(epsilon)).toBeCloseTo(0.05, 8);
    expect(twice.epsilonLower(0.05)).toBeLessThanOrEqual(epsilon);
    expect(twice.epsilonLower(0.05)).toBeCloseTo(epsilon, 6);
  }
});

test('the Gaussian of an exchange has twice the mu, in closed form', () => {
  const twice = toReplace(tradeOff('gaussian(mu=0.7)'));
  expect(twice.relation).toBe('replace');
  expect(twice.epsilon(1e-5)).toBe(tradeOff('gaussian(mu=1.4)').epsilon(1e-5));
});

test('pure epsilon-DP becomes 2 epsilon', () => {
  expect(toReplace(tradeOff('pure-dp(epsilon=1)')).epsilon(0)).toBeCloseTo(2, 6);
  expect(toReplace(tradeOff('approx-dp(epsilon=1, delta=0.1)')).epsilon(0.01)).toBe(Infinity);
});

test('a curve about exchanges is left alone', () => {
  const f = tradeOff('gaussian(mu=1, relation=replace)');
  expect(toReplace(f)).toBe(f);
});

test('an asymmetric polyline composes with itself as it is', () => {
  const twice = toReplace(tradeOff('points(0:1, 0.2:0.4, 1:0)'));
  // fBar rises with slope 3 to 0.6 at 0.2, then with slope 1/2: twice, the bends are at 1/15 and 1/5.
  expect(twice.bends?.map((x) => Number(x.toPrecision(12)))).toEqual([1e-300, 0.0666666666667, 0.2]);
  for (const epsilon of [0, 0.5, 1, 2])
    expect(twice.delta(epsilon)).toBeCloseTo(naiveDelta(twice, epsilon), 12);
  const open = toReplace(tradeOff('points(0:0.9, 0.1:0.5, 0.5:0.1, 1:0)'));
  expect(open.epsilonLower(0.5)).toBeLessThan(2);
});

test('lower bounds on epsilon stay below the truth where delta is tiny', () => {
  const epsilon = 0.05736885994360354;
  const twice = toReplace(tradeOff(`randomized-response(epsilon=${epsilon}, alphabet=4)`));
  expect(twice.epsilonLower(1e-15)).toBeLessThanOrEqual(2 * epsilon);
  const laplace = toReplace(tradeOff('laplace(scale=1)'));
  expect(laplace.epsilonLower(1e-15)).toBeLessThanOrEqual(2);
});

test('huge losses end too', () => {
  expect(toReplace(tradeOff('pure-dp(epsilon=1)')).delta(1e8)).toBe(0);
  expect(toReplace(tradeOff('laplace(scale=1e-9)')).epsilon(1e-5)).toBeGreaterThan(1e9);
  expect(toReplace(tradeOff('pure-dp(epsilon=1e9)')).epsilon(1e-5)).toBe(Infinity);
});
