import { expect, test } from 'vitest';
import type { ExactTails, Tails } from '../../../../src/claims/losses/law.ts';
import { singleRunCurve } from '../../../../src/claims/losses/smooth/single-run.ts';
import { subsampledGaussian } from '../../../../src/claims/losses/subsampled-gaussian.ts';

function tailsOf(sigma: number, rate: number): ExactTails {
  const { exactTails } = subsampledGaussian(sigma, rate);
  if (exactTails === undefined) throw new Error('no formula for the tails');
  return exactTails;
}

/** The same pair of laws with P and Q exchanged; so that the loss still rises, at the opposite outcomes. */
function exchanged(law: ExactTails): ExactTails {
  const other = (sign: 1 | -1) => (sign === 1 ? -1 : 1);
  const swap = ({ upper, lower }: Tails): Tails => ({ upper: lower, lower: upper });
  return {
    ...law,
    lowest: -law.highest,
    highest: -law.lowest,
    balanced: -law.balanced,
    lossAt: (outcome) => -law.lossAt(-outcome),
    beyond: (outcome, sign) => swap(law.beyond(-outcome, other(sign))),
    above: (loss, sign) => swap(law.above(-loss, other(sign))),
  };
}

test.each([
  [1, 0.1],
  [0.7, 0.5],
  [3, 0.02],
])('the curve of one run is the same whichever law comes first: noise %d, rate %d', (sigma, rate) => {
  const law = tailsOf(sigma, rate);
  const f = singleRunCurve(law, 'add-remove', 'run', 1);
  const g = singleRunCurve(exchanged(law), 'add-remove', 'run', 1);
  for (const x of [1e-6, 1e-3, 0.1, 0.5, 0.9, 0.999]) {
    expect(g.fBar(x)).toBeCloseTo(f.fBar(x), 12);
    expect(g.fBarInv(x)).toBeCloseTo(f.fBarInv(x), 12);
  }
  for (const epsilon of [0, 0.01, 0.1, 0.5, 2]) {
    expect(g.delta(epsilon)).toBeCloseTo(f.delta(epsilon), 13);
    // By definition: P's probability of larger losses less e^epsilon times Q's.
    const { upper, lower } = law.above(epsilon, 1);
    expect(f.delta(epsilon)).toBeCloseTo(upper - Math.exp(epsilon) * lower, 11);
  }
  for (const delta of [1e-2, 1e-4, 1e-7]) {
    expect(g.epsilon(delta)).toBeCloseTo(f.epsilon(delta), 10);
    expect(g.epsilonLower(delta)).toBeCloseTo(f.epsilonLower(delta), 10);
  }
});

test('beyond the last outcome that matters there is delta at its loss, and no more', () => {
  const law = tailsOf(1, 1);
  const f = singleRunCurve(law, 'add-remove', 'run', 1);
  const { upper, lower } = law.beyond(law.highest, 1);
  const left = upper - Math.exp(law.lossAt(law.highest)) * lower;
  expect(left).toBeGreaterThan(0);
  expect(f.fBar(0) / left).toBeCloseTo(1, 9);
});
