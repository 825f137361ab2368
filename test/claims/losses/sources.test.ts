import { describe, expect, test } from 'vitest';
import { approximateLoss } from '../../../src/claims/losses/atoms.ts';
import {
  limitInverseNoise,
  limitMu,
  limitRate,
  limitSteps,
} from '../../../src/claims/losses/central-limit.ts';
import { exchangedGaussian } from '../../../src/claims/losses/exchanged-gaussian.ts';
import { laplaceLoss } from '../../../src/claims/losses/laplace.ts';
import type { ExactTails, LossSource } from '../../../src/claims/losses/law.ts';
import { tiltNodes } from '../../../src/claims/losses/smooth/tilted-nodes.ts';
import { nodesNeeded, subsampledGaussian } from '../../../src/claims/losses/subsampled-gaussian.ts';

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

function tailsOf({ exactTails }: LossSource): ExactTails {
  if (exactTails === undefined) throw new Error('no formula for the tails');
  return exactTails;
}

describe('a step of DP-SGD', () => {
  test.each([
    [0.1, 0.5],
    [0.1, 1e-4],
    [0.3, 0.9],
    [2, 0.1],
  ])('has its outcomes above where its losses are above: noise %d, rate %d', (sigma, rate) => {
    const tails = tailsOf(subsampledGaussian(sigma, rate));
    for (const x of [0.5, 0.6, 0.75, 0.9, 1.1]) {
      const [through, there] = [tails.above(tails.lossAt(x), 1), tails.beyond(x, 1)];
      expect(through.upper / there.upper).toBeCloseTo(1, 9);
      expect(through.lower / there.lower).toBeCloseTo(1, 9);
    }
  });

  test.each([0.2, 0.99, 1])('is its own mirror image only where every record is taken: rate %d', (rate) => {
    const tails = tailsOf(subsampledGaussian(1.5, rate));
    const [above, below] = [tails.above(0.3, 1), tails.above(-0.3, -1)];
    const mirrored =
      Math.abs(above.upper - below.lower) < 1e-12 && Math.abs(above.lower - below.upper) < 1e-12;
    expect(tails.symmetric).toBe(mirrored);
    expect(tails.symmetric).toBe(rate === 1);
  });

  test('reaches on a grid from its lowest outcome that matters to its highest', () => {
    const [sigma, step] = [2, 0.1];
    const law = subsampledGaussian(sigma, 1).discretise(step);
    const lossAt = (x: number) => (x - 0.5) / (sigma * sigma);
    expect(law.first).toBe(Math.floor(lossAt(-13.4 * sigma) / step));
    expect(law.first + law.upper.length - 1).toBe(Math.ceil(lossAt(1 + 13.4 * sigma) / step));
    expect(total(law.upper)).toBeCloseTo(1, 12);
    expect(total(law.lower)).toBeCloseTo(1, 12);
  });

  test('asks for as many nodes as its highest frequency needs', () => {
    // (100 + 14) / 4 + 9 / 2 = 33, and 30 times that over 2 pi is 157.6.
    expect(nodesNeeded(100, 2, 30)).toBe(158);
    // (2 + 14) / 0.25 + 9 / 0.5 = 82, and 10 times that over 2 pi is 130.5.
    expect(nodesNeeded(2, 0.5, 10)).toBe(131);
  });
});

test('a step in which a record is exchanged is its own mirror image', () => {
  expect(tailsOf(exchangedGaussian(1, 0.3)).symmetric).toBe(true);
});

test('a step in which a record is exchanged has the loss of its densities, far out too', () => {
  const [sigma, rate] = [0.5, 1e-6];
  const { lossAt } = tailsOf(exchangedGaussian(sigma, rate));
  for (const u of [-1, 5, 20, 29.9, 30, 30.5, 32, 40]) {
    const x = sigma * sigma * u + 0.5;
    const opposite = Math.log1p(rate * Math.expm1(-x / (sigma * sigma) - 0.5 / (sigma * sigma)));
    expect(lossAt(x)).toBeCloseTo(Math.log(1 - rate + rate * Math.exp(u)) - opposite, 11);
  }
});

