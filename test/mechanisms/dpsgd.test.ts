import { describe, expect, test } from 'vitest';
import { drawCoordinates, presentSlots } from '../../src/mechanisms/dpsgd/dirac.ts';
import { sampleBatch } from '../../src/mechanisms/dpsgd/sampling.ts';
import { dpsgdOnCanaries } from '../../src/mechanisms/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { scheduled } from '../../src/training/schedule.ts';

const moments = (values: readonly number[]) => {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / (values.length - 1);
  return { mean, variance, n: values.length };
};

describe('the scores of Dirac canaries follow theory', () => {
  test.each([
    { noise: 1, rate: 0.02, steps: 1000, clip: 1 },
    { noise: 0.7, rate: 0.1, steps: 300, clip: 2.5 },
    { noise: 2, rate: 1, steps: 50, clip: 0.1 },
  ])('%j: sums', ({ noise, rate, steps, clip }) => {
    const m = 4000;
    const subject = dpsgdOnCanaries({ noise, rate, steps, clip, score: 'sum' });
    const included = Uint32Array.from({ length: m }, (_, i) => i % 2);
    const scores = Array.from(subject.mechanism(included, createRandom('theory')) as Float64Array);
    for (const inside of [0, 1]) {
      const { mean, variance, n } = moments(scores.filter((_, i) => included[i] === inside));
      const expected = inside * steps * rate * clip;
      const spread = steps * clip * clip * (noise * noise + inside * rate * (1 - rate));
      // Intervals at 99.99%.
      expect(Math.abs(mean - expected)).toBeLessThan(3.9 * Math.sqrt(spread / n));
      expect(Math.abs(variance / spread - 1)).toBeLessThan(3.9 * Math.sqrt(2 / n));
    }
  });

  test('log-likelihood ratios: e^score averages 1 where the canary is out', () => {
    const subject = dpsgdOnCanaries({ noise: 2, rate: 0.1, steps: 20 });
    const scores = subject.mechanism(new Uint32Array(200_000), createRandom('martingale')) as Float64Array;
    const { mean, variance, n } = moments(Array.from(scores, Math.exp));
    expect(Math.abs(mean - 1)).toBeLessThan(4 * Math.sqrt(variance / n));
  });
});

describe('sampling', () => {
  test('Poisson: every record by its own coin', () => {
    const random = createRandom('batches');
    const seen = new Float64Array(500);
    const sizes: number[] = [];
    for (let step = 0; step < 2000; step++) {
      const batch = sampleBatch(500, step, 0.1, 'poisson', random);
      for (const i of batch) seen[i]++;
      sizes.push(batch.length);
    }
    const { mean, variance } = moments(sizes);
    expect(Math.abs(mean - 50)).toBeLessThan(4 * Math.sqrt(45 / 2000));
    expect(Math.abs(variance / 45 - 1)).toBeLessThan(4 * Math.sqrt(2 / 2000));
    for (const count of seen) expect(Math.abs(count - 200)).toBeLessThan(5 * Math.sqrt(180));
  });

  test.each(['fixed', 'shuffled'] as const)('%s: once per epoch', (batches) => {
    const random = createRandom('turns');
    const epoch = (first: number) =>
      Array.from({ length: 20 }, (_, i) => sampleBatch(103, first + i, 0.05, batches, random));
    for (const first of [0, 20])
      expect(
        epoch(first)
          .flatMap((b) => [...b])
          .sort((a, b) => a - b),
      ).toEqual(Array.from({ length: 103 }, (_, i) => i));
    expect(JSON.stringify(epoch(0)) === JSON.stringify(epoch(20))).toBe(batches === 'fixed');
  });
});

test('coordinates are drawn without repetition, uniformly', () => {
  const counts = new Float64Array(20);
  for (let seed = 0; seed < 4000; seed++) {
    const drawn = drawCoordinates(7, 20, createRandom(seed));
    expect(new Set(drawn).size).toBe(7);
    for (const i of drawn) counts[i]++;
  }
  for (const count of counts) expect(Math.abs(count - 1400)).toBeLessThan(5 * Math.sqrt(1400 * 0.65));
  expect([...drawCoordinates(20, 20, createRandom(1))].sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i),
  );
  expect(() => drawCoordinates(21, 20, createRandom(1))).toThrow('the model has 20: 21');
});

test('slots of an assignment', () => {
  expect([...presentSlots([1, 0, 1], 2)]).toEqual([1, 0, 1]);
  expect([...presentSlots([2, 0], 3)]).toEqual([0, 0, 1, 1, 0, 0]);
});

test('learning-rate schedules', () => {
  expect(scheduled('constant', 70, 100)).toBe(1);
  expect(scheduled('linear', 75, 100)).toBe(0.25);
  expect(scheduled('cosine', 50, 100)).toBeCloseTo(0.5, 12);
  expect(scheduled('cosine', 0, 100)).toBe(1);
});
