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

test('a loss without weight changes no moment', () => {
  const [losses, weights] = [Float64Array.of(-0.5, 0.25), Float64Array.of(0.6, 0.4)];
  for (const far of [3.3, 30.7, 300.1])
    for (const t of [0.7, 1, 2]) {
      const more = { losses: Float64Array.of(far, -0.5, 0.25), weights: Float64Array.of(0, 0.6, 0.4) };
      expect(logMomentOf(more, t)).toBe(logMomentOf({ losses, weights }, t));
    }
});

/** The same mechanism with its two laws exchanged, as far as a sketch tells. */
function exchanged(source: LossSource): LossSource {
  const { losses, weights } = source.sketch;
  const sketch = { losses: losses.map((l) => -l), weights: weights.map((w, i) => w * Math.exp(losses[i])) };
  return { ...source, sketch };
}

const STEP = subsampledGaussian(0.8, 0.05);

test.each([
  ['add', STEP],
  ['remove', exchanged(STEP)],
] as const)('tilts are no steeper than step and added variance allow, of %s first', (steeper, source) => {
  const tilts = tiltsFor([{ source, count: 100 }]);
  const { balance, window } = tilts(Number.MIN_VALUE);
  const [larger, least] = [balance[steeper], Math.min(balance.remove, balance.add)];
  expect(larger).toBeGreaterThan(1.01 * least);
  for (const most of [0.5 * least, Math.sqrt(least * larger), 2 * larger]) {
    const capped = { remove: Math.min(most, balance.remove), add: Math.min(most, balance.add) };
    for (const chosen of [tilts(2 / most), tilts(Number.MIN_VALUE, 6 / (most * most))]) {
      expect(chosen.balance.remove).toBeCloseTo(capped.remove, 12);
      expect(chosen.balance.add).toBeCloseTo(capped.add, 12);
    }
    if (most > larger) expect(tilts(2 / most).window).toEqual(window);
  }
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
