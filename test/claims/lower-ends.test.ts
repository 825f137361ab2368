import { expect, test } from 'vitest';
import { InvalidInput, tradeOff } from '../../src/index.ts';
import { golden } from '../support/golden.ts';

const { cases } = golden('lower-ends') as {
  cases: { claim: string; delta: number; epsilon: number }[];
};

test.each(cases)('no lower end is above the truth: $claim at $delta', ({ claim, delta, epsilon }) => {
  const f = tradeOff(claim);
  if (delta > 1e-30) {
    expect(f.epsilonLower(delta)).toBeLessThanOrEqual(epsilon * (1 + 1e-9));
    expect(f.epsilonLower(delta)).toBeGreaterThan(epsilon - 1e-4 * Math.max(1, epsilon));
    expect(f.epsilon(delta)).toBeGreaterThanOrEqual(epsilon * (1 - 1e-9));
    return;
  }
  const refusal =
    /^invalid delta; must be at least \S+, below which rounding hides the epsilon of dpsgd\(.*\): \S+$/;
  expect(() => f.epsilonLower(delta)).toThrow(InvalidInput);
  expect(() => f.epsilonLower(delta)).toThrow(refusal);
});

test.each([0.3, 0.5, 0.8, 1, 2, 5, 10, 20])('a delta that no doubles carry is refused: noise %d', (noise) => {
  const f = tradeOff(`dpsgd(noise=${noise}, rate=.1, steps=10)`);
  for (const ask of [f.epsilon, f.epsilonLower]) {
    expect(() => ask(1e-45)).toThrow(InvalidInput);
    expect(ask(1e-12)).toBeGreaterThan(0);
    expect(ask(1e-12)).toBeLessThan(Infinity);
  }
});

test('beside a large Gaussian, deep tails of either order keep their digits', () => {
  const f = tradeOff('compose(gaussian(mu=4), randomized-response(epsilon=1e-9))');
  const g = tradeOff('gaussian(mu=4)');
  for (const epsilon of [5, 20, 30, 36]) {
    expect(f.delta(epsilon) / g.delta(epsilon)).toBeGreaterThan(1 - 1e-9);
    expect(f.delta(epsilon) / g.delta(epsilon)).toBeLessThan(1 + 1e-3);
  }
});
