import { expect, test } from 'vitest';
import { createRandom, logBinomialTail, normalCdf } from '../../src/numerics/index.ts';

test('a seed names one stream, for ever', () => {
  const random = createRandom('onerun');
  expect([random.bits(), random.bits(), random.bits()]).toEqual([4182149467, 3944600081, 867669044]);
  expect([random.uniform(), random.normal(), random.integer(10), random.coin()]).toEqual([
    0.6765545352682024, -1.2310974476540741, 8, 1,
  ]);
  expect(createRandom(1).split('noise').normal()).toBe(-1.4523304928354717);
});

test('different seeds and labels give different streams, the same ones the same', () => {
  const first = (seed: string | number) => createRandom(seed).bits();
  const seeds = [0, 1, 2, '1', '', 'a', 'b', -1, 0.5, 2 ** 40];
  expect(new Set(seeds.map(first)).size).toBe(seeds.length);
  const parent = createRandom(7);
  const child = parent.split('x').bits();
  parent.bits();
  expect(parent.split('x').bits()).toBe(child);
  expect(parent.split('y').bits()).not.toBe(child);
  expect(parent.split(1).bits()).not.toBe(parent.split('1').bits());
});

/** The largest distance between the empirical and the true distribution function, times sqrt(n). */
function kolmogorov(sample: Float64Array, cdf: (x: number) => number): number {
  const sorted = sample.toSorted();
  let most = 0;
  sorted.forEach((x, i) => {
    most = Math.max(most, Math.abs(cdf(x) - i / sorted.length), Math.abs(cdf(x) - (i + 1) / sorted.length));
  });
  return most * Math.sqrt(sorted.length);
}

test('uniform and normal numbers have their distributions (Kolmogorov, 200,000 draws)', () => {
  const random = createRandom('distribution');
  const n = 200_000;
  // 1.95 is exceeded once in a thousand.
  expect(
    kolmogorov(
      Float64Array.from({ length: n }, () => random.uniform()),
      (x) => x,
    ),
  ).toBeLessThan(1.95);
  expect(
    kolmogorov(
      Float64Array.from({ length: n }, () => random.normal()),
      normalCdf,
    ),
  ).toBeLessThan(1.95);
});

test('integers, coins and Bernoulli draws have their frequencies', () => {
  const random = createRandom('frequency');
  const n = 120_000;
  const counts = new Array(6).fill(0);
  let coins = 0;
  let rare = 0;
  for (let i = 0; i < n; i++) {
    counts[random.integer(6)]++;
    coins += random.coin();
    if (random.bernoulli(0.01)) rare++;
  }
  for (const [seen, p] of [...counts.map((c) => [c, 1 / 6]), [coins, 0.5], [rare, 0.01]]) {
    expect(logBinomialTail(n, p, seen)).toBeGreaterThan(Math.log(1e-4));
    expect(logBinomialTail(n, 1 - p, n - seen)).toBeGreaterThan(Math.log(1e-4));
  }
  const wide = Array.from({ length: 2000 }, () => random.integer(2 ** 45));
  expect(Math.max(...wide)).toBeGreaterThan(2 ** 44.9);
  expect(wide.every((x) => Number.isSafeInteger(x) && x < 2 ** 45)).toBe(true);
});

test('neighbouring streams are uncorrelated', () => {
  const n = 2000;
  const streams = Array.from({ length: 20 }, (_, s) => {
    const random = createRandom('parent').split(s);
    return Float64Array.from({ length: n }, () => random.normal());
  });
  for (let a = 0; a < 20; a++)
    for (let b = 0; b < a; b++) {
      const correlation = streams[a].reduce((sum, x, i) => sum + x * streams[b][i], 0) / Math.sqrt(n);
      expect(Math.abs(correlation)).toBeLessThan(4.5);
    }
});
