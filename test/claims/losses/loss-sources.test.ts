import { describe, expect, test } from 'vitest';
import {
  limitInverseNoise,
  limitMu,
  limitRate,
  limitSteps,
} from '../../../src/claims/losses/central-limit.ts';
import { exchangedGaussian } from '../../../src/claims/losses/exchanged-gaussian.ts';
import { deepestTilt, snapStep } from '../../../src/claims/losses/grid-choice.ts';
import { laplaceLoss } from '../../../src/claims/losses/laplace.ts';
import type { LossSource } from '../../../src/claims/losses/law.ts';
import {
  nodesNeeded,
  subsampledGaussian,
  visitNormalNodes,
} from '../../../src/claims/losses/subsampled-gaussian.ts';
import { normalSurvival } from '../../../src/numerics/index.ts';
import { relativeError } from '../../support/golden.ts';

const tailsOf = (source: LossSource) => {
  if (source.exactTails === undefined) throw new Error('no exact tails');
  return source.exactTails;
};

describe('one step of DP-SGD', () => {
  test('loses ln(1 - q + q e^u) at an outcome, and tails go back from that loss to it', () => {
    for (const q of [0.01, 0.5, 1]) {
      const { lossAt, above, beyond } = tailsOf(subsampledGaussian(0.1, q));
      for (const x of [0.3, 0.5, 0.7, 0.79, 0.82, 0.9, 1.1]) {
        const u = (x - 0.5) / 0.01;
        expect(Math.abs(lossAt(x) - Math.log(1 - q + q * Math.exp(u)))).toBeLessThan(
          1e-12 * (1 + Math.abs(u)),
        );
        // Below, losses of different outcomes are next to each other.
        if (x < 0.5 && q < 1) continue;
        for (const sign of [1, -1] as const) {
          const [back, there] = [above(lossAt(x), sign), beyond(x, sign)];
          expect(relativeError(back.upper, there.upper), `${q} ${x}`).toBeLessThan(1e-7);
          expect(relativeError(back.lower, there.lower), `${q} ${x}`).toBeLessThan(1e-7);
        }
      }
    }
  });

  test('has the same law in both orders where every record is taken, and only there', () => {
    expect(tailsOf(subsampledGaussian(1, 1)).symmetric).toBe(true);
    expect(tailsOf(subsampledGaussian(1, 0.5)).symmetric).toBe(false);
  });

  test('asks for as many nodes as waves, densities and the logarithm take', () => {
    expect(nodesNeeded(100, 2, 10)).toBe(Math.ceil((10 * (114 / 4 + 9 / 2)) / (2 * Math.PI)));
    // With every record taken the loss is as steep as u itself.
    const range = 1 + 2 * 13.4 * 3;
    expect(subsampledGaussian(3, 1).smoothLaw?.nodesNeeded(50)).toBe(nodesNeeded(50, 3, range));
    const far = Math.expm1((0.5 + 10 * 3) / 9);
    const steepest = 1 - 0.8 / (1 + 0.2 * far);
    expect(subsampledGaussian(3, 0.2).smoothLaw?.nodesNeeded(500)).toBe(
      nodesNeeded(500 * steepest, 3, range),
    );
  });

  test('is integrated by two, four or eight nodes to a piece, by its width in deviations', () => {
    const count = (width: number) => {
      let visits = 0;
      visitNormalNodes(0, width, 1, () => visits++);
      return visits;
    };
    expect([4e-4, 5e-4, 0.04, 0.05, 0.5, 0.6].map(count)).toEqual([2, 4, 4, 8, 8, 16]);
  });
});

