import { expect, test } from 'vitest';
import { beta } from '../../src/claims/index.ts';
import { tradeOff } from '../../src/index.ts';
import { golden, relativeError } from '../support/golden.ts';

const entries = (record: Record<string, string>) =>
  Object.entries(record).map(([x, y]) => [Number(x), Number(y)]);

test('the Gaussian curve agrees with 60-digit values', () => {
  for (const row of golden('gaussian').rows) {
    const f = tradeOff(`gaussian(sigma=${row.sigma})`);
    for (const [delta, epsilon] of entries(row.eps_at_delta)) {
      expect(relativeError(f.epsilon(delta), epsilon)).toBeLessThan(1e-10);
      expect(f.epsilonLower(delta)).toBeLessThan(f.epsilon(delta));
      expect(relativeError(f.epsilonLower(delta), epsilon)).toBeLessThan(1e-10);
    }
    for (const [epsilon, delta] of entries(row.delta_at_eps))
      expect(relativeError(f.delta(epsilon), delta), `delta(${epsilon}), sigma ${row.sigma}`).toBeLessThan(
        2e-12,
      );
    for (const [alpha, b] of entries(row.beta_at_alpha))
      expect(relativeError(beta(f, alpha), b)).toBeLessThan(1e-12);
    // Close to the truth, and on the safe side of it.
    for (const [y, x] of entries(row.fbar_inverse_at_r)) {
      expect(relativeError(f.fBarInv(y), x)).toBeLessThan(1e-12);
      expect(f.fBarInv(y)).toBeLessThan(x);
    }
    for (const [x, y] of entries(row.fbar_at_x)) {
      expect(relativeError(f.fBar(x), y)).toBeLessThan(1e-12);
      expect(f.fBar(x)).toBeGreaterThan(y);
    }
  }
});

test('the Laplace curve agrees with its closed form', () => {
  for (const row of golden('laplace-single').rows) {
    const f = tradeOff(`laplace(scale=1/${row.eps0})`);
    for (const [alpha, b] of entries(row.beta_at_alpha))
      expect(relativeError(beta(f, alpha), b)).toBeLessThan(1e-12);
    for (const [epsilon, delta] of entries(row.delta_at_eps)) {
      if (delta === 0) expect(f.delta(epsilon)).toBe(0);
      else expect(relativeError(f.delta(epsilon), delta)).toBeLessThan(1e-12);
      if (delta > 0) expect(Math.abs(f.epsilon(delta) - epsilon)).toBeLessThan(1e-12);
    }
  }
});

test('(epsilon, delta) and randomised-response curves agree with exact values', () => {
  const { rows, kary } = golden('randomized-response-and-eps-delta');
  for (const row of rows) {
    const f = tradeOff(`approx-dp(epsilon=${row.eps}, delta=${row.delta})`);
    for (const [alpha, b] of entries(row.beta_at_alpha))
      expect(relativeError(beta(f, alpha), b)).toBeLessThan(1e-12);
    expect(f.epsilon(Number(row.delta))).toBe(Number(row.eps));
    expect(f.delta(Number(row.eps))).toBe(Number(row.delta));
  }
  for (const { p, k, alpha, tpr, beta: missed } of kary) {
    // The truth with probability 1 - p, else uniform over all k answers.
    const epsilon = Math.log((1 - p + p / k) / (p / k));
    const f = tradeOff(`randomized-response(epsilon=${epsilon}, alphabet=${k}, relation=replace)`);
    expect(relativeError(f.fBar(alpha), tpr)).toBeLessThan(1e-12);
    expect(relativeError(beta(f, alpha), missed)).toBeLessThan(1e-12);
  }
});

test('curves stay on the safe side where two lines cross', () => {
  // Exact in 60 digits: k-ary randomised response near the corner, Laplace at a scale whose inverse is not a double.
  const response = tradeOff('randomized-response(epsilon=30, alphabet=3)');
  expect(response.fBarInv(0.9999999999998146)).toBeLessThan(9.3576e-14 * (1 + 1e-3));
  const laplace = tradeOff('laplace(scale=0.004541995945833048)');
  const exact = Math.exp(-1 / 0.004541995945833048) * 0.25;
  expect(laplace.fBarInv(0.25)).toBeLessThan(exact * (1 - 1e-15));
});

test('tiny mu keeps its digits: delta(epsilon(delta)) = delta', () => {
  for (const mu of [1.03e-6, 1.5855e-6, 1e-4]) {
    const f = tradeOff(`gaussian(mu=${mu})`);
    for (const delta of [1e-300, 1e-200, 1e-50, 1e-12]) {
      expect(f.delta(f.epsilon(delta))).toBeLessThanOrEqual(delta * (1 + 1e-10));
      expect(f.delta(f.epsilonLower(delta))).toBeGreaterThanOrEqual(delta);
    }
  }
});

test('a claim put together by hand is checked like a written one', () => {
  const claim = { name: 'gaussian', relation: 'add-remove', parameters: { sigma: -1 } } as const;
  expect(() => tradeOff(claim)).toThrow('sigma must be above 0');
  expect(() => tradeOff({ name: 'profile', relation: 'add-remove', parameters: {}, pairs: [] })).toThrow(
    'at least one pair',
  );
});
