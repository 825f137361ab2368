import { expect, test } from 'vitest';
import {
  logNormalCdf,
  mills,
  millsGap,
  normalCdf,
  normalPdf,
  normalQuantile,
  normalSurvival,
} from '../../src/numerics/index.ts';
import { golden, relativeError } from '../support/golden.ts';

const files = [golden('normal'), golden('normal-extended')];
const SMALLEST_NORMAL = 2.2250738585072014e-308;

/** 1e-14 relatively; in the subnormal range, two units in the last place. */
function expectClose(actual: number, expected: number, what: string) {
  if (Math.abs(expected) < SMALLEST_NORMAL) {
    expect(Math.abs(actual - expected) / Number.MIN_VALUE, what).toBeLessThanOrEqual(2);
  } else expect(relativeError(actual, expected), what).toBeLessThan(1e-14);
}

for (const file of files) {
  test(`the normal functions agree with 60-digit values: ${file.about}`, () => {
    for (const { z, p } of file.cdf) {
      expectClose(normalCdf(z), Number(p), `cdf(${z})`);
      expectClose(normalSurvival(-z), Number(p), `survival(${-z})`);
    }
    for (const { z, logp } of [...file.logcdf, ...file.cdf.filter((c: { logp?: number }) => c.logp)])
      expectClose(logNormalCdf(z), Number(logp), `logCdf(${z})`);
    for (const { p, z } of file.quantile) expectClose(normalQuantile(p), Number(z), `quantile(${p})`);
  });
}

test('the normal functions take their limits at the ends', () => {
  expect([normalCdf(-Infinity), normalCdf(Infinity), normalCdf(0)]).toEqual([0, 1, 0.5]);
  expect([normalQuantile(0), normalQuantile(1), normalQuantile(0.5)]).toEqual([-Infinity, Infinity, 0]);
  expect([normalQuantile(-0.1), normalQuantile(1.1), normalQuantile(Number.NaN)]).toEqual([NaN, NaN, NaN]);
  expect([logNormalCdf(-Infinity), logNormalCdf(Infinity)]).toEqual([-Infinity, -0]);
});

test('quantile and cdf undo each other', () => {
  for (let z = -37; z < 5; z += 0.013) expect(Math.abs(normalQuantile(normalCdf(z)) - z)).toBeLessThan(1e-9);
});

test('the functions have no step where one approximation hands over to the next', () => {
  for (const z of [-0.66, 0.66, -4 * Math.SQRT2, -37, -5.656854249492381]) {
    const step = 1e-9;
    const slope = (normalCdf(z + step) - normalCdf(z - step)) / (2 * step);
    expect(relativeError(slope, normalPdf(z))).toBeLessThan(1e-5);
  }
  expect(relativeError(millsGap(6 - 1e-12), millsGap(6 + 1e-12))).toBeLessThan(1e-11);
});

test("Mills' ratio is tail over density, and its gap minus its derivative", () => {
  for (let t = -3; t < 8; t += 0.37) {
    expect(relativeError(mills(t), normalCdf(-t) / normalPdf(t))).toBeLessThan(1e-13);
    const slope = (mills(t + 1e-5) - mills(t - 1e-5)) / 2e-5;
    expect(relativeError(millsGap(t), -slope)).toBeLessThan(1e-6);
  }
  expect(relativeError(millsGap(1e6), 1e-12)).toBeLessThan(1e-11);
});
