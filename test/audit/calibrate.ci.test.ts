import { expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import { optimal, paper } from '../../src/bounds/index.ts';
import { calibrate, family, tradeOff } from '../../src/index.ts';
import { golden } from '../support/golden.ts';

test('the noise for a target agrees with the reference', () => {
  for (const { q, sigma, T, eps } of golden('dpsgd').cases) {
    if (q === 1) continue;
    const target = eps['1e-05'].max;
    const { value, epsilon, claim } = calibrate(`dpsgd(rate=${q}, steps=${T})`, 'noise', target, 1e-5);
    expect(Math.abs(value - sigma)).toBeLessThan(2e-5 * sigma);
    expect(epsilon).toBeLessThanOrEqual(target);
    expect(tradeOff(claim).epsilon(1e-5)).toBe(epsilon);
  }
});

test('steps are the most that fit, a rate is never above 1', () => {
  const { value, epsilon } = calibrate('dpsgd(noise=1, rate=0.01)', 'steps', 2, 1e-5);
  expect(Number.isInteger(value)).toBe(true);
  expect(epsilon).toBeLessThanOrEqual(2);
  expect(tradeOff(`dpsgd(noise=1, rate=0.01, steps=${value + 1})`).epsilon(1e-5)).toBeGreaterThan(2);
  expect(calibrate('dpsgd(noise=50, steps=10)', 'rate', 8, 1e-5).value).toBe(1);
  const rate = calibrate('dpsgd(noise=1, steps=500)', 'rate', 1, 1e-5);
  expect(rate.epsilon).toBeLessThanOrEqual(1);
  expect(rate.epsilon).toBeGreaterThan(1 - 1e-4);
});

test('closed forms calibrate too', () => {
  expect(calibrate('gaussian', 'sigma', 4.377178095681224, 1e-5).value).toBeCloseTo(1, 6);
  expect(calibrate('gaussian', 'mu', 4.377178095681224, 1e-5).value).toBeCloseTo(1, 6);
  expect(calibrate('laplace', 'scale', 2, 0).value).toBeCloseTo(0.5, 6);
});

test('targets that cannot be met and parameters that are not open are refused', () => {
  expect(() => calibrate('dpsgd(noise=0.5, rate=0.5)', 'steps', 0.1, 1e-5)).toThrow('not even one step');
  expect(() => calibrate('dpsgd(rate=0.5, steps=3)', 'steps', 1, 1e-5)).toThrow(
    'cannot calibrate steps; the parameter that',
  );
  expect(() => calibrate('dpsgd(rate=0.5, steps=3)', 'noise', 0, 1e-5)).toThrow(
    'invalid epsilon; must be above 0: 0',
  );
  expect(() => calibrate('gaussian', 'sigma', 1, 0)).toThrow('no value of the parameter');
  expect(() => calibrate('gaussian', 'sigma', 1, 1)).toThrow('invalid delta');
});

test('empirical epsilon over DP-SGD: the last noise that is rejected, a lower bound that is safe to print', () => {
  const observation = { m: 5000, k: 2, guesses: 500, correct: 460 };
  const members = family('dpsgd(rate=0.08192, steps=2500)');
  const [found] = empiricalEpsilon(observation, members, { method: 'paper' });
  const noise = found.parameter as number;
  expect(found.assumption).toBe('model-based');
  expect(paper.rejects(observation, members.at(noise), 0.05)).toBe(true);
  expect(paper.rejects(observation, members.at(noise * 0.999), 0.05)).toBe(false);
  expect(found.epsilon).toBeLessThan(members.at(noise).epsilon(1e-5));
  expect(found.epsilon).toBeCloseTo(3.127, 2);
  expect(found.largestProvable).toBeCloseTo(8.156, 2);
  const [best] = empiricalEpsilon(observation, members);
  expect(best.epsilon).toBeCloseTo(3.2275, 2);
  expect(optimal.rejects(observation, members.at(best.parameter as number), 0.05)).toBe(true);
});

test('a curve that cannot be computed is not taken for an answer', () => {
  expect(() => calibrate('dpsgd(noise=50, rate=0.0001)', 'steps', 1, 1e-5)).toThrow(
    /^cannot compute this curve/,
  );
  const { value, epsilon } = calibrate('dpsgd(noise=0.6, rate=0.0001)', 'steps', 0.1, 1e-5);
  expect(value).toBeGreaterThan(100);
  expect(epsilon).toBeLessThanOrEqual(0.1);
});

test('counts that no noise explains are unbounded within the family, at once', () => {
  const [row] = empiricalEpsilon({ m: 1000, k: 2, guesses: 100, correct: 95 }, 'dpsgd(rate=0.0001, steps=1)');
  expect(row).toMatchObject({ parameter: 0, epsilon: Infinity });
});

test('little noise, few steps and many: the answer spends the target and no more', () => {
  for (const [rate, steps, epsilon, delta, relation] of [
    [0.3, 1, 16, 1e-5, 'add-remove'],
    [0.3, 1, 16, 1e-5, 'replace'],
    [1, 1000, 20, 1e-6, 'replace'],
    [0.0019, 4, 16.39, 8e-4, 'add-remove'],
    [3e-4, 314, 6.08, 2.5e-8, 'replace'],
    [1e-4, 100_000, 50, 1e-5, 'add-remove'],
  ] as const) {
    const family = `dpsgd(rate=${rate}, steps=${steps}, relation=${relation})`;
    const { value, epsilon: spent } = calibrate(family, 'noise', epsilon, delta);
    expect(spent, family).toBeLessThanOrEqual(epsilon);
    const less = `dpsgd(noise=${value * (1 - 2e-5)}, rate=${rate}, steps=${steps}, relation=${relation})`;
    expect(tradeOff(less).epsilon(delta), family).toBeGreaterThan(epsilon);
  }
  // The Gaussian of twice the clip norm.
  const { value } = calibrate('dpsgd(rate=1, steps=1000, relation=replace)', 'noise', 20, 1e-6);
  const gaussian = calibrate('gaussian', 'mu', 20, 1e-6).value;
  expect(((2 * Math.sqrt(1000)) / value / gaussian).toFixed(5)).toBe('1.00000');
});

test('rare sampling with little noise is calibrated on a grid that tells enough, not on the finest', () => {
  const { value } = calibrate('dpsgd(rate=0.0002385, steps=2625)', 'noise', 48.9, 6.4e-6);
  expect(value).toBeGreaterThan(0.1985);
  expect(value).toBeLessThan(0.1986);
});
