import { expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { narrowed } from '../../src/numerics/narrow.ts';

test('at most one in 32 values is copied to select among, however many first bits they share', () => {
  const random = createRandom('copied');
  // Up to a factor of 1 + 2^-4 the first 16 bits are the same, up to 1 + 2^-20 the first 32.
  for (const width of [1, 2 ** -5, 2 ** -21]) {
    const values = Float64Array.from({ length: 6400 }, () => 1 + width * random.uniform());
    const sorted = values.toSorted();
    for (const n of [1, 100, 3200, 6400]) {
      const { few, rank } = narrowed(values, n);
      expect(few.length).toBeLessThanOrEqual(200);
      expect(few.toSorted()[few.length - rank]).toBe(sorted[values.length - n]);
    }
  }
});
