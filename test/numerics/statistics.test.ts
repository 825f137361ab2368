import { expect, test } from 'vitest';
import {
  binomialTail,
  clopperPearsonLower,
  clopperPearsonUpper,
  normalCdf,
  normalMean,
} from '../../src/numerics/index.ts';

test('Clopper-Pearson limits solve the tail equation', () => {
  const lower = clopperPearsonLower(17, 200, 0.025);
  expect(Math.abs(binomialTail(200, lower, 17) - 0.025)).toBeLessThan(1e-12);
  const upper = clopperPearsonUpper(17, 200, 0.025);
  expect(Math.abs(1 - binomialTail(200, upper, 18) - 0.025)).toBeLessThan(1e-10);
  expect(clopperPearsonLower(0, 50, 0.05)).toBe(0);
  expect(Math.abs(clopperPearsonUpper(0, 100, 0.05) - (1 - 0.05 ** 0.01))).toBeLessThan(1e-12);
});

test('the mean under a normal is exact for known integrands', () => {
  expect(Math.abs(normalMean((z) => z * z * z * z) - 3)).toBeLessThan(1e-13);
  // P[Z' <= Z + 1] for independent normals.
  expect(Math.abs(normalMean((z) => normalCdf(z + 1)) - normalCdf(Math.SQRT1_2))).toBeLessThan(1e-14);
});
