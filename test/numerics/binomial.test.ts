import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binomialPmf, binomialTail, logBinomialTail } from '../../src/numerics/index.ts';
import { golden, relativeError } from '../support/golden.ts';

for (const file of [golden('binomial'), golden('binomial-extended')]) {
  test(`ln tails agree with 60-digit values to 1e-11: ${file.about}`, () => {
    for (const { n, p, atLeast, logTail } of file.cases)
      expect(
        relativeError(logBinomialTail(n, p, atLeast), Number(logTail)),
        `${n} ${p} ${atLeast}`,
      ).toBeLessThan(1e-11);
  });
}

test('a tail far beyond the doubles is finite in logarithms', () => {
  expect(logBinomialTail(10000, 0.1, 9000)).toBeCloseTo(-17582.104417906157, 8);
});

/** The naive twin: the sum of all terms, with exact integer coefficients. */
function naiveTail(n: number, p: number, atLeast: number): number {
  let choose = 1n;
  let sum = 0;
  for (let x = 0; x <= n; x++) {
    if (x >= atLeast) sum += Number(choose) * p ** x * (1 - p) ** (n - x);
    choose = (choose * BigInt(n - x)) / BigInt(x + 1);
  }
  return sum;
}

test('tails equal the naive sum', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.nat(61),
      (n, p, atLeast) => {
        const naive = atLeast > n ? 0 : naiveTail(n, p, atLeast);
        expect(Math.abs(binomialTail(n, p, atLeast) - naive)).toBeLessThan(1e-13 + 1e-12 * naive);
      },
    ),
    { seed: 1, numRuns: 500 },
  );
});

test('neighbouring tails differ by the probability between them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100000 }),
      fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }),
      fc.double({ min: -6, max: 6, noNaN: true }),
      (n, p, t) => {
        const x = Math.min(n, Math.max(0, Math.round(n * p + t * Math.sqrt(n * p * (1 - p)))));
        const difference = binomialTail(n, p, x) - binomialTail(n, p, x + 1);
        expect(Math.abs(difference - binomialPmf(n, p, x))).toBeLessThan(1e-12);
      },
    ),
    { seed: 2, numRuns: 300 },
  );
});

test('tails take their limits at the edges', () => {
  expect(logBinomialTail(10, 0.3, 0)).toBe(0);
  expect(logBinomialTail(10, 0.3, 11)).toBe(-Infinity);
  expect([binomialTail(10, 0, 1), binomialTail(10, 1, 10), binomialTail(0, 0.5, 0)]).toEqual([0, 1, 1]);
  expect([binomialPmf(5, 0, 0), binomialPmf(5, 1, 5), binomialPmf(5, 0.5, 6), binomialPmf(5, 0, 1)]).toEqual([
    1, 1, 0, 0,
  ]);
});

test('tiny probabilities do not underflow, and what is no probability is not a number', () => {
  // ln(C(10, 5) p^5) and ln(C(1000, 3) p^3), but for a factor of 1 - p.
  expect(relativeError(logBinomialTail(10, 1e-310, 5), Math.log(252) - 5 * 310 * Math.LN10)).toBeLessThan(
    1e-11,
  );
  expect(
    relativeError(logBinomialTail(1000, 5e-324, 3), Math.log(166167000) + 3 * Math.log(5e-324)),
  ).toBeLessThan(1e-11);
  expect(logBinomialTail(10, Number.NaN, 5)).toBeNaN();
});
