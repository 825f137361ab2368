import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beta, symmetrize } from '../../src/claims/index.ts';
import { tradeOff } from '../../src/index.ts';
import { findFunctionFault } from '../support/function-fault.ts';
import { relativeError } from '../support/golden.ts';
import { naiveDelta } from '../support/naive.ts';

const CLAIMS = [
  'gaussian(sigma=1)',
  'gaussian(mu=0.01)',
  'gaussian(mu=4)',
  'gaussian(mu=0)',
  'laplace(scale=1)',
  'laplace(scale=0.2)',
  'laplace(scale=20)',
  'pure-dp(epsilon=0)',
  'pure-dp(epsilon=1)',
  'approx-dp(epsilon=0, delta=0.3)',
  'approx-dp(epsilon=2, delta=1e-4)',
  'randomized-response(epsilon=1)',
  'randomized-response(epsilon=2, alphabet=10)',
  'profile(0:0.4, 0.5:0.2, 1:0.05, 3:1e-6)',
  'profile(1:0, 0:0.5, 2:0.1)',
  'points(0:1, 0.1:0.4, 0.4:0.1, 1:0)',
  'points(0:0.9, 0.2:0.3, 1:0)',
  'perfect()',
  'compose(gaussian(sigma=3)*4, gaussian(mu=0.5))',
];
const inside = fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true });

describe.each(CLAIMS)('%s', (claim) => {
  const f = tradeOff(claim);

  test('is a trade-off function', () => {
    expect(findFunctionFault((alpha) => beta(f, alpha))).toBeNull();
    expect(f.fBar(1)).toBe(1);
  });

  test('has an inverse that rounds down while the curve rounds up', () => {
    fc.assert(
      fc.property(inside, (x) => {
        const there = f.fBar(x);
        expect(there).toBeGreaterThanOrEqual(x);
        if (there < 1)
          expect(Math.abs(f.fBarInv(there) - x)).toBeLessThan(
            1e-9 * Math.max(1, 1 / (1 - there)) * 1e3 + 1e-9,
          );
        const back = f.fBarInv(x);
        expect(back).toBeLessThanOrEqual(x);
        if (back > 0 && back < 1) expect(Math.abs(f.fBar(back) - x)).toBeLessThan(1e-9);
      }),
      { seed: 6, numRuns: 200 },
    );
    expect([f.fBarInv(0), f.fBarInv(-1), f.fBarInv(Number.NaN)]).toEqual([0, 0, 0]);
  });

  test('has the profile that its definition gives', () => {
    for (const epsilon of [0, 0.1, 0.5, 1, 1.5, 3, 6]) {
      const naive = naiveDelta(f, epsilon);
      expect(f.delta(epsilon)).toBeGreaterThanOrEqual(naive * (1 - 1e-9) - 1e-14);
      expect(f.delta(epsilon)).toBeLessThan(naive + 1e-5);
    }
  });

  test('has an epsilon that inverts the profile', () => {
    for (const delta of [0, 1e-12, 1e-5, 0.01, 0.2, 0.5]) {
      const epsilon = f.epsilon(delta);
      expect(f.epsilonLower(delta)).toBeLessThanOrEqual(epsilon);
      if (epsilon === Infinity) expect(f.delta(700)).toBeGreaterThanOrEqual(delta === 0 ? 0 : delta);
      else expect(f.delta(epsilon)).toBeLessThanOrEqual(delta * (1 + 1e-9) + 1e-15);
      if (epsilon > 1e-9 && epsilon < Infinity) expect(f.delta(epsilon * (1 - 1e-6))).toBeGreaterThan(delta);
    }
  });

  test('is symmetric where it says so', () => {
    if (!f.symmetric) return;
    for (let alpha = 0.001; alpha < 1; alpha += 0.0137) {
      const there = beta(f, alpha);
      if (there > 1e-6) expect(Math.abs(beta(f, there) - alpha)).toBeLessThan(1e-8);
    }
  });
});

