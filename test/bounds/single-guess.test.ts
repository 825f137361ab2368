import { expect, test } from 'vitest';
import { singleGuessLower, singleGuessUpper } from '../../src/bounds/index.ts';
import { tradeOff } from '../../src/index.ts';

test('pure epsilon-DP: a guess among k is right at most e^epsilon / (e^epsilon + k - 1) of the time', () => {
  for (const k of [2, 3, 10])
    for (const epsilon of [0, 0.5, 2]) {
      const f = tradeOff(`pure-dp(epsilon=${epsilon})`);
      expect(singleGuessUpper(f, k, 1)).toBeCloseTo(Math.exp(epsilon) / (Math.exp(epsilon) + k - 1), 12);
      expect(singleGuessLower(f, k, 1)).toBeCloseTo(1 / (1 + (k - 1) * Math.exp(epsilon)), 12);
    }
});

test('perfect privacy leaves a blind guess, where the paper’s own lower function says 2/3', () => {
  expect(singleGuessLower(tradeOff('perfect()'), 3, 1)).toBeCloseTo(1 / 3, 14);
  expect(singleGuessUpper(tradeOff('perfect()'), 3, 1)).toBeCloseTo(1 / 3, 14);
});

test('the definitions hold at the values found, rounded outwards', () => {
  for (const claim of ['gaussian(mu=1)', 'laplace(scale=1)', 'approx-dp(epsilon=1, delta=0.1)'])
    for (const k of [2, 5])
      for (const x of [1e-9, 0.01, 0.3, 1]) {
        const f = tradeOff(claim);
        const high = singleGuessUpper(f, k, x);
        const low = singleGuessLower(f, k, x);
        expect(low).toBeLessThanOrEqual(x / k + 1e-15);
        expect(high).toBeGreaterThanOrEqual(x / k);
        expect(high).toBeLessThanOrEqual(x);
        if (high < x) expect(f.fBar((x - high) / (k - 1))).toBeCloseTo(high, 10);
        if (low > 0) expect(f.fBar(low)).toBeCloseTo((x - low) / (k - 1), 10);
      }
});
