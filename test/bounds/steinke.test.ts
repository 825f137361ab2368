import fc from 'fast-check';
import { expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import { paper, steinke } from '../../src/bounds/index.ts';
import { tradeOff } from '../../src/index.ts';
import { binomialTail } from '../../src/numerics/index.ts';
import { golden } from '../support/golden.ts';

test('epsilon agrees with the reference to 1e-9', () => {
  for (const { m, guesses, correct, delta, tau, epsilon } of golden('steinke').cases) {
    const observation = { m, k: 2, guesses, correct };
    const [found] = empiricalEpsilon(observation, `approx-dp(delta=${delta})`, {
      tau,
      method: 'steinke',
    });
    expect(Math.abs(found.epsilon - epsilon)).toBeLessThan(1e-9);
    expect(found.parameter === null).toBe(epsilon === 0);
  }
});

test('the p-value equals the formula written out', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 1000 }).map((i) => 0 + (1 * i) / 1000),
      fc.integer({ min: 0, max: 1000 }).map((i) => 0 + (6 * i) / 1000),
      fc.constantFrom(0, 1e-6, 1e-3, 0.1),
      (r, share, epsilon, delta) => {
        const v = Math.round(r * share);
        const m = 2 * r;
        const q = Math.exp(epsilon) / (1 + Math.exp(epsilon));
        const tail = (t: number) => binomialTail(r, q, t);
        let steepest = 0;
        for (let i = 1; i <= v; i++) steepest = Math.max(steepest, (tail(v - i) - tail(v)) / i);
        const naive = Math.min(1, tail(v) + 2 * m * delta * steepest);
        const ours = steinke.pValue(
          { m, k: 2, guesses: r, correct: v },
          tradeOff(`approx-dp(epsilon=${epsilon}, delta=${delta})`),
        );
        expect(Math.abs(ours - naive)).toBeLessThan(2e-10 * naive + 1e-300);
      },
    ),
    { seed: 15, numRuns: 1500 },
  );
});

test('a count far above the mode is fast and exact', () => {
  const observation = { m: 10_000_000, k: 2, guesses: 10_000_000, correct: 9_000_000 };
  const p = steinke.pValue(observation, tradeOff('approx-dp(epsilon=0, delta=1e-9)'));
  // All probability lies just above half: F(v - i) = 1 from i = 4,000,000 on, a little more for its spread.
  expect(p).toBeCloseTo((2 * 10_000_000 * 1e-9) / 4_000_000, 10);
});

test('it answers for two options and single guarantees only, and says so', () => {
  const f = tradeOff('gaussian(mu=1)');
  const observation = { m: 10, k: 2, guesses: 10, correct: 9 };
  expect(steinke.whyNot(observation, f)).toContain('(epsilon, delta) claims only, not gaussian(mu=1)');
  expect(steinke.whyNot({ ...observation, k: 3 }, tradeOff('pure-dp(epsilon=1)'))).toContain(
    'two options per canary, not 3',
  );
  expect(() => steinke.pValue(observation, f)).toThrow('(epsilon, delta) claims only');
  expect(() => steinke.pValue({ ...observation, k: 3 }, tradeOff('pure-dp(epsilon=1)'))).toThrow(
    'needs 2: 3',
  );
});

test('at levels below what p-values are told apart at, nothing is refuted', () => {
  // The true tail is 2^-1000, about 9e-302: above a tau of 1e-310, though both underflow to the same mark.
  const observation = { m: 1000, k: 2, guesses: 1000, correct: 1000 };
  const f = tradeOff('pure-dp(epsilon=0)');
  expect(steinke.pValue(observation, f)).toBe(Number.MIN_VALUE);
  expect(steinke.rejects(observation, f, 1e-310)).toBe(false);
  expect(steinke.rejects(observation, f, 1e-299)).toBe(true);
  expect(paper.rejects(observation, f, 1e-310)).toBe(false);
  expect(steinke.threshold(observation, (t) => tradeOff(`pure-dp(epsilon=${t})`), 1e-310)).toBeNull();
});
