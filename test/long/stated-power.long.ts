import { test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { expectStatedPowers, randomDesign } from '../support/random-designs.ts';

test('300 plans state the power with which their violation is refuted in 20,000 plays each', () => {
  const random = createRandom('300 designs');
  const designs = Array.from({ length: 300 }, (_, i) => randomDesign(random.split(i), 5000));
  expectStatedPowers(designs, 20_000, 'long plays');
});
