import { describe, expect, test } from 'vitest';
import { certainEpsilon, certainTests, certainWhenAsked } from '../../../src/claims/losses/certain.ts';
import { composeLaws } from '../../../src/claims/losses/compose.ts';
import { exchangedGaussian } from '../../../src/claims/losses/exchanged-gaussian.ts';
import { laplaceLoss } from '../../../src/claims/losses/laplace.ts';
import { addAtom, GridBuilder, roundedLaw } from '../../../src/claims/losses/law.ts';
import { subsampledGaussian } from '../../../src/claims/losses/subsampled-gaussian.ts';

const STEP = 0.25;
/** Losses between grid points and on one, with probabilities under P and Q. */
const ATOMS = [0.6, 0.25, -0.1, -0.9].map((loss, i) => {
  const p = [0.4, 0.3, 0.2, 0.1][i];
  return { loss, p, q: p * Math.exp(-loss) };
});

const grid = new GridBuilder(-5, 4, STEP);
for (const { loss, p } of ATOMS) addAtom(grid, loss, p);
const law = grid.finish(0, 0);

/** Where a loss goes: the grid points around it, with the shares that keep P's masses, or Q's (toward -1). */
function roundings(loss: number, toward: 1 | -1): [point: number, share: number][] {
  const below = Math.floor(loss / STEP);
  const above = loss - below * STEP;
  if (above < 1e-9) return [[below, 1]];
  const up = Math.expm1(-toward * above) / Math.expm1(-toward * STEP);
  return [
    [below + 1, up],
    [below, 1 - up],
  ];
}

test('losses rounded alike under both laws: what the second law has, times e^loss', () => {
  const [upper, lower] = [new Float64Array(10), new Float64Array(10)];
  for (const { loss, p, q } of ATOMS) {
    for (const [k, share] of roundings(loss, 1)) upper[k + 5] += q * share * Math.exp(k * STEP);
    for (const [k, share] of roundings(loss, -1)) lower[k + 5] += p * share * Math.exp(-k * STEP);
  }
  upper.forEach((mass, i) => {
    expect(law.roundedUpper[i]).toBeCloseTo(mass, 14);
    expect(law.roundedLower[i]).toBeCloseTo(lower[i], 14);
  });
});

test.each([
  ['DP-SGD', subsampledGaussian(1.3, 0.2)],
  ['DP-SGD of nearly every record', subsampledGaussian(0.5, 1 - 1e-9)],
  ['a Gaussian', subsampledGaussian(0.25, 1)],
  ['an exchange in DP-SGD', exchangedGaussian(0.8, 0.3)],
  ['an exchange in DP-SGD of nearly every record', exchangedGaussian(0.8, 1 - 1e-9)],
  ['Laplace', laplaceLoss(0.7)],
])('rounding keeps both laws whole: %s', (_, { discretise }) => {
  for (const step of [0.3, 0.01]) {
    const { first, upper, lower, roundedUpper, roundedLower } = discretise(step);
    const totals = [0, 0, 0, 0];
    upper.forEach((p, i) => {
      const up = Math.exp((first + i) * step);
      [p, lower[i], roundedUpper[i] / up, roundedLower[i] * up].forEach((mass, n) => {
        totals[n] += mass;
      });
    });
    for (const total of totals) expect(total).toBeCloseTo(1, 11);
  }
});

describe('the tests of a composition', () => {
  const COUNT = 3;
  const window = { remove: { above: 9, below: 9 }, add: { above: 9, below: 9 } };
  const balance = { remove: 0.8, add: 0.5 };
  const composed = composeLaws([{ law, count: COUNT }], STEP, window, balance);
  const rounded = composeLaws([{ law: roundedLaw(law), count: COUNT }], STEP, window, balance);
  const rounding = { margin: 0, noise: 0, runs: COUNT, infinite: 0 };

  test.each(['remove', 'add'] as const)('%s: have the probabilities of the rounded sum', (order) => {
    const sums = new Map<number, [first: number, second: number]>();
    const visit = (runs: number, point: number, first: number, second: number) => {
      if (runs === 0) {
        const [p, q] = sums.get(point) ?? [0, 0];
        sums.set(point, [p + first, q + second]);
        return;
      }
      for (const { loss, p, q } of ATOMS)
        for (const [k, share] of roundings(loss, order === 'remove' ? 1 : -1)) {
          const [sign, a, b] = order === 'remove' ? [1, p, q] : [-1, q, p];
          visit(runs - 1, point + sign * k, first * share * a, second * share * b);
        }
    };
    visit(COUNT, 0, 1, 1);
    const { x, y } = certainTests(composed[order], rounded[order], STEP, rounding);
    for (let point = 0; point < 12; point++) {
      const n = y.length - 1 - (point - Math.max(0, composed[order].first, rounded[order].first));
      let [first, second] = [0, 0];
      for (const [at, [p, q]] of sums) if (at >= point) [first, second] = [first + p, second + q];
      expect(y[n]).toBeCloseTo(first, 13);
      expect(y[n]).toBeLessThanOrEqual(first);
      expect(x[n]).toBeCloseTo(second, 13);
      expect(x[n]).toBeGreaterThanOrEqual(second);
    }
  });

  test('lose what rounding may have added, and what was moved to the ends of a run', () => {
    const exact = certainTests(composed.remove, rounded.remove, STEP, rounding);
    const rough = certainTests(composed.remove, rounded.remove, STEP, {
      ...rounding,
      ...{ margin: 1e-3, noise: 1e-6, infinite: 0.01 },
    });
    const { tilt, log } = composed.remove;
    const last = exact.y.length - 1;
    const first = Math.max(0, composed.remove.first, rounded.remove.first);
    for (const n of [last, last - 2]) {
      const noise = 4e-6 * Math.exp(log - tilt * (first + last - n) * STEP);
      expect(rough.y[n]).toBeCloseTo((exact.y[n] + 0.01) * (1 - 1e-3) - noise, 9);
      expect(rough.x[n]).toBeGreaterThan(exact.x[n] * (1 + 1e-3));
    }
  });
});

test('the test that proves most decides, and none proves 0', () => {
  const tests = [
    { y: Float64Array.of(0.1, 0.4, 0.6), x: Float64Array.of(0.01, 0.1, 0.3) },
    { y: Float64Array.of(0.2, 0.3), x: Float64Array.of(0.05, 0.2) },
  ];
  expect(certainEpsilon(tests, 0)).toBeCloseTo(Math.log(10), 14);
  expect(certainEpsilon(tests, 0)).toBeLessThan(Math.log(10));
  expect(certainEpsilon(tests, 0.09)).toBeCloseTo(Math.log(3.1), 14);
  expect(certainEpsilon(tests, 0.5)).toBe(0);
  expect(certainEpsilon([], 0.5)).toBe(0);
});

test('tests are made once, when the first epsilon is asked for', () => {
  let made = 0;
  const certain = certainWhenAsked(() => {
    made++;
    return [{ y: Float64Array.of(0.5), x: Float64Array.of(0.1) }];
  });
  expect(made).toBe(0);
  expect(certain(0)).toBeCloseTo(Math.log(5), 14);
  expect(certain(0.3)).toBeCloseTo(Math.log(2), 14);
  expect(made).toBe(1);
});
