import { expect, test } from 'vitest';
import { deepestTilt, tiltsFor } from '../../../../src/claims/losses/grid-choice.ts';
import { smoothCurve } from '../../../../src/claims/losses/smooth/curve.ts';
import { subsampledGaussian } from '../../../../src/claims/losses/subsampled-gaussian.ts';

const ACCURACY = 5e-7;

/** The curve of DP-SGD, and the grid steps that were tried on the way to it. */
function tried(noise: number, rate: number, steps: number, coarse: number) {
  const parts = [{ source: subsampledGaussian(noise, rate), count: steps }];
  const tilts = tiltsFor(parts);
  const grids: number[] = [];
  const remembered = (step: number) => {
    grids.push(step);
    return tilts(step);
  };
  const f = smoothCurve(parts, remembered, 'add-remove', 'dpsgd', coarse);
  return { f, grids, tilt: deepestTilt(parts) };
}

test.each([
  [3, 0.1, 50, 1],
  [3, 0.1, 50, 20],
  [8, 0.002, 30_000, 1],
  [1, 0.5, 100, 20],
])(
  'the first grid is as fine as the tail asks for, and does: noise %d, rate %d',
  (noise, rate, steps, coarse) => {
    const { f, grids, tilt } = tried(noise, rate, steps, coarse);
    // A variance v costs v tilt / 2, and connecting the dots costs step^2 / 6.
    expect(grids).toHaveLength(1);
    expect((grids[0] * grids[0] * tilt) / 12).toBeCloseTo(coarse * ACCURACY, 12);
    expect(f?.gap).toBeLessThan(3 * 1.5 * 2 * coarse * ACCURACY + 1e-7);
  },
);

test('where the tail is so steep that neighbouring points would differ much, the grid is finer', () => {
  const { grids, tilt } = tried(8, 0.002, 30_000, 1000);
  expect(grids[0] * tilt).toBeCloseTo(0.2, 12);
});

test('a grid that turns out too coarse is followed by a finer one', () => {
  const { f, grids } = tried(1, 0.001, 10_000, 20);
  expect(grids).toHaveLength(2);
  expect(grids[1]).toBeLessThan(grids[0]);
  expect(f?.gap).toBeLessThan(3 * 1.5 * 20 * ACCURACY + 1e-7);
});

test('a curve that rounding drowns is left to a grid, unless a coarse one will do', () => {
  const [noise, rate, steps] = [300, 3e-3, 1e10];
  expect(tried(noise, rate, steps, 1).f).toBeNull();
  expect(tried(noise, rate, steps, 20).f?.gap).toBeGreaterThan(0.05);
});
