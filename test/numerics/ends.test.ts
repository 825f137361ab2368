import { describe, expect, test } from 'vitest';
import { exp, expm1, findSignChange, ln, log1p, logNormalCdf } from '../../src/numerics/index.ts';
import { relativeError } from '../support/golden.ts';

describe('at the ends of the doubles', () => {
  test('exponentials are those of the engine, to its last digits', () => {
    for (const x of [709.5, 709.7, 709.78, 700, -700, -708.3, -708.5, -730, -745.1])
      expect(Math.abs(exp(x) - Math.exp(x))).toBeLessThanOrEqual(4e-16 * Math.exp(x) + 5e-324);
    for (const x of [709.7, 100, 39, 38.2, 1e-300, -1e-300, -39.9, -40.5])
      expect(relativeError(expm1(x), Math.expm1(x))).toBeLessThan(1e-15);
    expect([exp(-746), exp(709.9), exp(Infinity), exp(-Infinity)]).toEqual([0, Infinity, Infinity, 0]);
    expect([expm1(-50), expm1(709.9), expm1(-Infinity)]).toEqual([-1, Infinity, -1]);
    expect([exp(Number.NaN), expm1(Number.NaN)]).toEqual([Number.NaN, Number.NaN]);
  });

  test('logarithms too', () => {
    for (const x of [5e-324, 1e-310, 2.3e-308, 1e-300, 1.7e308, 9e307, 1e300])
      expect(relativeError(ln(x), Math.log(x))).toBeLessThan(1e-15);
    for (const x of [-0.999999, -0.3, -0.28, 0.4, 0.42, 1e15, 1e300])
      expect(relativeError(log1p(x), Math.log1p(x))).toBeLessThan(2e-15);
    expect([ln(0), ln(Infinity), ln(-1), log1p(-1), log1p(-2)]).toEqual([
      ...[-Infinity, Infinity, Number.NaN],
      ...[-Infinity, Number.NaN],
    ]);
  });

  test('a logarithm of a probability has its limits', () => {
    expect(logNormalCdf(-Infinity)).toBe(-Infinity);
    expect(logNormalCdf(Infinity)).toBeCloseTo(0, 300);
  });
});

test('a sign change of a smooth function takes a dozen questions, however nearness is told', () => {
  for (const near of [1e-13, (a: number, b: number) => Math.abs(a - b) <= 1e-13]) {
    let asked = 0;
    const { lo, hi } = findSignChange(
      (x) => {
        asked++;
        return 2 - x * x;
      },
      0,
      8,
      near,
    );
    expect(lo).toBeLessThanOrEqual(Math.SQRT2);
    expect(hi).toBeGreaterThanOrEqual(Math.SQRT2);
    expect(hi - lo).toBeLessThan(2e-13);
    expect(asked).toBeLessThan(16);
  }
});
