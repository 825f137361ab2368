import { describe, expect, test } from 'vitest';
import { beta } from '../../src/claims/index.ts';
import { lossCurve } from '../../src/claims/resolve.ts';
import { compare, parseClaim, tradeOff } from '../../src/index.ts';
import { logBinomialTail, normalCdf } from '../../src/numerics/index.ts';
import { findFunctionFault } from '../support/function-fault.ts';
import { naiveDelta } from '../support/naive.ts';

const CLAIMS = [
  'dpsgd(noise=1, rate=0.01, steps=1000)',
  'dpsgd(noise=0.8, rate=0.001, steps=300)',
  'dpsgd(noise=0.3, rate=0.01, steps=1)',
  'dpsgd(noise=50, rate=1e-4, steps=100000)',
  'dpsgd(noise=4, rate=0.3, steps=500)',
  'compose(dpsgd(noise=1, rate=.01, steps=500), dpsgd(noise=.8, rate=.02, steps=500))',
  'compose(laplace(scale=3)*7, gaussian(sigma=4), randomized-response(epsilon=0.1, alphabet=3)*10)',
  'compose(approx-dp(epsilon=0.1, delta=1e-6)*30)',
  'compose(profile(0:0.1, 0.5:1e-4)*5)',
  'compose(points(0:1, 0.1:0.8, 0.8:0.1, 1:0)*3)',
];

describe.each(CLAIMS)('%s', (claim) => {
  const f = tradeOff(claim);

  test('is convex, decreasing, symmetric and below 1 - x', () => {
    expect(findFunctionFault((alpha) => beta(f, alpha))).toBeNull();
    for (let alpha = 0.003; alpha < 1; alpha += 0.0171) {
      const there = beta(f, alpha);
      if (there > 1e-6 && there < 1 - 1e-6) expect(Math.abs(beta(f, there) - alpha)).toBeLessThan(1e-9);
    }
    expect(f.gap).toBeLessThan(2e-4);
  });

  test('has the profile of its own curve', () => {
    for (const epsilon of [0, 0.05, 0.5, 2]) {
      const naive = naiveDelta(f, epsilon);
      expect(f.delta(epsilon)).toBeGreaterThanOrEqual(naive - 1e-10);
      expect(f.delta(epsilon)).toBeLessThan(naive + 1e-4);
    }
    for (const delta of [1e-3, 1e-6, 1e-10]) {
      const epsilon = f.epsilon(delta);
      if (epsilon > 0 && epsilon < Infinity) expect(f.delta(epsilon)).toBeLessThanOrEqual(delta * (1 + 1e-9));
      expect(f.epsilonLower(delta)).toBeLessThanOrEqual(epsilon);
    }
  });

  test('gives the same answers in any order: the pointer along rising arguments is only a hint', () => {
    const rs = Array.from({ length: 200 }, (_, i) => Math.exp(-25 + i * 0.125));
    const rising = rs.map((r) => f.fBarInv(r));
    const falling = rs
      .toReversed()
      .map((r) => f.fBarInv(r))
      .toReversed();
    expect(falling).toEqual(rising);
    expect(rising.every((x, i) => i === 0 || x >= rising[i - 1])).toBe(true);
  });
});

/** One step has its curve in closed form: the maximum of the lines of both orders, epsilon by epsilon. */
function naiveStep(q: number, sigma: number, r: number): number {
  const upper = (x: number) => (1 - q) * normalCdf(-x / sigma) + q * normalCdf((1 - x) / sigma);
  const position = (epsilon: number) => 0.5 + sigma * sigma * Math.log1p(Math.expm1(epsilon) / q);
  const delta = (epsilon: number) => {
    const x = position(epsilon);
    const remove = upper(x) - Math.exp(epsilon) * normalCdf(-x / sigma);
    if (Math.expm1(-epsilon) / q <= -1) return remove;
    const y = position(-epsilon);
    return Math.max(remove, normalCdf(y / sigma) - Math.exp(epsilon) * (1 - upper(y)));
  };
  let most = 0;
  for (let i = 0; i <= 40000; i++) {
    const epsilon = i === 0 ? 0 : Math.exp(-16 + (20 * i) / 40000);
    const d = delta(epsilon);
    most = Math.max(most, Math.exp(-epsilon) * (r - d), 1 - d - Math.exp(epsilon) * (1 - r));
  }
  return most;
}

test.each([
  [0.01, 1],
  [0.01, 0.3],
  [1e-4, 50],
  [1e-4, 0.3],
  [0.3, 0.7],
  [0.999, 0.5],
])('one step at rate %f, noise %f has the curve of its formula', (q, sigma) => {
  const f = tradeOff(`dpsgd(noise=${sigma}, rate=${q}, steps=1)`);
  for (const r of [1e-8, 1e-6, 1e-4, 0.01, 0.1, 0.5, 0.9, 0.999]) {
    const naive = naiveStep(q, sigma, r);
    if (naive < 1e-9) continue;
    // The naive maximum over a grid falls short a little.
    expect(f.fBarInv(r)).toBeLessThan(naive * (1 + 1e-5));
    expect(f.fBarInv(r)).toBeGreaterThan(naive * (1 - 1e-4));
  }
});

