import { expect, test } from 'vitest';
import { InvalidInput, tradeOff } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { randomClaimsSuite } from '../support/random-claims-suite.ts';
import { often } from '../support/thorough.ts';

// A thousand are in test/long/random-claims.long.ts.
randomClaimsSuite(often(60, 40));

test('a composition of one is the one', () => {
  const exact = tradeOff('pure-dp(epsilon=0.7)');
  for (const text of [
    'compose(pure-dp(epsilon=0.7))',
    'compose(compose(pure-dp(epsilon=0.7)), perfect()*9, pure-dp(epsilon=0))',
  ]) {
    const f = tradeOff(text);
    expect([f.epsilon(0), f.epsilon(1e-5), f.epsilonLower(0)]).toEqual([0.7, exact.epsilon(1e-5), 0.7]);
    expect(f.guarantee).toEqual([0.7, 0]);
    expect(f.name).toMatch(/^compose/);
  }
  expect(tradeOff('compose(laplace(scale=2), relation=replace)').epsilon(0.1)).toBe(
    tradeOff('laplace(scale=2)').epsilon(0.1),
  );
});

test('epsilon is finite down to the infinite mass itself', () => {
  const f = tradeOff('compose(approx-dp(epsilon=1, delta=0.1), approx-dp(epsilon=2, delta=0.2))');
  expect(f.epsilon(0.28)).toBeCloseTo(3, 10);
  expect(f.epsilonLower(0.28)).toBeLessThanOrEqual(3);
  expect(f.epsilon(0.2799)).toBe(Infinity);
  expect(f.epsilonLower(0.2799)).toBe(Infinity);
  expect(f.delta(3)).toBeGreaterThanOrEqual(0.28);
  expect(tradeOff('compose(approx-dp(epsilon=3, delta=0.28))').epsilon(0.28)).toBe(3);
  const many = tradeOff('compose(approx-dp(epsilon=0.01, delta=0.001)*500)');
  expect(many.epsilon(1 - 0.999 ** 500)).toBeCloseTo(5, 9);
  expect(many.epsilon(1 - 0.999 ** 500 - 1e-9)).toBe(Infinity);
});

test('what is left after all is told, and losses beyond bounds, are answered or refused, never an internal error', () => {
  expect(tradeOff('compose(points(0:0.6, 1:0)*9000)').fBar(1e-9)).toBe(1);
  expect(() => tradeOff('compose(laplace(scale=0.01)*1e6)')).toThrow(InvalidInput);
  expect(tradeOff('compose(gaussian(sigma=0.49)*10, laplace(scale=3))').epsilon(1e-5)).toBeGreaterThan(40);
  expect(tradeOff('compose(pure-dp(epsilon=2000)*2)').epsilon(0)).toBe(4000);
});

/** Loss and probability under P, and infinite losses: the definition, by enumeration. */
type Outcome = readonly [loss: number, p: number];

function response(epsilon: number, alphabet: number): Outcome[] {
  const other = 1 / (Math.exp(epsilon) + alphabet - 1);
  return [
    [epsilon, Math.exp(epsilon) * other],
    [0, (alphabet - 2) * other],
    [-epsilon, other],
  ];
}

function leaky(epsilon: number, delta: number): Outcome[] {
  return [...response(epsilon, 2).map(([loss, p]): Outcome => [loss, p * (1 - delta)]), [Infinity, delta]];
}

function exactEpsilon(parts: readonly (readonly Outcome[])[], target: number): number {
  let all: Outcome[] = [[0, 1]];
  for (const part of parts) all = all.flatMap(([l, p]) => part.map(([k, r]): Outcome => [l + k, p * r]));
  const delta = (epsilon: number) =>
    all.reduce((sum, [loss, p]) => sum + (loss > epsilon ? -p * Math.expm1(epsilon - loss) : 0), 0);
  if (delta(0) <= target) return 0;
  if (delta(1e3) > target) return Infinity;
  let [low, high] = [0, 1e3];
  for (let i = 0; i < 80; i++) {
    const middle = 0.5 * (low + high);
    if (delta(middle) > target) low = middle;
    else high = middle;
  }
  return high;
}

test('few atoms that share no grid: epsilon from both sides, as close as doubles are', () => {
  const random = createRandom(8);
  for (let i = 0; i < 40; i++) {
    const texts: string[] = [];
    const parts: Outcome[][] = [];
    for (let n = 0; n < 5; n++) {
      const epsilon = 0.02 * Math.exp(5 * random.uniform());
      if (random.bernoulli(0.5)) {
        const delta = random.bernoulli(0.5) ? 0 : 0.2 * random.uniform();
        texts.push(`approx-dp(epsilon=${epsilon}, delta=${delta})`);
        parts.push(leaky(epsilon, delta));
      } else {
        const alphabet = 2 + random.integer(5);
        texts.push(`randomized-response(epsilon=${epsilon}, alphabet=${alphabet})`);
        parts.push(response(epsilon, alphabet));
      }
    }
    const f = tradeOff(`compose(${texts.join(', ')})`);
    for (const target of [0.3, 0.1, 1e-2, 1e-4, 1e-6, 1e-9]) {
      const truth = exactEpsilon(parts, target);
      if (truth === Infinity) expect(f.epsilon(target)).toBe(Infinity);
      else {
        expect(f.epsilon(target), f.name).toBeGreaterThanOrEqual(truth - 1e-10);
        expect(f.epsilon(target), f.name).toBeLessThan(truth + 1e-8);
        expect(f.epsilonLower(target), f.name).toBeLessThanOrEqual(truth + 1e-10);
        expect(f.epsilonLower(target), f.name).toBeGreaterThan(truth - 1e-6);
      }
    }
  }
});

test('many atoms that share no grid: a lower bound on epsilon is one', () => {
  // Too many sums to enumerate. The loss is a (2 J - n) + b (2 K - 3), J and K binomial.
  const [a, b, n] = [0.01 * Math.SQRT2, 0.7310585, 3000];
  const f = tradeOff(`compose(randomized-response(epsilon=${a})*${n}, randomized-response(epsilon=${b})*3)`);
  const weights = (epsilon: number, count: number) => {
    const p = 1 / (1 + Math.exp(-epsilon));
    let log = count * Math.log1p(-p);
    return Array.from({ length: count + 1 }, (_, j) => {
      if (j > 0) log += Math.log(((count - j + 1) / j) * Math.exp(epsilon));
      return Math.exp(log);
    });
  };
  const [js, ks] = [weights(a, n), weights(b, 3)];
  const delta = (epsilon: number) => {
    let sum = 0;
    ks.forEach((q, k) => {
      js.forEach((p, j) => {
        const loss = a * (2 * j - n) + b * (2 * k - 3);
        if (loss > epsilon) sum -= p * q * Math.expm1(epsilon - loss);
      });
    });
    return sum;
  };
  for (const target of [1e-2, 1e-5, 1e-8]) {
    expect(delta(f.epsilon(target))).toBeLessThanOrEqual(target * (1 + 1e-9));
    expect(delta(f.epsilonLower(target))).toBeGreaterThanOrEqual(target * (1 - 1e-9));
    expect(f.epsilonLower(target)).toBeGreaterThan(f.epsilon(target) - 0.05);
  }
});
