import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSignChange, firstAtLeast, firstWhere, minimise } from '../../src/numerics/index.ts';

test('the bracket closes around the root of a smooth function in few steps', () => {
  let steps = 0;
  const { lo, hi } = findSignChange(
    (x) => {
      steps++;
      return 2 - x * x;
    },
    0,
    100,
    1e-15,
  );
  expect(lo).toBeLessThanOrEqual(Math.SQRT2);
  expect(hi - lo).toBeLessThan(1e-14);
  expect(Math.abs(hi - Math.SQRT2)).toBeLessThan(1e-14);
  expect(steps).toBeLessThan(20);
});

test('a step function takes no more than bisection plus a few', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (edge) => {
      let steps = 0;
      const { lo, hi } = findSignChange(
        (x) => {
          steps++;
          return x < edge ? 1 : -1;
        },
        0,
        1,
        1e-12,
      );
      expect(lo).toBeLessThan(edge);
      expect(hi).toBeGreaterThanOrEqual(edge);
      expect(steps).toBeLessThan(70);
    }),
    { seed: 3 },
  );
});

test('infinite values and reversed ends are fine, a missing sign change is an internal error', () => {
  const { hi } = findSignChange((x) => Math.log(x) + 3, 1, 0);
  expect(Math.abs(hi - Math.exp(-3))).toBeLessThan(1e-12);
  expect(() => findSignChange(() => 1, 0, 1)).toThrow('internal: no sign change');
  expect(() => findSignChange((x) => (x === 0 ? 1 : x === 1 ? -1 : Number.NaN), 0, 1)).toThrow('internal:');
});

test('a minimum is found where it is', () => {
  const { x, value } = minimise((t) => (t - 0.3) * (t - 0.3) + 2, -5, 4, 1e-6);
  expect(Math.abs(x - 0.3)).toBeLessThan(1e-6);
  expect(value).toBeCloseTo(2, 11);
});

test('the first whole number at which a condition holds is found by asking few', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5, max: 1e9 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (low, width, share) => {
        const first = low + Math.max(1, Math.ceil(share * width));
        let asked = 0;
        const found = firstWhere(low, low + width, (i) => {
          asked++;
          expect(i).toBeGreaterThan(low);
          expect(i).toBeLessThan(low + width);
          return i >= first;
        });
        expect(found).toBe(first);
        expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(width)));
      },
    ),
    { seed: 5, numRuns: 300 },
  );
  expect(firstWhere(3, 3, () => false)).toBe(3);
});

test('a level is found in a rising array as a walk finds it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 })),
      fc.integer({ min: -1, max: 10 }),
      (values, level) => {
        const rising = values.sort((a, b) => a - b);
        const walked = rising.findIndex((x) => x >= level);
        expect(firstAtLeast(rising, level)).toBe(walked === -1 ? rising.length : walked);
      },
    ),
    { seed: 6, numRuns: 300 },
  );
});
