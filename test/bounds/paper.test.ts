import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import { algorithm3, paper } from '../../src/bounds/index.ts';
import { type Observation, type TradeOff, tradeOff } from '../../src/index.ts';
import { logBinomialTail } from '../../src/numerics/index.ts';
import { golden } from '../support/golden.ts';
import { gaussianInverse, naiveRejects } from '../support/naive.ts';

test('empirical mu and epsilon agree with 40-digit arithmetic to 1e-9', () => {
  for (const { m, k, guesses, correct, tau, delta, mu, epsilon } of golden('algorithm3-gaussian').cases) {
    const [found] = empiricalEpsilon({ m, k, guesses, correct }, 'gaussian', {
      tau,
      deltas: [delta],
      method: 'paper',
    });
    expect(Math.abs((found.parameter as number) - mu)).toBeLessThan(1e-11);
    expect(Math.abs(found.epsilon - epsilon)).toBeLessThan(1e-10);
  }
});

/** Evenly spread, unlike fast-check's doubles, most of which are tiny. */
const between = (low: number, high: number) =>
  fc.integer({ min: 0, max: 1_000_000 }).map((i) => low + ((high - low) * i) / 1_000_000);
const observations = fc
  .tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 2, max: 12 }), between(0, 1), between(0, 1))
  .map(([m, k, a, b]): Observation => {
    const guesses = Math.round(m * a);
    return { m, k, guesses, correct: Math.round(guesses * b) };
  });
const taus = between(1e-6, 0.999);
const curves = fc.oneof(
  between(0.01, 5).map((mu) => `gaussian(mu=${mu})`),
  between(0.01, 6).map((epsilon) => `pure-dp(epsilon=${epsilon})`),
  fc.tuple(between(0, 4), between(1e-7, 0.2)).map(([e, d]) => `approx-dp(epsilon=${e}, delta=${d})`),
  between(0.1, 9).map((scale) => `laplace(scale=${scale})`),
  fc.constantFrom(
    'perfect()',
    'points(0:1, 0.1:0.4, 0.4:0.1, 1:0)',
    'randomized-response(epsilon=1, alphabet=5)',
  ),
);

/** Curves a hair more and a hair less private, to step over rounding at the very edge of a decision. */
function scaled(f: TradeOff, by: number): (y: number) => number {
  return (y) => Math.min(1, f.fBarInv(y) * by);
}

describe('Algorithm 3 and the paper’s recursion without exits', () => {
  test('decide alike, on random hypotheses and observations', () => {
    let rejected = 0;
    fc.assert(
      fc.property(observations, taus, curves, ({ m, k, guesses, correct }, tau, claim) => {
        const f = tradeOff(claim);
        const ours = paper.rejects({ m, k, guesses, correct }, f, tau);
        const naive = (by: number) => naiveRejects(scaled(f, by), m, k, guesses, correct, tau);
        if (ours) {
          rejected++;
          expect(naive(1 + 1e-11)).toBe(true);
        } else expect(naive(1 - 1e-11)).toBe(false);
      }),
      { seed: 9, numRuns: 3000 },
    );
    expect(rejected).toBeGreaterThan(500);
  });

  test('have the same p-value', () => {
    fc.assert(
      fc.property(observations, curves, ({ m, k, guesses, correct }, claim) => {
        const f = tradeOff(claim);
        const p = paper.pValue({ m, k, guesses, correct }, f);
        const rejects = (tau: number) => naiveRejects((y) => f.fBarInv(y), m, k, guesses, correct, tau);
        if (p < 1e-290) expect(rejects(1e-290)).toBe(true);
        else {
          expect(rejects(Math.min(1, p * (1 + 1e-8))) || p === 1).toBe(true);
          expect(rejects(p * (1 - 1e-8))).toBe(false);
        }
      }),
      { seed: 10, numRuns: 1500 },
    );
  });

  test('find the same threshold, by bisection on decisions', () => {
    for (const [m, k, cPrime, c] of [
      [100, 2, 100, 69],
      [1000, 2, 100, 90],
      [500, 3, 200, 140],
      [50, 2, 50, 50],
      [20000, 2, 400, 380],
      [300, 10, 300, 60],
    ]) {
      let low = 0;
      let high = 20;
      for (let i = 0; i < 60; i++) {
        const mid = (low + high) / 2;
        if (naiveRejects(gaussianInverse(mid), m, k, cPrime, c, 0.05)) low = mid;
        else high = mid;
      }
      const found = paper.threshold(
        { m, k, guesses: cPrime, correct: c },
        (mu) => tradeOff(`gaussian(mu=${mu})`),
        0.05,
      ) as number;
      expect(Math.abs(found - low)).toBeLessThan(1e-11);
      expect(
        paper.rejects({ m, k, guesses: cPrime, correct: c }, tradeOff(`gaussian(mu=${found})`), 0.05),
      ).toBe(true);
      expect(
        paper.rejects(
          { m, k, guesses: cPrime, correct: c },
          tradeOff(`gaussian(mu=${found * (1 + 1e-11)})`),
          0.05,
        ),
      ).toBe(false);
    }
  });
});

