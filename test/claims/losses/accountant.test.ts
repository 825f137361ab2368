import { expect, test } from 'vitest';
import { composedCurve } from '../../../src/claims/losses/accountant.ts';
import {
  deepestTilt,
  firstStep,
  type RepeatedSource,
  snapStep,
} from '../../../src/claims/losses/grid-choice.ts';
import { laplaceLoss } from '../../../src/claims/losses/laplace.ts';
import { subsampledGaussian } from '../../../src/claims/losses/subsampled-gaussian.ts';

/** The grid steps that a curve is computed on, one after the other. */
function grids(parts: readonly RepeatedSource[], coarse: number): number[] {
  const steps: number[] = [];
  const watched = parts.map(({ source, count }) => {
    const discretise = (step: number) => {
      steps.push(step);
      return source.discretise(step);
    };
    return { source: { ...source, discretise }, count };
  });
  composedCurve(watched, 'add-remove', 'watched', coarse);
  return steps;
}

const first = (parts: readonly RepeatedSource[], accuracy: number) =>
  snapStep(parts, firstStep(parts, deepestTilt(parts), accuracy));

test.each([1, 20, 200])(
  'losses with atoms start on the grid for the accuracy that is asked for: %d',
  (coarse) => {
    const parts = [{ source: laplaceLoss(0.1), count: 30 }];
    expect(grids(parts, coarse)[0]).toBe(first(parts, coarse));
  },
);

test('a few runs of smooth losses start ten times as accurate, and coarse curves of them do not', () => {
  const parts = [{ source: subsampledGaussian(1, 0.1), count: 2 }];
  expect(grids(parts, 1)[0]).toBe(first(parts, 0.1));
  expect(grids(parts, 20)[0]).toBe(first(parts, 20));
});