test('composing with the identity changes nothing, and a repeated part is the part repeated', () => {
  const same = (a: string, b: string) => {
    const [f, g] = [tradeOff(a), tradeOff(b)];
    for (const r of [1e-9, 1e-5, 0.01, 0.5, 0.99]) expect(f.fBarInv(r)).toBe(g.fBarInv(r));
    expect(f.epsilon(1e-5)).toBe(g.epsilon(1e-5));
  };
  const one = 'dpsgd(noise=1, rate=0.01, steps=200)';
  same(one, `compose(${one}, perfect()*10)`);
  same(one, `compose(dpsgd(noise=1, rate=0.01, steps=50)*3, dpsgd(noise=1, rate=0.01, steps=50))`);
  same('compose(laplace(scale=2)*6)', 'compose(compose(laplace(scale=2)*2)*3)');
});

test('the accountant agrees with closed forms where there are any', () => {
  const pairs = [
    ['gaussian(sigma=1)', 'gaussian(sigma=1)'],
    ['laplace(scale=1)', 'laplace(scale=1)'],
    ['randomized-response(epsilon=1, alphabet=5)', 'randomized-response(epsilon=1, alphabet=5)'],
    ['approx-dp(epsilon=1, delta=0.01)', 'approx-dp(epsilon=1, delta=0.01)'],
  ];
  for (const [through, exactly] of pairs) {
    const f = lossCurve(parseClaim(through));
    const g = tradeOff(exactly);
    for (const r of [1e-7, 1e-4, 0.02, 0.3, 0.7, 0.95]) {
      expect(f.fBarInv(r)).toBeLessThanOrEqual(g.fBarInv(r) * (1 + 1e-10) + 1e-14);
      expect(f.fBarInv(r)).toBeGreaterThanOrEqual(g.fBarInv(r) * (1 - 1e-4) - 1e-9);
    }
  }
  expect(
    compare(
      tradeOff('compose(approx-dp(epsilon=0, delta=0.1)*2)'),
      tradeOff('approx-dp(epsilon=0, delta=0.19)'),
    ),
  ).toBe('equal');
  expect(tradeOff('compose(pure-dp(epsilon=0)*5)').epsilon(0)).toBe(0);
});

test('what cannot be met in bounded memory is refused in one sentence', () => {
  expect(() => tradeOff('compose(laplace(scale=3)*1e12)')).toThrow(
    /^cannot compute this curve accurately in bounded memory; it needs .* grid points/,
  );
  expect(() => tradeOff('dpsgd(noise=0.3, rate=0.1, steps=100000)')).toThrow(
    /^cannot compute this curve; the privacy loss of all runs together is above 700: there is no privacy left/,
  );
  expect(() => tradeOff('dpsgd(noise=1e-3, rate=0.5, steps=1)')).toThrow(
    /^cannot compute this curve; the privacy loss of a single run reaches/,
  );
  expect(() => tradeOff('compose(laplace(scale=1e-3)*2)')).toThrow('privacy loss of a single run reaches');
  expect(() => tradeOff('dpsgd(noise=1, rate=0.5, steps=10000000)')).toThrow('no privacy left');
});

test('many repetitions of an exact mechanism stay sound to the last digit that counts', () => {
  for (const [epsilon, runs] of [
    [0.01, 100_000],
    [0.003, 1_000_000],
    [0.5, 300],
  ]) {
    const f = tradeOff(`compose(randomized-response(epsilon=${epsilon})*${runs})`);
    const p = 1 / (1 + Math.exp(-epsilon));
    const q = 1 / (1 + Math.exp(epsilon));
    // The loss is epsilon times (2 J - runs), J binomial: both tails are known.
    for (let z = -1; z < 9; z += 0.37) {
      const j = Math.round(runs * p + z * Math.sqrt(runs * p * q));
      if (j > runs || 2 * j < runs) continue;
      const upper = Math.exp(logBinomialTail(runs, p, j, q));
      const lower = Math.exp(logBinomialTail(runs, q, j, p));
      expect(f.fBarInv(upper)).toBeLessThanOrEqual(lower);
      if (lower > 1e-9) expect(f.fBarInv(upper)).toBeGreaterThan(lower * (1 - 1e-4));
    }
  }
});

test('losses that share no grid stay sound and close', () => {
  // Exact by enumeration in 60 digits.
  const f = tradeOff(
    'compose(randomized-response(epsilon=0.7310585, alphabet=3)*8, randomized-response(epsilon=0.41421356)*9)',
  );
  expect(f.fBarInv(1e-4)).toBeLessThanOrEqual(1.08787e-8 * (1 + 1e-6));
  expect(f.fBarInv(1e-4)).toBeGreaterThan(1.08787e-8 * (1 - 1e-4));
  const g = tradeOff(
    'compose(randomized-response(epsilon=3.1415926535)*6, randomized-response(epsilon=0.0271828)*7, pure-dp(epsilon=1.7320508))',
  );
  expect(g.epsilonLower(1e-6)).toBeLessThanOrEqual(20.7717096366631);
  expect(g.epsilon(1e-6)).toBeGreaterThanOrEqual(20.7717096366631);
});

test('rare sampling with little noise has a curve', () => {
  for (const [noise, rate, steps] of [
    [0.8, 1e-4, 1],
    [0.5, 1e-5, 2],
    [1, 1e-6, 10],
    [0.6, 1e-4, 3],
  ]) {
    const f = tradeOff(`dpsgd(noise=${noise}, rate=${rate}, steps=${steps})`);
    // Nothing shows unless the record is sampled.
    expect(f.delta(0)).toBeLessThan(steps * rate);
    expect(f.fBarInv(0.5)).toBeGreaterThan(0.5 - steps * rate);
  }
});