describe('monotonicity', () => {
  test('epsilon rises with correct and falls with tau', () => {
    fc.assert(
      fc.property(
        observations,
        fc.constantFrom(
          'gaussian',
          'laplace',
          'pure-dp',
          'approx-dp(delta=1e-5)',
          'randomized-response(alphabet=4)',
        ),
        taus,
        (observation, family, tau) => {
          const epsilon = (o: Observation, level: number) =>
            empiricalEpsilon(o, family, { tau: level, method: 'paper' })[0].epsilon;
          const here = epsilon(observation, tau);
          if (observation.correct > 0)
            expect(epsilon({ ...observation, correct: observation.correct - 1 }, tau)).toBeLessThanOrEqual(
              here * (1 + 1e-10),
            );
          expect(epsilon(observation, tau * 0.7)).toBeLessThanOrEqual(here * (1 + 1e-10));
        },
      ),
      { seed: 11, numRuns: 400 },
    );
  });

  test('the p-value falls with correct and rises for less private curves', () => {
    fc.assert(
      fc.property(observations, between(0.01, 4), (observation, mu) => {
        const p = (o: Observation, m: number) => paper.pValue(o, tradeOff(`gaussian(mu=${m})`));
        const here = p(observation, mu);
        if (observation.correct > 0)
          expect(p({ ...observation, correct: observation.correct - 1 }, mu)).toBeGreaterThanOrEqual(
            here * (1 - 1e-10),
          );
        expect(p(observation, mu * 1.1)).toBeGreaterThanOrEqual(here * (1 - 1e-10));
      }),
      { seed: 12, numRuns: 400 },
    );
  });

  test('on pure-dp it never beats the exact binomial tail', () => {
    fc.assert(
      fc.property(observations, between(0, 5), (observation, epsilon) => {
        const { k, guesses, correct } = observation;
        const q = 1 / (1 + (k - 1) * Math.exp(-epsilon));
        const p = paper.pValue(observation, tradeOff(`pure-dp(epsilon=${epsilon})`));
        const tail = logBinomialTail(guesses, q, correct);
        if (p > 1e-290) expect(Math.log(p)).toBeGreaterThanOrEqual(tail - 1e-9);
        else expect(tail).toBeLessThan(Math.log(1e-290));
      }),
      { seed: 13, numRuns: 2000 },
    );
  });
});

test('nothing guessed or nothing right proves nothing', () => {
  for (const observation of [
    { m: 10, k: 2, guesses: 0, correct: 0 },
    { m: 10, k: 2, guesses: 10, correct: 0 },
    { m: 100, k: 5, guesses: 50, correct: 10 },
  ]) {
    expect(paper.pValue(observation, tradeOff('perfect()'))).toBeGreaterThan(0.05);
    expect(empiricalEpsilon(observation, 'gaussian', { method: 'paper' })[0]).toMatchObject({
      epsilon: 0,
      parameter: null,
    });
  }
});

test('a p-value below the doubles is the smallest positive number', () => {
  const all = { m: 10_000, k: 2, guesses: 10_000, correct: 10_000 };
  const f = tradeOff('pure-dp(epsilon=0.5)');
  expect(paper.pValue(all, f)).toBe(Number.MIN_VALUE);
  expect(paper.rejects(all, f, 1e-250)).toBe(true);
});

test('the total is rounded towards acceptance: a fair coin’s own tail is never undercut', () => {
  // At c = c' the recursion is tight for perfect privacy: p = 2^-c'.
  for (const c of [1, 2, 5, 20]) {
    const p = paper.pValue({ m: c, k: 2, guesses: c, correct: c }, tradeOff('perfect()'));
    expect(p).toBeGreaterThanOrEqual(0.5 ** c);
    expect(p).toBeLessThan(0.5 ** c * (1 + 1e-11));
  }
});

test('the total has one side of 1 at each ceiling', () => {
  fc.assert(
    fc.property(observations, taus, curves, (observation, tau, claim) => {
      const f = tradeOff(claim);
      const totals = [1, 2, 8, 1e9].map((ceiling) => algorithm3(observation, f, tau, ceiling) > 1);
      expect(new Set(totals).size).toBe(1);
    }),
    { seed: 14, numRuns: 1000 },
  );
});

test('asynchronous and synchronous forms agree', () => {
  const observation = { m: 1000, k: 2, guesses: 100, correct: 90 };
  const f = tradeOff('gaussian(mu=0.5)');
  expect(paper.pValue(observation, f)).toBe(paper.pValue(observation, f));
  expect(paper.rejects(observation, f, 0.05)).toBe(paper.rejects(observation, f, 0.05));
});
