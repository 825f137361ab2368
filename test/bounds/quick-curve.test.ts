import { expect, test } from 'vitest';
import { optimal } from '../../src/bounds/index.ts';
import { QuickCurve } from '../../src/bounds/optimal/quick-curve.ts';
import { tradeOff } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { relativeError } from '../support/golden.ts';

const FAIR = 'dpsgd(noise=20.492198553457882, rate=0.08192, steps=2500)';

test.each([
  'gaussian(mu=0.025)',
  'gaussian(mu=2)',
  'laplace(scale=0.8)',
  'pure-dp(epsilon=1)',
  'profile(0.5:0.2, 1:0.05, 3:1e-6)',
  'dpsgd(noise=0.8, rate=0.05, steps=60)',
  FAIR,
  'compose(laplace(scale=2)*3, gaussian(sigma=2))',
])('%s: cubics follow the curve, rise, and turn back', (claim) => {
  const f = tradeOff(claim);
  const quick = new QuickCurve(f.fairOrder?.() ?? f);
  const exact = f.fairOrder?.() ?? f;
  const random = createRandom(71);
  for (let n = 0; n < 400; n++) {
    const x = Math.exp(-80 * random.uniform() ** 2);
    // Deep in the tails curves from a grid end in corners of their own.
    if (x > 1e-9) expect(relativeError(quick.fBar(x), exact.fBar(x))).toBeLessThan(3e-5);
    expect(quick.slope(x)).toBeGreaterThanOrEqual(0);
    const further = Math.min(0.99, x * (1 + random.uniform()));
    if (further < x || exact.fBar(further) > 1 - 1e-9) continue;
    const y = quick.fBar(further);
    expect(y).toBeGreaterThanOrEqual(quick.fBar(x) * (1 - 1e-9));
    // Back to where the curve has that height, or earlier where it is flat.
    expect(quick.fBar(quick.fBarInv(y, x))).toBeLessThanOrEqual(y * (1 + (x > 1e-9 ? 1e-5 : 1e-2)));
  }
});

test('a law whose first x lies where the curve has no digits left is found all the same', () => {
  const p = optimal.pValue({ m: 5000, k: 2, guesses: 720, correct: 697 }, tradeOff(FAIR));
  expect(p).toBeGreaterThanOrEqual(0);
  expect(p).toBeLessThan(1e-9);
});
