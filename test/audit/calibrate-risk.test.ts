import { describe, expect, test } from 'vitest';
import { type CalibrationTarget, calibrate, tradeOff } from '../../src/index.ts';
import { normalQuantile } from '../../src/numerics/index.ts';

const TARGETS: readonly CalibrationTarget[] = [
  { advantage: 0.2 },
  { advantage: 0.95 },
  { tpr: 0.05, fpr: 0.01 },
  { tpr: 0.002, fpr: 0.001 },
];

/** The best attack's number that a target is about, from the curve itself. */
function spent(claim: string, target: CalibrationTarget): number {
  const f = tradeOff(claim);
  return 'fpr' in target ? f.fBar(target.fpr) : f.delta(0);
}

const most = (target: CalibrationTarget) =>
  'tpr' in target ? target.tpr : 'advantage' in target ? target.advantage : NaN;

/** Every kind with a value to calibrate, and a value that is less private by so little. */
const FAMILIES: readonly (readonly [family: string, parameter: string, worse: (value: number) => number])[] =
  [
    ['gaussian', 'sigma', (x) => x * (1 - 2e-6)],
    ['gaussian', 'mu', (x) => x * (1 + 2e-6)],
    ['gaussian(relation=replace)', 'noise', (x) => x * (1 - 2e-6)],
    ['laplace', 'scale', (x) => x * (1 - 3e-6)],
    ['pure-dp', 'epsilon', (x) => x * (1 + 3e-6)],
    ['approx-dp(delta=1e-5)', 'epsilon', (x) => x * (1 + 3e-6)],
    ['randomized-response(alphabet=4)', 'epsilon', (x) => x * (1 + 3e-6)],
    ['dpsgd(rate=0.02, steps=1000)', 'noise', (x) => x * (1 - 1e-5)],
    ['dpsgd(rate=0.02, steps=1000, relation=replace)', 'noise', (x) => x * (1 - 1e-5)],
    ['dpsgd(noise=1, steps=500)', 'rate', (x) => x * (1 + 1e-5)],
    ['dpsgd(noise=2, rate=0.02)', 'steps', (x) => x + 1],
  ];

describe.each(FAMILIES)('%s calibrated by %s', (family, parameter, worse) => {
  test.each(TARGETS)('keeps %j, and hardly less', (target) => {
    const found = calibrate(family, parameter, target);
    const { claim, value } = found;
    expect(spent(claim, target)).toBeLessThanOrEqual(most(target));
    expect(most(found)).toBe(spent(claim, target));
    const text = `${found.parameter}=${value}`;
    expect(claim).toContain(text);
    expect(spent(claim.replace(text, `${found.parameter}=${worse(value)}`), target)).toBeGreaterThan(
      most(target),
    );
  });
});

test('the noise of a Gaussian is that of the formula', () => {
  for (const advantage of [1e-4, 0.01, 0.2, 0.5, 0.9, 0.999999]) {
    const { value } = calibrate('gaussian', 'mu', { advantage });
    expect(Math.abs(value / (2 * normalQuantile((1 + advantage) / 2)) - 1)).toBeLessThan(1e-6);
  }
  for (const [tpr, fpr] of [
    [0.05, 0.01],
    [0.5, 1e-6],
    [0.999, 0.9],
    [0.010001, 0.01],
  ]) {
    const { value } = calibrate('gaussian', 'mu', { tpr, fpr });
    expect(Math.abs(value / (normalQuantile(tpr) - normalQuantile(fpr)) - 1)).toBeLessThan(2e-6);
  }
});

test('noise is a name for the scale of any noise', () => {
  expect(calibrate('gaussian', 'noise', { advantage: 0.2 })).toEqual(
    calibrate('gaussian', 'sigma', { advantage: 0.2 }),
  );
  expect(calibrate('laplace', 'noise', { epsilon: 2, delta: 0 })).toEqual(
    calibrate('laplace', 'scale', 2, 0),
  );
  expect(() => calibrate('pure-dp', 'noise', { advantage: 0.2 })).toThrow('cannot calibrate noise');
  expect(() => calibrate('dpsgd(noise=1, rate=0.1)', 'noise', { advantage: 0.2 })).toThrow(
    'leaves out is steps',
  );
});

test('targets that are none, or that nothing reaches or misses, are refused in one sentence', () => {
  const gaussian = (target: object) => () => calibrate('gaussian', 'sigma', target as CalibrationTarget);
  expect(gaussian({ advantage: 0 })).toThrow('invalid advantage; must be in (0, 1): 0');
  expect(gaussian({ advantage: 1 })).toThrow('invalid advantage; must be in (0, 1): 1');
  expect(gaussian({ tpr: 0.01, fpr: 0.01 })).toThrow('invalid tpr; must be above fpr (0.01)');
  expect(gaussian({ tpr: 0.5 })).toThrow('invalid fpr');
  expect(gaussian({ tpr: 1, fpr: 0.1 })).toThrow('invalid tpr; must be in (0, 1): 1');
  expect(gaussian({ advantage: 0.1, epsilon: 1 })).toThrow(
    'must be one of epsilon, advantage and tpr: epsilon',
  );
  expect(gaussian({})).toThrow('must be one of epsilon, advantage and tpr: none');
  expect(() => calibrate('approx-dp(delta=0.3)', 'epsilon', { advantage: 0.2 })).toThrow(
    'cannot calibrate; no value of the parameter keeps the advantage that small',
  );
  expect(() => calibrate('approx-dp(epsilon=0.1)', 'delta', { advantage: 0.2 })).toThrow(
    'cannot calibrate delta of approx-dp(epsilon=0.1); leave out another parameter',
  );
  // A record that nine trainings of ten never sample is found out in at most one of ten, without any noise.
  expect(() => calibrate('dpsgd(rate=0.001, steps=100)', 'noise', { advantage: 0.2 })).toThrow(
    'cannot calibrate; every value of the parameter keeps the advantage that small',
  );
  expect(() => calibrate('dpsgd(noise=0.5, rate=0.5)', 'steps', { tpr: 0.02, fpr: 0.01 })).toThrow(
    'not even one step keeps the true positive rate that small',
  );
});
