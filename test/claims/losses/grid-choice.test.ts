import { describe, expect, test } from 'vitest';
import { approximateLoss, responseLoss } from '../../../src/claims/losses/atoms.ts';
import {
  logMomentOf,
  OUTSIDE_WINDOW,
  onGrid,
  type RepeatedSource,
  snapStep,
  tiltsFor,
} from '../../../src/claims/losses/grid-choice.ts';
import { laplaceLoss } from '../../../src/claims/losses/laplace.ts';
import type { LossSource } from '../../../src/claims/losses/law.ts';
import { subsampledGaussian } from '../../../src/claims/losses/subsampled-gaussian.ts';

const once = (...sources: readonly LossSource[]) => sources.map((source) => ({ source, count: 1 }));

describe('a grid step', () => {
  test('on which all losses of discrete laws sit is taken, though it is larger than wanted', () => {
    expect(snapStep(once(responseLoss(1, 2), responseLoss(1.5, 2)), 0.4)).toBe(0.5);
    expect(snapStep(once(responseLoss(1, 2), responseLoss(1.5, 2)), 0.6)).toBe(0.5);
    expect(snapStep(once(approximateLoss(0.3, 0.01)), 0.01)).toBe(0.3);
  });

  test('on which all atoms of smooth laws sit is no larger than wanted', () => {
    const parts = once(laplaceLoss(1), laplaceLoss(1.01));
    // A hundredth of 1; and of that a half.
    expect(snapStep(parts, 0.3)).toBe(0.01);
    expect(snapStep(parts, 0.006)).toBe(0.005);
    expect(onGrid(parts, snapStep(parts, 0.3))).toBe(true);
    expect(onGrid(parts, 0.25)).toBe(false);
  });

  test('is at most eight times finer than wanted for the sake of atoms, where something else has none', () => {
    const parts = once(laplaceLoss(1), laplaceLoss(1.01), subsampledGaussian(1, 0.1));
    // Four steps up to the smaller atom, up to 32 are tried.
    expect(snapStep(parts, 0.3)).toBe(0.25);
    expect(snapStep(once(laplaceLoss(1), laplaceLoss(1.1), subsampledGaussian(1, 0.1)), 0.3)).toBe(0.1);
    expect(snapStep(once(subsampledGaussian(1, 0.1)), 0.3)).toBe(0.3);
  });
});

/** A loss of 20 that only one outcome in e^30 has under Q: wide under P, narrow under Q. */
const rare: LossSource = {
  ...approximateLoss(1, 0),
  sketch: { losses: Float64Array.of(20, -5e-5), weights: Float64Array.of(1e-13, 1 - 1e-13) },
};

test.each<[string, readonly RepeatedSource[]]>([
  ['a rare loss', [{ source: rare, count: 1 }]],
  ['a rare loss, often', [{ source: rare, count: 500 }]],
  ['DP-SGD', [{ source: subsampledGaussian(1, 0.01), count: 1000 }]],
  ['Laplace', [{ source: laplaceLoss(0.5), count: 30 }]],
])('windows are about as narrow as bounds of Chernoff make them: %s', (_, parts) => {
  const { balance, window } = tiltsFor(parts)(Number.MIN_VALUE);
  const bound = (origin: number, towards: 1 | -1, t: number) => {
    let log = -Math.log(OUTSIDE_WINDOW);
    for (const { source, count } of parts)
      log += count * (logMomentOf(source.sketch, origin + towards * t) - logMomentOf(source.sketch, origin));
    return log / t;
  };
  const least = (origin: number, towards: 1 | -1) => {
    let best = Infinity;
    for (let t = 1e-5; t < 1e7; t *= 1.02) best = Math.min(best, bound(origin, towards, t));
    return best;
  };
  const [remove, add] = [1 + balance.remove, -balance.add];
  for (const [origin, towards, chosen] of [
    [remove, 1, window.remove.above],
    [remove, -1, window.remove.below],
    [add, -1, window.add.above],
    [add, 1, window.add.below],
  ] as const) {
    const [taken, best] = [bound(origin, towards, chosen), least(origin, towards)];
    expect(taken).toBeLessThanOrEqual(best + 0.02 * Math.abs(best));
  }
});