describe('the Laplace mechanism', () => {
  test.each([0.3, 2, 5])('is sketched as two laws around 0: epsilon %d', (epsilon) => {
    const { losses, weights } = laplaceLoss(epsilon).sketch;
    expect(total(weights)).toBeCloseTo(1, 4);
    expect(total(weights.map((w, i) => w * Math.exp(losses[i])))).toBeCloseTo(1, 4);
    losses.forEach((loss, i) => {
      expect(loss).toBeCloseTo(-losses[losses.length - 1 - i], 12);
      if (i > 0) expect(loss).toBeGreaterThan(losses[i - 1]);
    });
    expect(losses[0]).toBe(-epsilon);
    expect(weights[0]).toBe(0.5);
    expect(weights[weights.length - 1]).toBeCloseTo(0.5 * Math.exp(-epsilon), 15);
  });

  test.each([0.1, 0.13, 0.7])('keeps all its mass on a grid of step %d, in both orders', (step) => {
    const law = laplaceLoss(1).discretise(step);
    expect(total(law.upper)).toBeCloseTo(1, 12);
    expect(total(law.lower)).toBeCloseTo(1, 12);
  });
});

test('the Laplace mechanism ends where its grid does, though a quotient is rounded up', () => {
  const [epsilon, step] = [1.1, 1.1 / 15];
  expect(epsilon / step).toBeGreaterThan(15);
  const law = laplaceLoss(epsilon).discretise(step);
  expect(law.first).toBe(-15);
  expect(law.upper).toHaveLength(31);
});

test('(0, delta)-DP has the one loss 0, and tells all with probability delta', () => {
  const { discrete } = approximateLoss(0, 0.1);
  expect(discrete).toEqual({
    ...{ losses: [0], upper: [0.9], lower: [0.9] },
    ...{ upperInfinite: 0.1, lowerInfinite: 0.1 },
  });
});

test.each(['remove', 'add'] as const)('nodes are tilted towards large losses and sum to 1: %s', (order) => {
  const losses = Float64Array.of(-0.4, 0.1, 0.5);
  const q = Float64Array.of(0.5, 0.3, 0.2);
  const { weights, log } = tiltNodes({ losses, weights: q }, order, 0.7);
  // P = Q e^loss; the loss of "add" is the opposite one.
  const power = order === 'remove' ? 1 + 0.7 : -0.7;
  const masses = q.map((w, i) => w * Math.exp(power * losses[i]));
  // What P lacks to a sum of 1 stays lacking in the logarithm.
  const start = order === 'remove' ? total(q.map((w, i) => w * Math.exp(losses[i]))) : 1;
  expect(log).toBeCloseTo(Math.log(1 + total(masses) - start), 14);
  weights.forEach((w, i) => {
    expect(w).toBeCloseTo(masses[i] * Math.exp(-log), 14);
  });
});

test.each(['add-remove', 'replace'] as const)(
  'the central limit is solved for each parameter: %s',
  (relation) => {
    const parameters = { noise: 1.3, rate: 0.02, steps: 700 };
    const mu = limitMu(parameters, relation);
    const variance = relation === 'replace' ? 4 * Math.sinh(1 / 1.69) : Math.expm1(1 / 1.69);
    expect(mu).toBeCloseTo(0.02 * Math.sqrt(700 * variance), 13);
    expect(limitInverseNoise(parameters, relation, mu)).toBeCloseTo(1 / 1.3, 13);
    expect(limitSteps(parameters, relation, mu)).toBeCloseTo(700, 9);
    expect(limitRate(parameters, relation, mu)).toBeCloseTo(0.02, 14);
    expect(limitRate(parameters, relation, 1e9)).toBe(1);
  },
);