test('an exchange loses the logarithm of the two mixtures’ ratio, also where that is large', () => {
  for (const [sigma, q] of [
    [0.1, 0.3],
    [0.1, 1e-3],
    [1, 0.5],
  ]) {
    const { lossAt, above, beyond, symmetric } = tailsOf(exchangedGaussian(sigma, q));
    expect(symmetric).toBe(true);
    for (const x of [0, 0.2, 0.75, 0.801, 0.81, 0.9, 1.2]) {
      const density = (at: number) => 1 - q + q * Math.exp((at - 0.5) / (sigma * sigma));
      expect(Math.abs(lossAt(x) - Math.log(density(x) / density(-x)))).toBeLessThan(1e-13 * (1 + lossAt(x)));
      const there = beyond(x, 1);
      const mixed = (shift: number) =>
        (1 - q) * normalSurvival(x / sigma) + q * normalSurvival((x + shift) / sigma);
      expect(relativeError(there.upper, mixed(-1))).toBeLessThan(1e-14);
      expect(relativeError(there.lower, mixed(1))).toBeLessThan(1e-14);
      // Losses next to 0 have too few digits to tell outcomes apart.
      if (lossAt(x) > 1e-3) expect(relativeError(above(lossAt(x), 1).lower, there.lower)).toBeLessThan(1e-7);
    }
  }
});

test('the nodes of a Laplace loss carry both laws', () => {
  for (const epsilon of [0.3, 1, 2.5]) {
    const { losses, weights } = laplaceLoss(epsilon).sketch;
    const sum = (of: (loss: number, weight: number) => number) =>
      losses.reduce((total, loss, i) => total + of(loss, weights[i]), 0);
    expect(sum((_, weight) => weight)).toBeCloseTo(1, 5);
    expect(sum((loss, weight) => weight * Math.exp(loss))).toBeCloseTo(1, 5);
    // E[L] under Q is minus E[|x| - |x - 1|] in units of the scale: 1 - epsilon - e^-epsilon.
    expect(sum((loss, weight) => weight * loss)).toBeCloseTo(1 - epsilon - Math.exp(-epsilon), 4);
  }
});

test.each(['add-remove', 'replace'] as const)(
  'the Gaussian limit (%s) goes back to each parameter',
  (relation) => {
    const parameters = { noise: 1.3, rate: 0.02, steps: 700 };
    const mu = limitMu(parameters, relation);
    const moment = 1 / 1.3 ** 2;
    const perStep = relation === 'replace' ? 4 * Math.sinh(moment) : Math.expm1(moment);
    expect(mu).toBeCloseTo(0.02 * Math.sqrt(700 * perStep), 12);
    expect(1 / limitInverseNoise(parameters, relation, mu)).toBeCloseTo(1.3, 10);
    expect(limitSteps(parameters, relation, mu)).toBeCloseTo(700, 8);
    expect(limitRate(parameters, relation, mu)).toBeCloseTo(0.02, 12);
  },
);

describe('the grid', () => {
  const withAtoms = (atoms: number[], smooth = false) => ({
    source: { ...laplaceLoss(1), atoms, smooth },
    count: 1,
  });

  test('is laid so that atoms sit on it', () => {
    // All atoms and nothing else: the largest step that fits.
    expect(snapStep([withAtoms([1, 0.5])], 0.3)).toBe(0.5);
    expect(snapStep([withAtoms([0.5, 0.7])], 0.3)).toBeCloseTo(0.1, 14);
    // Beside a density: the largest that fits and is no larger than wanted.
    expect(snapStep([withAtoms([1, 0.5], true)], 0.3)).toBe(0.25);
    expect(snapStep([withAtoms([0.5, 0.501], true)], 0.3)).toBeCloseTo(0.001, 14);
    // Beside a mechanism without atoms a far finer grid is not worth it.
    expect(snapStep([withAtoms([0.5, 0.501], true), withAtoms([], true)], 0.3)).toBe(0.25);
    expect(snapStep([withAtoms([], true)], 0.3)).toBe(0.3);
    expect(snapStep([withAtoms([0.001], true)], 0.3)).toBe(0.3);
  });

  test('is as fine as the tail falls where it is a billionth', () => {
    // Nine Gaussian runs have the deviation 3 / noise; t^2 deviation^2 / 2 = ln 1e9.
    const tilt = deepestTilt([{ source: subsampledGaussian(2, 1), count: 9 }]);
    expect(relativeError(tilt, Math.sqrt(2 * Math.log(1e9)) / 1.5)).toBeLessThan(3e-3);
  });
});
