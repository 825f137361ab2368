import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOUNDS, optimal, paper, provenBound, worstLaw } from '../../src/bounds/index.ts';
import { findOptimum } from '../../src/bounds/optimal/search.ts';
import {
  certify,
  family,
  InvalidInput,
  type Side,
  type TradeOff,
  tradeOff,
  verifyCertificate,
} from '../../src/index.ts';
import { normalCdf } from '../../src/numerics/index.ts';
import { bestOfAll } from '../support/all-mechanisms.ts';
import { gaussianInverse, naiveRejects } from '../support/naive.ts';
import { naiveBound } from '../support/naive-verifier.ts';

type Guarantee = readonly [epsilon: number, delta: number];

/** The curve of guarantees that hold in one order only: their lines, without the mirror images. */
function oneOrder(guarantees: readonly Guarantee[]): TradeOff {
  const lines = guarantees.map(([epsilon, delta]) => [Math.exp(epsilon), delta] as const);
  const text = guarantees.map(([epsilon, delta]) => `${epsilon}:${delta}`).join(', ');
  const lowest = (x: number) => lines.reduce((a, b) => (b[0] * x + b[1] < a[0] * x + a[1] ? b : a));
  return {
    ...tradeOff(`profile(${text})`),
    symmetric: false,
    fBar: (x) => Math.min(1, ...lines.map(([slope, delta]) => slope * x + delta)),
    fBarInv: (y) => Math.max(0, ...lines.map(([slope, delta]) => (y - delta) / slope)),
    slope: (x) => lowest(x)[0],
  };
}

const tangentsOf = (claim: string, epsilons: readonly number[]): Guarantee[] =>
  epsilons.map((epsilon) => [epsilon, tradeOff(claim).delta(epsilon)]);

const CURVES: readonly (readonly [string, readonly Guarantee[]])[] = [
  ['a Gaussian, by tangents', tangentsOf('gaussian(mu=1)', [0, 0.5, 1, 2])],
  [
    'two (epsilon, delta)',
    [
      [0, 0.25],
      [1, 0.02],
    ],
  ],
];

describe.each(CURVES)('no mechanism with one order of %s exceeds the one-sided bounds', (_, guarantees) => {
  test.each([2, 3, 4])('m = %i, every number of guesses', async (m) => {
    const f = oneOrder(guarantees);
    for (let guesses = 1; guesses <= m; guesses++)
      for (let correct = 1; correct <= guesses; correct++) {
        const side: Side = (guesses + correct) % 2 === 0 ? 'in' : 'out';
        const best = await bestOfAll(m, 2, guesses, correct, guarantees, side);
        const observation = { m, k: 2, guesses, correct, sides: side };
        const [ours, papers] = [optimal.pValue(observation, f), paper.pValue(observation, f)];
        expect(best, `${guesses} ${correct}`).toBeLessThanOrEqual(ours * (1 + 1e-7));
        expect(ours).toBeLessThanOrEqual(papers);
      }
  });
});

test('two canaries, one guess: (1 + delta) / 2 is attained, where both sides allow 1/2 + delta', async () => {
  const f = tradeOff('approx-dp(epsilon=0, delta=0.2)');
  const observation = { m: 2, k: 2, guesses: 1, correct: 1 };
  expect(optimal.pValue({ ...observation, sides: 'in' }, f)).toBeCloseTo(0.6, 6);
  expect(await bestOfAll(2, 2, 1, 1, [[0, 0.2]], 'in')).toBeCloseTo(0.6, 6);
  expect(optimal.pValue(observation, f)).toBeCloseTo(0.7, 6);
});

test('the other order is no substitute: mechanisms that keep only that one exceed the bound', async () => {
  const guarantees: Guarantee[] = [[0.3, 0]];
  const observation = { m: 4, k: 2, guesses: 1, correct: 1, sides: 'out' as const };
  const bound = paper.pValue(observation, oneOrder(guarantees));
  expect(await bestOfAll(4, 2, 1, 1, guarantees, 'out', 'out')).toBeLessThanOrEqual(bound * (1 + 1e-7));
  expect(await bestOfAll(4, 2, 1, 1, guarantees, 'out', 'in')).toBeGreaterThan(1.01 * bound);
});

test('the reference: 90 of 100 guesses on one side of 1,000 canaries', () => {
  const f = tradeOff('gaussian(mu=0.6025)');
  const observation = { m: 1000, k: 2, guesses: 100, correct: 90 };
  expect(optimal.pValue(observation, f)).toBeCloseTo(0.0416, 4);
  for (const sides of ['in', 'out'] as const) {
    expect(Math.abs(optimal.pValue({ ...observation, sides }, f) / 0.022 - 1)).toBeLessThan(0.01);
    expect(paper.pValue({ ...observation, sides }, f)).toBeCloseTo(0.02628, 5);
  }
});

test('Algorithm 3 on one side is the paper’s recursion with half the canaries', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.1, max: 2, noNaN: true }),
      fc.double({ min: 1e-4, max: 0.9, noNaN: true }),
      (m, some, share, mu, tau) => {
        const guesses = Math.min(m, some);
        const correct = Math.round(share * guesses);
        const observation = { m, k: 2, guesses, correct, sides: 'in' as const };
        const naive = (level: number) => naiveRejects(gaussianInverse(mu), m / 2, 2, guesses, correct, level);
        const rejected = paper.rejects(observation, tradeOff(`gaussian(mu=${mu})`), tau);
        // Where the two levels around tau differ, rounding decides.
        if (naive(tau * (1 - 1e-9)) === naive(tau * (1 + 1e-9))) expect(rejected).toBe(naive(tau));
      },
    ),
  );
});

