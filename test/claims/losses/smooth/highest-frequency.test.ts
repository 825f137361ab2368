import { expect, test } from 'vitest';
import { highestFrequency } from '../../../../src/claims/losses/smooth/highest-frequency.ts';
import { type NeighbourOrder, tiltNodes } from '../../../../src/claims/losses/smooth/tilted-nodes.ts';
import { subsampledGaussian } from '../../../../src/claims/losses/subsampled-gaussian.ts';
import { normalCdf } from '../../../../src/numerics/index.ts';

/** ln of what counts as nothing in a characteristic function. */
const NOTHING = -44;
const BALANCE = { remove: 0.5, add: 0.3 };

type Mechanism = readonly [sigma: number, rate: number, count: number];
const partsOf = (mechanisms: readonly Mechanism[]) =>
  mechanisms.map(([sigma, rate, count]) => ({ source: subsampledGaussian(sigma, rate), count }));

/** ln |E e^(i t L)| of the composed, tilted loss, term by term. */
function logModulus(mechanisms: readonly Mechanism[], direction: NeighbourOrder, t: number): number {
  let log = 0;
  for (const { source, count } of partsOf(mechanisms)) {
    const nodes = source.smoothLaw?.nodes(2000) ?? source.sketch;
    const { weights } = tiltNodes(nodes, direction, BALANCE[direction]);
    let [re, im] = [0, 0];
    nodes.losses.forEach((loss, i) => {
      re += weights[i] * Math.cos(t * loss);
      im += weights[i] * Math.sin(t * loss);
    });
    log += count * Math.log(Math.hypot(re, im));
  }
  return log;
}

const CASES: readonly (readonly Mechanism[])[] = [
  [[1, 1, 300]],
  [[0.9, 0.2, 600]],
  [[2, 0.3, 2000]],
  // Its lowest losses are one double.
  [[0.4, 0.2, 500]],
  [
    [1, 1, 150],
    [0.8, 0.3, 400],
  ],
];

test.each(CASES)(
  'beyond it nothing is left of either order, and little below it something is: %j',
  (...mechanisms) => {
    const highest = highestFrequency(partsOf(mechanisms), BALANCE, {
      enough: 1e-6,
      hopeless: 1e4,
      looks: 1e7,
    });
    if (highest === null) throw new Error('none was found');
    const most = (t: number) =>
      Math.max(...(['remove', 'add'] as const).map((direction) => logModulus(mechanisms, direction, t)));
    for (let t = highest; t < 8 * highest; t *= 1.1) expect(most(t)).toBeLessThan(NOTHING);
    expect(most(0.97 * highest)).toBeGreaterThan(NOTHING);
  },
);

test('of a Gaussian it is where e^(-count (mu t)^2 / 2) is negligible', () => {
  const [sigma, count] = [2.5, 400];
  const highest = highestFrequency(partsOf([[sigma, 1, count]]), BALANCE, {
    ...{ enough: 1e-6, hopeless: 1e4, looks: 1e7 },
  });
  const exact = sigma * Math.sqrt((-2 * NOTHING) / count);
  expect(highest).toBeGreaterThan(exact);
  expect(highest).toBeLessThan(1.01 * exact);
});

test('without a look it is what the variation of the density tells', () => {
  const [sigma, count] = [2, 500];
  const found = highestFrequency(partsOf([[sigma, 1, count]]), BALANCE, {
    ...{ enough: 1e-6, hopeless: 1e4, looks: 0 },
  });
  // The loss is normal with deviation 1 / sigma: its density climbs to the peak and falls to where the piece starts.
  const density = (z: number) => (sigma * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
  const least = (t: number) => {
    let modulus = 1;
    for (let z = -4; z < 4; z += 0.05) {
      const variation = z < 0 ? 2 * density(0) : 2 * density(z);
      modulus = Math.min(modulus, 1 - 0.98 * normalCdf(-z) + (1.1 * variation) / t);
    }
    return modulus;
  };
  let expected = 0.1;
  while (count * Math.log(least(expected)) > NOTHING) expected *= 1.003;
  expect(found).toBeGreaterThan(0.98 * expected);
  expect(found).toBeLessThan(1.02 * expected);
});

test('it is none where the variation tells of too high ones only, and never below what is enough', () => {
  const parts = partsOf([[2, 1, 500]]);
  expect(highestFrequency(parts, BALANCE, { enough: 1e-6, hopeless: 0.5, looks: 1e7 })).toBeNull();
  expect(highestFrequency(parts, BALANCE, { enough: 7, hopeless: 1e4, looks: 1e7 })).toBe(7);
});
