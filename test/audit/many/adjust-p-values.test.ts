import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjustPValues } from '../../../src/audit/many/adjust-p-values.ts';
import { naiveBenjaminiHochberg, naiveHolm } from '../../support/naive-corrections.ts';

/** The example of Benjamini and Hochberg (1995): thrombolysis, 15 endpoints. */
const ENDPOINTS = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
  0.759, 1,
];

const rejected = (adjusted: readonly (number | null)[], tau: number) =>
  adjusted.map((p) => p !== null && p <= tau);

/** Far from every level, where rounding has no say. */
const isClear = (adjusted: readonly (number | null)[], tau: number) =>
  adjusted.every((p) => p === null || Math.abs(p - tau) > 1e-9);

/** A double above 1e-13 times 2^100, which is a whole number. */
const asWhole = (x: number) => BigInt(x * 2 ** 100);

/** Evenly spread: doubles as fast-check draws them are nearly all next to an end. */
const between = (low: number, high: number) =>
  fc.integer({ min: 0, max: 1e6 }).map((n) => low + ((high - low) * n) / 1e6);

const pValues = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: between(0, 0.1) },
    { weight: 3, arbitrary: between(0, 1) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  { minLength: 1, maxLength: 25 },
);

describe('adjusted p-values', () => {
  test('are those of published examples', () => {
    const five = [0.01, 0.02, 0.03, 0.04, 0.05];
    const close = (found: readonly (number | null)[], expected: readonly number[]) =>
      found.forEach((p, i) => {
        expect(p).toBeCloseTo(expected[i], 12);
      });
    // As R's p.adjust has them.
    close(adjustPValues(five, 'holm'), [0.05, 0.08, 0.09, 0.09, 0.09]);
    close(adjustPValues(five, 'bh'), [0.05, 0.05, 0.05, 0.05, 0.05]);
    close(adjustPValues(five.toReversed(), 'holm'), [0.09, 0.09, 0.09, 0.08, 0.05]);
    close(adjustPValues(ENDPOINTS, 'holm').slice(0, 5), [0.0015, 0.0056, 0.0247, 0.114, 0.2211]);
    close(adjustPValues(ENDPOINTS, 'bh').slice(0, 5), [0.0015, 0.003, 0.0095, 0.035625, 0.0603]);
    expect(rejected(adjustPValues(ENDPOINTS, 'holm'), 0.05).filter(Boolean)).toHaveLength(3);
    expect(rejected(adjustPValues(ENDPOINTS, 'bh'), 0.05).filter(Boolean)).toHaveLength(4);
    expect(adjustPValues(ENDPOINTS, 'none')).toEqual(ENDPOINTS);
  });

  test('reject what step-down and step-up reject', () => {
    fc.assert(
      fc.property(pValues, between(1e-3, 0.5), (given, tau) => {
        const [holm, bh] = [adjustPValues(given, 'holm'), adjustPValues(given, 'bh')];
        if (isClear(holm, tau)) expect(rejected(holm, tau)).toEqual(naiveHolm(given, tau));
        if (isClear(bh, tau)) expect(rejected(bh, tau)).toEqual(naiveBenjaminiHochberg(given, tau));
      }),
      { numRuns: 200 },
    );
  });

  test('are never below the p-values, keep their order, and Holm asks for the most', () => {
    fc.assert(
      fc.property(pValues, (given) => {
        const [holm, bh] = [adjustPValues(given, 'holm'), adjustPValues(given, 'bh')];
        const faults = given.flatMap((p, i) => {
          const [h, b] = [holm[i], bh[i]];
          if (p === null || h === null || b === null) return p === h && p === b ? [] : ['a missing one'];
          const later = given.flatMap((other, j) => (other !== null && other >= p ? [j] : []));
          return [
            ...(b >= p && h >= b * (1 - 1e-15) && h <= 1 ? [] : ['the size']),
            ...(later.every((j) => (holm[j] ?? 0) >= h && (bh[j] ?? 0) >= b) ? [] : ['the order']),
          ];
        });
        expect(faults).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('of Benjamini and Hochberg count what is alike once among the rejected, and each among all', () => {
    const withKinds = fc.array(fc.tuple(between(0, 0.1), fc.nat(5)), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(withKinds, between(1e-3, 0.5), (given, tau) => {
        const found = adjustPValues(
          given.map(([p]) => p),
          'bh',
          given.map(([, kind]) => kind),
        );
        if (!isClear(found, tau)) return;
        const level = (count: number) => (tau * count) / given.length;
        const kindsUpTo = (limit: number) =>
          new Set(given.flatMap(([p, kind]) => (p <= limit ? [kind] : []))).size;
        const counts = given.map((_, i) => i + 1).filter((count) => kindsUpTo(level(count)) >= count);
        const limit = level(counts.at(-1) ?? -1);
        expect(rejected(found, tau)).toEqual(given.map(([p]) => p <= limit));
      }),
      { numRuns: 200 },
    );
  });

  test('a hypothesis without a p-value counts as one whose p-value is 1', () => {
    fc.assert(
      fc.property(pValues, fc.constantFrom('holm' as const, 'bh' as const), (given, correction) => {
        const filled = adjustPValues(
          given.map((p) => p ?? 1),
          correction,
        );
        expect(adjustPValues(given, correction)).toEqual(
          filled.map((p, i) => (given[i] === null ? null : p)),
        );
      }),
    );
    expect(adjustPValues([0.03, null, null], 'holm')[0]).toBeGreaterThan(0.05);
  });

  test('are rounded up, and one hypothesis alone stays as it is', () => {
    expect(adjustPValues([0.05], 'holm')).toEqual([0.05]);
    expect(adjustPValues([0.05], 'bh')).toEqual([0.05]);
    fc.assert(
      fc.property(
        fc.double({ min: 1e-12, max: 1e-3, noNaN: true }),
        fc.integer({ min: 2, max: 500 }),
        (p, count) => {
          const [first] = adjustPValues([p, ...Array.from({ length: count - 1 }, () => null)], 'holm');
          expect(asWhole(first ?? 0)).toBeGreaterThanOrEqual(asWhole(p) * BigInt(count));
        },
      ),
    );
    // A p-value that underflows stands for any below 1e-300.
    expect(adjustPValues([Number.MIN_VALUE, null], 'holm')[0]).toBeGreaterThanOrEqual(2e-300);
  });
});
