import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, nthLargest, topIndices } from '../../src/numerics/index.ts';

const arrays = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
  minLength: 1,
  maxLength: 60,
});

test('the n-th largest is what sorting finds', () => {
  fc.assert(
    fc.property(arrays, fc.nat(), (values, pick) => {
      const array = Float64Array.from(values);
      const n = 1 + (pick % array.length);
      expect(nthLargest(array, n)).toBe(array.toSorted()[array.length - n]);
    }),
    { seed: 4, numRuns: 1000 },
  );
});

test('among many values the n-th largest is what sorting finds', () => {
  const random = createRandom('many');
  const size = 150_000;
  const laws: (() => number)[] = [
    () => random.normal(),
    () => Math.round(3 * random.normal()),
    () => (random.coin() ? 0 : -0),
    () => (random.coin() ? 1 : 1 + Number.EPSILON * random.integer(3)),
    () => random.normal() * 10 ** (random.integer(600) - 300),
    () => [-Infinity, Infinity, -Number.MAX_VALUE, Number.MIN_VALUE, -Number.MIN_VALUE, 0][random.integer(6)],
  ];
  for (const law of laws) {
    const array = Float64Array.from({ length: size + 2 }, law).subarray(1, size + 1);
    const sorted = array.toSorted();
    for (const n of [1, 2, 1000, size / 2, size - 1, size])
      expect(nthLargest(array, n)).toBe(sorted[size - n]);
  }
});

test('the top n holds n distinct places and no value below one left out', () => {
  fc.assert(
    fc.property(arrays, fc.nat(), fc.integer(), (values, pick, seed) => {
      const array = Float64Array.from(values);
      const n = pick % (array.length + 1);
      const chosen = new Set(topIndices(array, n, createRandom(seed)));
      expect(chosen.size).toBe(n);
      const inside = values.filter((_, i) => chosen.has(i));
      const outside = values.filter((_, i) => !chosen.has(i));
      expect(Math.min(...inside)).toBeGreaterThanOrEqual(Math.max(...outside));
    }),
    { seed: 5, numRuns: 1000 },
  );
});

test('ties are drawn evenly, wherever they stand', () => {
  const values = new Float64Array(10);
  values[3] = 1;
  const counts = new Array(10).fill(0);
  for (let seed = 0; seed < 9000; seed++)
    for (const i of topIndices(values, 4, createRandom(seed))) counts[i]++;
  expect(counts[3]).toBe(9000);
  // Each of the nine others: a third of the time, give or take five standard deviations.
  for (const [i, seen] of counts.entries())
    if (i !== 3) expect(Math.abs(seen - 3000)).toBeLessThan(5 * Math.sqrt(2000));
});

test('sorted, reversed and constant arrays of a million take linear time to select from', () => {
  const n = 1_000_000;
  for (const make of [(i: number) => i, (i: number) => -i, () => 1, (i: number) => i % 7]) {
    const array = Float64Array.from({ length: n }, (_, i) => make(i));
    expect(nthLargest(array, 1000)).toBe(array.toSorted()[n - 1000]);
  }
});
