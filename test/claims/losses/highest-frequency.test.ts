import { describe, expect, test } from 'vitest';
import { highestFrequency } from '../../../src/claims/losses/smooth/highest-frequency.ts';
import { tiltNodes } from '../../../src/claims/losses/smooth/tilted-nodes.ts';
import { subsampledGaussian } from '../../../src/claims/losses/subsampled-gaussian.ts';

const NO_TILT = { remove: 0, add: 0 };
const PATIENT = { enough: 1e-3, hopeless: 1e4, looks: 1e9 };

describe('the frequency beyond which the composed loss has nothing', () => {
  test.each([
    [1, 30],
    [2, 40],
    [0.5, 100],
  ])(
    'of Gaussian losses is where e^(-runs t^2 / (2 noise^2)) is e^-44: noise %d, %d runs',
    (sigma, count) => {
      const exact = sigma * Math.sqrt(88 / count);
      for (const balance of [NO_TILT, { remove: 0.3, add: 0.2 }]) {
        const found = highestFrequency([{ source: subsampledGaussian(sigma, 1), count }], balance, PATIENT);
        expect(found).toBeGreaterThan(exact * 0.999);
        expect(found).toBeLessThan(exact * 1.05);
      }
    },
  );

  test('of two mechanisms is where their logarithms add up to it', () => {
    const parts = [
      { source: subsampledGaussian(1, 1), count: 20 },
      { source: subsampledGaussian(2, 1), count: 40 },
    ];
    const exact = Math.sqrt(88 / (20 + 40 / 4));
    expect(highestFrequency(parts, NO_TILT, PATIENT)).toBeGreaterThan(exact * 0.999);
    expect(highestFrequency(parts, NO_TILT, PATIENT)).toBeLessThan(exact * 1.05);
  });

  test('is not sought below what is enough, nor where it is hopeless', () => {
    const parts = [{ source: subsampledGaussian(1, 1), count: 30 }];
    expect(highestFrequency(parts, NO_TILT, { ...PATIENT, enough: 50 })).toBe(50);
    expect(highestFrequency(parts, NO_TILT, { ...PATIENT, hopeless: 1 })).toBeNull();
    // Without a look, the variation of the density alone tells: a sound frequency, and a larger one.
    const blind = highestFrequency(parts, NO_TILT, { ...PATIENT, looks: 0 }) ?? 0;
    expect(blind).toBeGreaterThan(1.05 * Math.sqrt(88 / 30));
    expect(blind).toBeLessThan(100);
  });
});

test('tilted nodes are the probabilities of either order times e^(t loss)', () => {
  // Q = (1/3, 2/3) and P = (2/3, 1/3).
  const sketch = {
    losses: Float64Array.of(Math.LN2, -Math.LN2),
    weights: Float64Array.of(1 / 3, 2 / 3),
  };
  const at = (direction: 'remove' | 'add', t: number) => {
    const { weights, log } = tiltNodes(sketch, direction, t);
    return [...weights, log];
  };
  const close = (actual: number[], expected: number[]) => {
    for (const [i, value] of actual.entries()) expect(value).toBeCloseTo(expected[i], 14);
  };
  close(at('remove', 0), [2 / 3, 1 / 3, 0]);
  close(at('add', 0), [1 / 3, 2 / 3, 0]);
  close(at('remove', 1), [8 / 9, 1 / 9, Math.log(1.5)]);
  close(at('add', 1), [1 / 9, 8 / 9, Math.log(1.5)]);
});
