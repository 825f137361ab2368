import { expect, test } from 'vitest';
import { family } from '../../src/claims/index.ts';
import { limitInverseNoise } from '../../src/claims/losses/central-limit.ts';

test('a family of DP-SGD says where a search starts and how its members are like Gaussians', () => {
  const { search } = family('dpsgd(rate=0.01, steps=100)');
  const parameters = { rate: 0.01, steps: 100 };
  expect(search?.start).toBe(limitInverseNoise(parameters, 'add-remove', 0.2));
  expect(search?.likeGaussian?.(0.7)).toBe(limitInverseNoise(parameters, 'add-remove', 0.7));
  expect(search?.most).toBe(4);
});

test('its members are computed once, and coarsely where that will do', () => {
  const { search, at } = family('dpsgd(rate=0.01, steps=100)');
  // The parameter of a search is the inverse of the noise.
  const [exact, coarse] = [at(2), search?.coarseCurve?.(0.5)];
  expect(at(2)).toBe(exact);
  expect(search?.coarseCurve?.(0.5)).toBe(coarse);
  expect(coarse?.gap).toBeGreaterThan(exact.gap);
  expect(Math.abs((coarse?.delta(0.1) ?? 0) / exact.delta(0.1) - 1)).toBeLessThan(0.05);
});

test('a family in closed form gives no such hints', () => {
  expect(family('gaussian').search).toBeUndefined();
});
