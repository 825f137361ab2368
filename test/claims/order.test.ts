import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, tradeOff } from '../../src/index.ts';

const order = (f: string, g: string) => compare(tradeOff(f), tradeOff(g));

test('curves are ordered pointwise', () => {
  expect(order('gaussian(mu=1)', 'gaussian(mu=1.0001)')).toBe('more-private');
  expect(order('gaussian(mu=2)', 'gaussian(mu=1)')).toBe('less-private');
  expect(order('gaussian(sigma=2)', 'gaussian(mu=0.5)')).toBe('equal');
  expect(order('randomized-response(epsilon=1)', 'pure-dp(epsilon=1)')).toBe('equal');
  expect(order('laplace(scale=1)', 'pure-dp(epsilon=1)')).toBe('more-private');
  expect(order('perfect()', 'gaussian(mu=1e-6)')).toBe('more-private');
  expect(order('pure-dp(epsilon=1)', 'gaussian(mu=1)')).toBe('incomparable');
  expect(order('approx-dp(epsilon=1, delta=0.1)', 'pure-dp(epsilon=3)')).toBe('incomparable');
  // A far tail decides: the Gaussian's loss is unbounded, the other's is not.
  expect(order('gaussian(mu=0.1)', 'pure-dp(epsilon=2)')).toBe('incomparable');
});

test('a guarantee of the Gaussian is less private than the Gaussian, and no smaller delta is', () => {
  const delta = tradeOff('gaussian(mu=1)').delta(1.5);
  expect(order('gaussian(mu=1)', `approx-dp(epsilon=1.5, delta=${delta * (1 + 1e-6)})`)).toBe('more-private');
});

test('order of (epsilon, delta) claims is that of their parameters', () => {
  const claim = fc.tuple(
    fc.double({ min: 0.01, max: 4, noNaN: true }),
    fc.double({ min: 1e-6, max: 0.5, noNaN: true }),
  );
  fc.assert(
    fc.property(claim, fc.double({ min: 1e-3, max: 1, noNaN: true }), ([epsilon, delta], more) => {
      expect(
        order(
          `approx-dp(epsilon=${epsilon}, delta=${delta})`,
          `approx-dp(epsilon=${epsilon + more}, delta=${delta})`,
        ),
      ).toBe('more-private');
    }),
    { seed: 7, numRuns: 50 },
  );
});
