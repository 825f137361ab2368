import { describe, expect, test } from 'vitest';
import { gaussianCurve } from '../../../src/claims/curves/gaussian.ts';
import { laplaceCurve } from '../../../src/claims/curves/laplace.ts';
import { compare } from '../../../src/claims/curves/order.ts';
import { symmetrize } from '../../../src/claims/curves/points.ts';
import { profileCurve } from '../../../src/claims/curves/profile.ts';
import { findCurveFault } from '../../../src/claims/curves/validate.ts';

test('the inverse of a Gaussian ends in (1, 1)', () => {
  const f = gaussianCurve(1.5, 'add-remove', 'gaussian');
  expect(f.fBarInv(1)).toBe(1);
  expect(f.fBarInv(2)).toBe(1);
  expect(f.fBarInv(0)).toBe(0);
});

test('a Gaussian has an epsilon also where delta is, to the last digit, that of the first one tried', () => {
  const f = gaussianCurve(1, 'add-remove', 'gaussian');
  const delta = 0.05669623623055343;
  expect(f.epsilon(delta)).toBeCloseTo(1.5, 12);
  expect(f.epsilon(delta)).toBeLessThanOrEqual(f.epsilon(delta * (1 - 1e-12)));
});

test('a Gaussian after itself is one of twice the mu, and is named so', () => {
  const twice = gaussianCurve(0.7, 'add-remove', 'gaussian').twice?.();
  expect(twice?.name).toBe('gaussian twice');
  expect(twice?.fBar(0.2)).toBe(gaussianCurve(1.4, 'add-remove', 'other').fBar(0.2));
});

describe('the Laplace mechanism', () => {
  const f = laplaceCurve(2, 'add-remove', 'laplace');

  test('has the slopes of its curve', () => {
    // e^-2 / 2 is 0.068: there the curve leaves its first line.
    for (const x of [0.01, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.9]) {
      const h = 1e-5;
      expect(f.slope(x)).toBeCloseTo((f.fBar(x + h) - f.fBar(x - h)) / (2 * h), 4);
    }
    expect(f.slope(0.25)).toBeCloseTo(Math.exp(-2) / (4 * 0.0625), 13);
  });

  test('has the epsilon 0 from a delta on, and no more for rounding', () => {
    // delta(0) = 1 - e^-1 = 0.632.
    expect(f.epsilon(0.7)).toBe(0);
    expect(f.epsilonLower(0.7)).toBe(0);
    expect(f.epsilon(0.6)).toBeGreaterThan(2 + 2 * Math.log(0.4));
    expect(f.epsilon(0.6)).toBeCloseTo(2 + 2 * Math.log(0.4), 13);
  });
});

test('curves that differ above 1/2 only are not equal', () => {
  const f = laplaceCurve(1, 'add-remove', 'laplace');
  // Between 0.8 and 0.9 a little lower, and its inverse a little higher.
  const better: typeof f = {
    ...f,
    fBar: (x) => (x > 0.8 && x < 0.9 ? f.fBar(x) - 1e-3 : f.fBar(x)),
  };
  expect(compare(better, f)).toBe('more-private');
  expect(compare(f, better)).toBe('less-private');
  const nearOne: typeof f = {
    ...f,
    fBarInv: (y) => (y > 1 - 1e-8 && y < 1 ? f.fBarInv(y) / 2 : f.fBarInv(y)),
  };
  expect(compare(nearOne, f)).toBe('less-private');
});

test('a symmetric curve ends at 0 where the given one ends above it by rounding', () => {
  expect(
    symmetrize([
      [0, 1],
      [1, 1e-13],
    ]),
  ).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test('epsilon between two guarantees is rounded up, and down as a lower bound', () => {
  const f = profileCurve(
    [
      [0, 0.4],
      [1, 0.1],
      [2, 0.01],
    ],
    'add-remove',
    'profile',
  );
  for (const delta of [0.02, 0.05, 0.08]) {
    // Linear in e^epsilon.
    const part = (0.1 - delta) / 0.09;
    const exact = Math.log(Math.E + part * (Math.E * Math.E - Math.E));
    expect(f.epsilon(delta)).toBeGreaterThan(exact + 2 ** -49);
    expect(f.epsilonLower(delta)).toBeLessThan(exact - 2 ** -49);
    expect(f.epsilonLower(delta)).toBeCloseTo(exact, 13);
  }
  expect(f.epsilonLower(0.1)).toBe(1);
});

test('a point above the line between its neighbours is found wherever these are', () => {
  const [before, after] = [
    [0.2, 0.6],
    [1, 0],
  ] as const;
  // The line is at 0.375 there.
  expect(findCurveFault([[0, 1], before, [0.5, 0.376], after])?.index).toBe(2);
  expect(findCurveFault([[0, 1], before, [0.5, 0.376], after])?.problem).toContain('(0.375)');
  expect(findCurveFault([[0, 1], before, [0.5, 0.374], after])).toBeNull();
});
