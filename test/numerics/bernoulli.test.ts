import { expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';

test('a Bernoulli draw is true where the uniform number is below p, and not where it is p', () => {
  // Of the 2^53 numbers that are drawn from, p 2^53 lie below a p that is one of them: that many, and 0 at p = 0.
  for (const seed of [1, 2, 3]) {
    const p = createRandom(seed).uniform();
    expect(createRandom(seed).bernoulli(p)).toBe(false);
    expect(createRandom(seed).bernoulli(p + 2 ** -53)).toBe(true);
  }
});
