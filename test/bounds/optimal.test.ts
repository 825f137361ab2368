import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import { optimal, paper, steinke, worstLaw } from '../../src/bounds/index.ts';
import { findOptimum } from '../../src/bounds/optimal/search.ts';
import { toReplace } from '../../src/claims/index.ts';
import { certify, family, tradeOff, verifyCertificate } from '../../src/index.ts';
import { binomialTail } from '../../src/numerics/index.ts';
import { bestOfAll } from '../support/all-mechanisms.ts';
import { golden, relativeError } from '../support/golden.ts';

describe('the reference', () => {
  test.each<{
    m: number;
    k: number;
    guesses: number;
    correct: number;
    mu: number;
    lower: number;
    upper: number;
    paper: number;
  }>(golden('optimal').cases)('$correct of $guesses, k = $k, mu = $mu', (reference) => {
    const p = optimal.pValue(reference, tradeOff(`gaussian(mu=${reference.mu})`));
    expect(p).toBeGreaterThanOrEqual(reference.lower);
    expect(p).toBeLessThanOrEqual(reference.upper);
    expect(p).toBeLessThan(reference.paper);
  });

  test.each([
    [100, 100, 69, 1.038],
    [1000, 78, 72, 2.66],
    [1000, 100, 90, 2.523],
    [1000, 1000, 691, 1.366],
    [10_000, 316, 297, 3.139],
    [100_000, 794, 764, 3.428],
    [100_000, 1500, 1429, 3.371],
    [1_000_000, 1000, 980, 3.611],
  ])('m = %i, %i guesses, %i right prove epsilon %f', (m, guesses, correct, epsilon) => {
    const [found] = empiricalEpsilon({ m, k: 2, guesses, correct }, 'gaussian');
    expect(found.epsilon).toBeGreaterThanOrEqual(epsilon);
    expect(found.epsilon).toBeLessThan(epsilon + 0.01);
    // The member at the bound is rejected, with a certificate of its own, and the next ones are not.
    const { bound } = certify({ m, k: 2, guesses, correct }, family('gaussian').at(found.parameter ?? 0));
    expect(bound).toBeLessThanOrEqual(0.05);
    expect(bound).toBeGreaterThan(0.05 * (1 - 1e-5));
  });
});

describe('(epsilon, delta)', () => {
  test('pure differential privacy gives the binomial tail', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 100 }),
        (guesses, share, k, tenths, abstained) => {
          const correct = Math.max(1, Math.round((guesses * share) / 100));
          const epsilon = tenths / 10;
          const p = optimal.pValue(
            { m: guesses + abstained, k, guesses, correct },
            tradeOff(`pure-dp(epsilon=${epsilon})`),
          );
          const q = 1 / (1 + (k - 1) * Math.exp(-epsilon));
          const tail = binomialTail(guesses, q, correct);
          expect(p).toBeGreaterThanOrEqual(tail * (1 - 1e-12));
          if (tail > 1e-290) expect(relativeError(p, tail)).toBeLessThan(1e-6);
        },
      ),
      { seed: 52, numRuns: 400 },
    );
  });

  test('below the mean, where nobody rejects, the baseline’s formula is no bound: a mechanism exceeds it', async () => {
    const observation = { m: 2, k: 2, guesses: 2, correct: 1 };
    const f = tradeOff('approx-dp(epsilon=2, delta=0.01)');
    const attained = await bestOfAll(2, 2, 2, 1, [[2, 0.01]]);
    expect(attained).toBeCloseTo(0.98712, 5);
    expect(steinke.pValue(observation, f)).toBeCloseTo(0.98636, 5);
    expect(optimal.pValue(observation, f)).toBeCloseTo(attained, 8);
  });

  test('never weaker than the baseline, in p-values and in epsilon', () => {
    for (const { m, guesses, correct, delta, tau, epsilon } of golden('steinke').cases) {
      const observation = { m, k: 2, guesses, correct };
      const [found] = empiricalEpsilon(observation, `approx-dp(delta=${delta})`, { tau });
      expect(found.epsilon).toBeGreaterThanOrEqual(epsilon - 1e-6);
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 50, max: 100 }),
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom(1e-7, 1e-5, 1e-3),
        fc.integer({ min: 1, max: 20 }),
        (guesses, share, tenths, delta, spread) => {
          const mean = guesses / (1 + Math.exp(-tenths / 10));
          const correct = Math.ceil(mean + ((guesses - mean) * (share - 50)) / 50);
          const observation = { m: guesses * spread, k: 2, guesses, correct };
          const f = tradeOff(`approx-dp(epsilon=${tenths / 10}, delta=${delta})`);
          expect(optimal.pValue(observation, f)).toBeLessThanOrEqual(
            steinke.pValue(observation, f) * (1 + 1e-6),
          );
        },
      ),
      { seed: 53, numRuns: 300 },
    );
  });
});

const CURVES = fc.constantFrom(
  'gaussian(mu=0.1)',
  'gaussian(mu=0.7)',
  'gaussian(mu=2.2)',
  'laplace(scale=0.8)',
  'laplace(scale=3)',
  'pure-dp(epsilon=0.7)',
  'approx-dp(epsilon=0.3, delta=0.02)',
  'approx-dp(epsilon=1.5, delta=1e-4)',
  'randomized-response(epsilon=1, alphabet=3)',
  'dpsgd(noise=0.8, rate=0.05, steps=60)',
  'compose(laplace(scale=2)*3, gaussian(sigma=2))',
  'profile(0:0.3, 1:0.01)',
  'points(0:0.9, 0.1:0.6, 0.4:0.2, 1:0)',
  'perfect()',
);