test('the Gaussian epsilon stays exact for delta down to 1e-300', () => {
  // From 700-digit arithmetic.
  for (const [mu, delta, epsilon] of [
    [1, 1e-100, 21.62750809364838221],
    [1, 1e-300, 37.448847912139104941],
    [0.001, 1e-300, 0.036762916699487861],
    [0.001, 1e-50, 0.014281270183559640504],
    [100, 1e-300, 8703.8589583007438646],
    [5, 1e-200, 163.20491349516053864],
    [0.3, 1e-10, 1.806431403464806186],
  ])
    expect(relativeError(tradeOff(`gaussian(mu=${mu})`).epsilon(delta), epsilon)).toBeLessThan(1e-11);
  for (const mu of [1e-3, 0.3, 1, 5, 100]) {
    const f = tradeOff(`gaussian(mu=${mu})`);
    for (const delta of [1e-300, 1e-200, 1e-50, 1e-10]) {
      const epsilon = f.epsilon(delta);
      expect(Math.abs(Math.log(f.delta(epsilon)) - Math.log(delta))).toBeLessThan(1e-8);
    }
  }
});

test('extreme but allowed parameters give finite curves', () => {
  for (const claim of [
    'pure-dp(epsilon=1000)',
    'approx-dp(epsilon=1e100, delta=0.5)',
    'laplace(scale=1e-3)',
    'laplace(scale=1e-100)',
    'gaussian(sigma=1e-100)',
    'gaussian(sigma=1e100)',
    'randomized-response(epsilon=900, alphabet=1000000)',
  ]) {
    const f = tradeOff(claim);
    for (const x of [0, 1e-300, 1e-10, 0.5, 1 - 2 ** -53, 1]) {
      for (const y of [f.fBar(x), f.fBarInv(x), beta(f, x)])
        expect(y >= 0 && y <= 1, `${claim} at ${x}: ${y}`).toBe(true);
    }
    for (const epsilon of [0, 1, 100])
      expect(f.delta(epsilon) >= 0 && f.delta(epsilon) <= 1, `${claim} delta`).toBe(true);
    expect(f.epsilon(1e-5)).toBeGreaterThanOrEqual(0);
  }
});

test('Gaussians compose to the root of the sum of squares', () => {
  const once = tradeOff('gaussian(mu=5)');
  const composed = tradeOff('compose(gaussian(mu=3), gaussian(mu=4), perfect()*7)');
  expect(composed.epsilon(1e-5)).toBe(once.epsilon(1e-5));
});

test('profile(...) promises exactly what its guarantees promise', () => {
  const parts = [
    'approx-dp(epsilon=0.5, delta=0.2)',
    'approx-dp(epsilon=1, delta=0.05)',
    'approx-dp(epsilon=3, delta=1e-6)',
  ].map(tradeOff);
  const whole = tradeOff('profile(3:1e-6, 0.5:0.2, 1:0.05)');
  for (let x = 0; x <= 1; x += 0.001)
    expect(whole.fBar(x)).toBeCloseTo(Math.min(...parts.map((f) => f.fBar(x))), 13);
  // A guarantee that the others imply changes nothing.
  expect(tradeOff('profile(1:0, 0:0.5)').delta(0)).toBeCloseTo(tradeOff('pure-dp(epsilon=1)').delta(0), 14);
  expect(tradeOff('profile(1:0, 0:0.5)').bends).toEqual(tradeOff('pure-dp(epsilon=1)').bends);
});

test('symmetrize gives the largest symmetric curve below a polyline and its inverse', () => {
  expect(
    symmetrize([
      [0, 0.9],
      [0.2, 0.3],
      [1, 0],
    ]),
  ).toEqual([
    [0, 0.9],
    [0.2, 0.3],
    [0.3, 0.2],
    [0.9, 0],
    [1, 0],
  ]);
  const symmetric: [number, number][] = [
    [0, 1],
    [0.1, 0.4],
    [0.4, 0.1],
    [1, 0],
  ];
  expect(symmetrize(symmetric)).toEqual(symmetric);
});

test('points(...) says what a polyline of samples would claim', () => {
  expect(tradeOff('points(0:1, 0.1:0.4, 0.4:0.1, 1:0)').note).toMatch('lies above that curve');
  expect(tradeOff('points(0:1, 0.2:0.3, 1:0)').note).toMatch('not symmetric');
});
