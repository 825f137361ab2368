import { test } from 'vitest';
import { createRandom } from '../../../src/numerics/index.ts';
import { expectStatedPowers, randomDesign } from '../../support/random-designs.ts';

test('a plan states the power with which its violation is refuted', () => {
  const random = createRandom('sample 29');
  const designs = Array.from({ length: 12 }, (_, i) => randomDesign(random.split(i), 120));
  expectStatedPowers(designs, 600, 'plays');
});
