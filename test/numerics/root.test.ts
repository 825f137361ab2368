import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSignChange, minimise } from '../../src/numerics/index.ts';

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