test('on one side the same counts never prove less than on both', () => {
  const claims = ['gaussian(mu=0.8)', 'laplace(scale=1)', 'approx-dp(epsilon=1, delta=0.01)'];
  fc.assert(
    fc.property(
      fc.constantFrom(...claims),
      fc.integer({ min: 2, max: 300 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      fc.double({ min: 0.5, max: 1, noNaN: true }),
      (claim, m, part, share) => {
        const guesses = Math.max(1, Math.round(part * m));
        const observation = { m, k: 2, guesses, correct: Math.round(share * guesses) };
        for (const { pValue } of [BOUNDS.paper, BOUNDS.optimal])
          expect(pValue({ ...observation, sides: 'out' }, tradeOff(claim))).toBeLessThanOrEqual(
            pValue(observation, tradeOff(claim)) * (1 + 1e-6),
          );
      },
    ),
    { numRuns: 40 },
  );
});

describe('certificates of one-sided guesses', () => {
  const f = tradeOff('gaussian(sigma=2)');

  test('hold in exact arithmetic with half the canaries, of odd numbers too', () => {
    for (const m of [1000, 1001]) {
      const certificate = certify({ m, guesses: 100, correct: 90, sides: 'in' }, f);
      expect(verifyCertificate(certificate, f)).toBe(certificate.bound);
      expect(naiveBound(certificate)).toBeLessThanOrEqual(certificate.bound * (1 + 1e-15));
    }
  });

  test('are no proof without their side', () => {
    const { observation, ...rest } = certify({ m: 1000, guesses: 100, correct: 90, sides: 'in' }, f);
    const { sides: _, ...both } = observation;
    expect(provenBound({ observation: both, ...rest })).toBeGreaterThan(rest.bound);
    expect(() => verifyCertificate({ observation: both, ...rest }, f)).toThrow('invalid bound');
  });
});

describe('DP-SGD on one side is tested with one direction of its curve', () => {
  const f = tradeOff('dpsgd(noise=1, rate=0.02, steps=200)');

  test('guessing in with removal’s, guessing out with addition’s', () => {
    const [removed, added] = [f.oneWay?.('in'), f.oneWay?.('out')];
    for (const epsilon of [0.5, 1, 2]) {
      expect(removed?.delta(epsilon)).toBeCloseTo(f.delta(epsilon), 9);
      expect(added?.delta(epsilon)).toBeLessThan(0.95 * f.delta(epsilon));
    }
    const observation = { m: 1000, k: 2, guesses: 100, correct: 75 };
    const pValue = (sides?: Side) =>
      optimal.pValue(sides === undefined ? observation : { ...observation, sides }, f);
    expect(pValue('in')).toBeLessThan(pValue());
    expect(pValue('out')).toBeLessThan(pValue('in'));
  });

  test('whose events a single step attains and never exceeds, in both directions', () => {
    // One step: P with the record, Q without. The events {x >= t} and {x <= t} are the most telling ones.
    const [noise, rate] = [0.8, 0.3];
    const one = tradeOff(`dpsgd(noise=${noise}, rate=${rate}, steps=1)`);
    const above = (t: number, mean: number) => 1 - normalCdf((t - mean) / noise);
    for (const t of [-2, -1, 0, 0.5, 1, 2, 3]) {
      const out = above(t, 0);
      const inside = (1 - rate) * out + rate * above(t, 1);
      const pairs = [
        ['in', inside, out],
        ['out', 1 - out, 1 - inside],
      ] as const;
      for (const [side, y, x] of pairs) {
        const curve = one.oneWay?.(side) ?? one;
        expect(curve.fBar(x)).toBeGreaterThanOrEqual(y * (1 - 1e-12));
        expect(curve.fBarInv(y)).toBeLessThanOrEqual(x * (1 + 1e-12));
        // Where the slope is above 1 it is the exact curve, up to the grid.
        if (y > x && curve.slope(x) > 1.05) expect(curve.fBar(x)).toBeLessThan(y * (1 + 1e-4));
      }
    }
  });
});

test('sides are refused where there is no in and out, and where no worst mechanism is known', () => {
  const observation = { m: 10, k: 3, guesses: 5, correct: 5, sides: 'in' as const };
  expect(() => paper.pValue(observation, tradeOff('gaussian(sigma=1)'))).toThrow(InvalidInput);
  expect(() => worstLaw({ ...observation, k: 2 }, tradeOff('gaussian(sigma=1)'))).toThrow(
    'no worst mechanism',
  );
});

describe('more than half of the canaries guessed', () => {
  test('one canary: a guess that is always "in" is right by the coin, and nothing larger is said to be attained', () => {
    const observation = { m: 1, k: 2, guesses: 1, correct: 1, sides: 'in' } as const;
    const f = tradeOff('gaussian(mu=1)');
    expect(optimal.pValue(observation, f)).toBeCloseTo(0.5, 12);
    expect(findOptimum(observation, f).attained).toBeLessThanOrEqual(0.5);
  });

  test('a proof without flat lines says that the optimum may be smaller', () => {
    // 0.007366 by a linear program with all lines.
    const observation = { m: 28, k: 2, guesses: 28, correct: 23, sides: 'in' } as const;
    const f = tradeOff('profile(0.1674:0.02464, 0.6069:0.0001669, 0.7881:2.4e-9)');
    expect(optimal.remark?.(observation, f)).toMatch(/^proved 0\.00\d+: the optimum may be smaller$/);
  });

  test('pure differential privacy is searched by its binomial', () => {
    const observation = { m: 237, k: 2, guesses: 197, correct: 162, sides: 'in' } as const;
    const t = optimal.threshold(observation, (epsilon) => family('pure-dp').at(epsilon), 0.5) ?? 0;
    expect(optimal.pValue(observation, family('pure-dp').at(t))).toBeGreaterThan(0.5 * (1 - 1e-5));
  });
});