const observations = fc
  .record({
    m: fc.integer({ min: 1, max: 1500 }),
    share: fc.integer({ min: 1, max: 100 }),
    part: fc.integer({ min: 0, max: 100 }),
    k: fc.constantFrom(2, 2, 3, 7),
  })
  .map(({ m, share, part, k }) => {
    const guesses = Math.max(1, Math.round((m * share) / 100));
    return { m, k, guesses, correct: Math.round((guesses * part) / 100) };
  });

test('never above Algorithm 3, never below what some mechanism attains, and close to it', () => {
  fc.assert(
    fc.property(observations, CURVES, (observation, claim) => {
      const f = tradeOff(claim);
      const p = optimal.pValue(observation, f);
      expect(p).toBeLessThanOrEqual(paper.pValue(observation, f));
      if (!f.symmetric) return;
      const attained = worstLaw(observation, f)
        .subarray(observation.correct)
        .reduce((sum, x) => sum + x, 0);
      // Near the end of the doubles neither number has any digits left.
      if (p < 1e-290) return;
      expect(p).toBeGreaterThanOrEqual(attained * (1 - 1e-8));
      expect(attained).toBeGreaterThan(p * (1 - 4e-3));
    }),
    { seed: 54, numRuns: 250 },
  );
});

test('with every guess right it is Algorithm 3', () => {
  fc.assert(
    fc.property(observations, CURVES, ({ m, k, guesses }, claim) => {
      const f = tradeOff(claim);
      const observation = { m, k, guesses, correct: guesses };
      expect(relativeError(optimal.pValue(observation, f), paper.pValue(observation, f))).toBeLessThan(1e-6);
    }),
    { seed: 55, numRuns: 100 },
  );
});

test('more right guesses and more private curves only lower the p-value', () => {
  const at = (correct: number, mu: number) =>
    optimal.pValue({ m: 80, k: 2, guesses: 40, correct }, tradeOff(`gaussian(mu=${mu})`));
  for (let correct = 1; correct <= 40; correct++)
    for (const mu of [0.3, 0.8, 1.6]) {
      expect(at(correct, mu)).toBeLessThanOrEqual(at(correct - 1, mu) * (1 + 1e-5));
      expect(at(correct, mu)).toBeLessThanOrEqual(at(correct, 1.1 * mu) * (1 + 1e-5));
    }
});

describe('at every size', () => {
  test.each([
    ['gaussian(mu=0.0025)', 10_000_000, 2, 10_000_000, 5_006_000],
    ['approx-dp(epsilon=1, delta=1e-6)', 10_000_000, 2, 10_000_000, 7_313_000],
    ['randomized-response(epsilon=1, alphabet=10)', 1_000_000, 2, 1_000_000, 731_500],
    ['gaussian(mu=0.7)', 10_000_000, 2, 100_000, 93_000],
  ])('%s, m = %i: proof and attained value meet', (claim, m, k, guesses, correct) => {
    const observation = { m, k, guesses, correct };
    const f = tradeOff(claim);
    const { certificate, attained } = findOptimum(observation, f);
    expect(verifyCertificate(certificate, f)).toBe(certificate.bound);
    expect(certificate.bound).toBeLessThan(paper.pValue(observation, f) * 0.99);
    expect(certificate.bound / attained - 1).toBeLessThan(1e-4);
    expect(optimal.remark?.(observation, f)).toBeNull();
  });

  test('pure differential privacy is the binomial tail', () => {
    for (const [m, epsilon, correct] of [
      [1_000_000, 1, 731_812],
      [10_000_000, 0.01, 5_030_000],
      [10_000_000, 3, 9_526_000],
    ]) {
      const observation = { m, k: 2, guesses: m, correct };
      const f = tradeOff(`pure-dp(epsilon=${epsilon})`);
      const tail = binomialTail(m, 1 / (1 + Math.exp(-epsilon)), correct);
      expect(relativeError(optimal.pValue(observation, f), tail)).toBeLessThan(1e-8);
      expect(relativeError(certify(observation, f).bound, tail)).toBeLessThan(1e-6);
    }
  });
});

test('every guess right against (epsilon, delta), many guesses: the certificate proves what Algorithm 3 says', () => {
  const observation = { m: 1154, k: 10, guesses: 1154, correct: 1154 };
  const f = tradeOff('approx-dp(epsilon=0.217, delta=0.002189)');
  expect(certify(observation, f).bound).toBeCloseTo(0.002189, 9);
  expect(optimal.remark?.(observation, f)).toBeNull();
});

test.each([
  ['gaussian(mu=0.0103)', { m: 7563, k: 2, guesses: 1063, correct: 869 }],
  ['gaussian(mu=0.07758)', { m: 1510, k: 2, guesses: 1510, correct: 1229 }],
  ['gaussian(mu=0.01435)', { m: 4255, k: 10, guesses: 4255, correct: 765 }],
])('%s, far out: proof and attained value meet', (claim, observation) => {
  const { certificate, attained } = findOptimum(observation, tradeOff(claim));
  expect(attained).toBeLessThan(1e-39);
  expect(certificate.bound / attained - 1).toBeLessThan(1e-5);
});

test('what is said to be attained is not above a p-value that is proved', () => {
  const f = toReplace(tradeOff('compose(laplace(scale=5.984)*5)'));
  const observation = { m: 45, k: 10, guesses: 45, correct: 45 };
  expect(findOptimum(observation, f).attained).toBeLessThan(1.1e-20);
  expect(optimal.remark?.(observation, f)).toBeNull();
});
