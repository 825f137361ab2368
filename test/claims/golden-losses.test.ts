import { describe, expect, test } from 'vitest';
import { beta } from '../../src/claims/index.ts';
import { type TradeOff, tradeOff } from '../../src/index.ts';
import { golden } from '../support/golden.ts';

/** Never above the truth, and close below it where it is not tiny: Algorithm 3 lives at small probabilities. */
function expectSound(actual: number, truth: number, what: string) {
  expect(actual, `${what} is above the truth`).toBeLessThanOrEqual(truth * (1 + 1e-9) + 1e-14);
  if (truth > 1e-9) expect(actual, `${what} is far below the truth`).toBeGreaterThan(truth * (1 - 1e-4));
}

function expectEpsilon(f: TradeOff, delta: number, truth: number) {
  const epsilon = f.epsilon(delta);
  const room = 3e-5 * Math.max(1, truth);
  expect(epsilon).toBeGreaterThanOrEqual(truth - 1e-11 * truth);
  expect(epsilon).toBeLessThan(truth + room);
  expect(f.epsilonLower(delta)).toBeLessThanOrEqual(truth * (1 + 1e-14));
  expect(f.epsilonLower(delta)).toBeGreaterThan(truth - 4 * room);
}

const numbers = (record: Record<string, string | number>) =>
  Object.entries(record).map(([x, y]) => [Number(x), Number(y)]);

// biome-ignore lint/suspicious/noExplicitAny: every reference file has its own shape
type Row = any;

describe('DP-SGD against contour integration, no discretisation', () => {
  for (const c of golden('dpsgd').cases as Row[]) {
    test(c.name, () => {
      const f = tradeOff(`dpsgd(noise=${c.sigma}, rate=${c.q}, steps=${c.T})`);
      for (const [r, { sym }] of Object.entries<{ sym: number | null }>(c.fbar_inv_r))
        if (sym !== null) expectSound(f.fBarInv(Number(r)), sym, `fBarInv(${r})`);
      for (const [alpha, { sym }] of Object.entries<{ sym: number | null }>(c.beta))
        if (sym !== null) expectSound(beta(f, Number(alpha)), sym, `f(${alpha})`);
      for (const [delta, { max }] of Object.entries<{ max: number }>(c.eps))
        expectEpsilon(f, Number(delta), max);
      for (const [epsilon, { remove, add }] of Object.entries<{ remove: number; add: number }>(c.delta)) {
        if (remove === null || add === null) continue;
        const truth = Math.max(remove, add);
        expect(f.delta(Number(epsilon))).toBeGreaterThanOrEqual(truth * (1 - 1e-9));
        if (truth > 1e-9) expect(f.delta(Number(epsilon))).toBeLessThan(truth * (1 + 2e-3));
      }
    });
  }

  for (const c of golden('dpsgd-random').cases as Row[]) {
    test(`rate ${c.q}, noise ${c.sigma}, ${c.T} steps`, () => {
      const f = tradeOff(`dpsgd(noise=${c.sigma}, rate=${c.q}, steps=${c.T})`);
      for (const [r, truth] of numbers(c.fsym_1mr)) expectSound(f.fBarInv(r), truth, `fBarInv(${r})`);
      for (const [alpha, truth] of numbers(c.beta_sym)) expectSound(beta(f, alpha), truth, `f(${alpha})`);
      expectEpsilon(f, 1e-5, c.eps_remove_1em5);
    });
  }
});

describe('DP-SGD with a record exchanged, against contour integration', () => {
  for (const c of golden('dpsgd-replace').cases as Row[]) {
    test(`rate ${c.rate}, noise ${c.noise}, ${c.steps} steps`, () => {
      const f = tradeOff(`dpsgd(noise=${c.noise}, rate=${c.rate}, steps=${c.steps}, relation=replace)`);
      // The digits that the reference has.
      const digits = c.digits ?? 1e-9;
      for (const [delta, truth] of numbers(c.epsilon)) {
        expect(f.epsilon(delta)).toBeGreaterThanOrEqual(truth - digits);
        expect(f.epsilon(delta)).toBeLessThan(truth + 3e-5 * Math.max(1, truth));
        expect(f.epsilonLower(delta)).toBeLessThanOrEqual(truth + digits);
        expect(f.epsilonLower(delta)).toBeGreaterThan(truth - 1.2e-4 * Math.max(1, truth));
      }
      for (const [alpha, truth] of numbers(c.beta)) expectSound(beta(f, alpha), truth, `f(${alpha})`);
    });
  }
});

for (const [file, one] of [
  ['laplace-composition', (e: string) => `laplace(scale=1/${e})`],
  ['rr-composition', (e: string) => `randomized-response(epsilon=${e})`],
] as const) {
  for (const row of golden(file).rows as Row[]) {
    test(`${file}: epsilon0 ${row.eps0}, ${row.T} times`, () => {
      const f = tradeOff(`compose(${one(row.eps0)}*${row.T})`);
      for (const [alpha, truth] of numbers(row.beta_at_alpha))
        expectSound(beta(f, alpha), truth, `f(${alpha})`);
      for (const [delta, truth] of numbers(row.eps_at_delta)) expectEpsilon(f, delta, truth);
      for (const [epsilon, truth] of numbers(row.delta_at_eps)) {
        expect(f.delta(epsilon)).toBeGreaterThanOrEqual(truth * (1 - 1e-9));
        expect(f.delta(epsilon)).toBeLessThanOrEqual(truth * (1 + 1e-4));
      }
      expect(f.epsilon(0)).toBeCloseTo(Number(row.eps0) * row.T, 10);
    });
  }
}

test('T Gaussian steps without subsampling are one Gaussian, exactly', () => {
  for (const row of golden('gaussian-composition-q1').rows) {
    for (const claim of [
      `dpsgd(noise=${row.sigma}, rate=1, steps=${row.T})`,
      `compose(gaussian(sigma=${row.sigma})*${row.T})`,
    ]) {
      const f = tradeOff(claim);
      for (const [delta, truth] of numbers(row.eps_at_delta))
        expect(Math.abs(f.epsilon(delta) - truth)).toBeLessThan(1e-10 * truth);
      for (const [alpha, truth] of numbers(row.beta_at_alpha))
        expectSound(beta(f, alpha), truth, `f(${alpha})`);
    }
  }
});
