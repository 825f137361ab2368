import { expect, test } from 'vitest';
import { curveNumbers } from '../../../src/audit/index.ts';
import { tradeOff } from '../../../src/claims/index.ts';

/**
 * Deltas just above what the transform's rounding leaves, and the true epsilon there, by an accountant of its
 * own: a tilted transform on 2^21 points of the exact law, the same for three tilts.
 */
const DROWNED: readonly (readonly [claim: string, delta: number, truth: number])[] = [
  ['dpsgd(noise=1.469, rate=0.00014, steps=2800)', 1e-12, 0.03598],
  ['dpsgd(noise=0.8083, rate=0.00043, steps=2000)', 1e-13, 1.919],
  ['dpsgd(noise=1.243, rate=0.000237, steps=44625)', 1.202e-12, 0.30706],
  ['dpsgd(noise=1.258, rate=0.0002252, steps=111681)', 2.884e-13, 0.47116],
  ['dpsgd(noise=1.568, rate=0.0001633, steps=1280)', 4.571e-13, 0.02704],
  [
    'compose(dpsgd(noise=1.212, rate=0.0001035, steps=71633), dpsgd(noise=12.69, rate=0.0001352, steps=2))',
    1.148e-9,
    0.14017,
  ],
  [
    'compose(dpsgd(noise=1.307, rate=0.0001813, steps=3), dpsgd(noise=8.72, rate=0.0001689, steps=422262))',
    1.995e-10,
    0.06608,
  ],
  [
    'compose(dpsgd(noise=23.24, rate=0.000103728, steps=248901), dpsgd(noise=2.7302, rate=0.0160688, steps=4))',
    1e-12,
    0.15231,
  ],
];

test.each(DROWNED)('no epsilon is proved from rounding: %s at %s', (claim, delta, truth) => {
  const f = tradeOff(claim);
  expect(f.epsilon(delta)).toBeGreaterThanOrEqual(truth);
  const least = f.epsilonLower(delta);
  expect(least).toBeLessThanOrEqual(truth);
  expect(least).toBeGreaterThan(0.6 * truth);
  const { note } = curveNumbers(f, [], [delta], []);
  expect(note).toContain(`at delta ${delta} rounding hides the curve: epsilon lies somewhere from`);
});

test('what is proved falls with delta where rounding sets in', () => {
  for (const claim of [
    'dpsgd(noise=1.469, rate=0.00014, steps=2800)',
    'dpsgd(noise=0.9, rate=0.0005, steps=9000)',
  ]) {
    const f = tradeOff(claim);
    let before = Infinity;
    for (let delta = 1.1 * f.fBar(0); delta < 1e-9; delta *= 1.02) {
      const least = f.epsilonLower(delta);
      expect(least).toBeLessThanOrEqual(Math.max(before * 1.2, before + 0.05));
      before = least;
    }
  }
});

test('where rounding is far below delta nothing is hidden', () => {
  for (const claim of [
    'dpsgd(noise=1, rate=0.01, steps=1000)',
    'gaussian(sigma=1)',
    'compose(laplace(scale=1)*30)',
  ])
    expect(curveNumbers(tradeOff(claim), [], [1e-5, 1e-9], [])).not.toHaveProperty('note');
});
