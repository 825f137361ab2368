import { expect, test } from 'vitest';
import { optimal, paper } from '../../src/bounds/index.ts';
import { tradeOff } from '../../src/index.ts';
import { bestOfDirected } from '../support/directed-mechanisms.ts';
import { relativeError } from '../support/golden.ts';
import { bestLawOf } from '../support/law-program.ts';
import { bestTwoCounts, type DirectedLine } from '../support/two-count-program.ts';

const GUARANTEES: readonly (readonly DirectedLine[])[] = [
  [
    { epsilon: 0, remove: 0.2, add: 0.2 },
    { epsilon: 0.5, remove: 0.1, add: 0.05 },
    { epsilon: 1.2, remove: 0.02, add: 0.001 },
  ],
  [
    { epsilon: 0, remove: 0.4, add: 0.4 },
    { epsilon: 0.7, remove: 0.25, add: 0.15 },
    { epsilon: 1.6, remove: 0.1, add: 0.01 },
    { epsilon: 3, remove: 0.01, add: 0 },
  ],
];

test.each([
  [2, 2, 2],
  [3, 2, 2],
  [3, 3, 3],
])(
  'm = %i, %i guesses, %i right: no mechanism exceeds the mean of both profiles, nor the program in two counts',
  async (m, guesses, correct) => {
    for (const lines of GUARANTEES) {
      const oneCount = async (delta: (line: DirectedLine) => number) => {
        const own = lines.map((line) => ({ slope: Math.exp(line.epsilon), delta: delta(line) }));
        const observation = { m, k: 2, guesses, correct };
        return (await bestLawOf(observation, own, { lowest: 1, highest: guesses }, 0.3)).bound;
      };
      const larger = await oneCount(({ remove, add }) => Math.max(remove, add));
      const mean = await oneCount(({ remove, add }) => 0.5 * (remove + add));
      const any = await bestOfDirected(m, guesses, correct, lines);
      expect(any).toBeLessThan(mean + 1e-6);
      expect(any).toBeGreaterThan(0.97 * mean);
      expect(mean).toBeLessThan(larger + 1e-6);
      for (let ins = 0; ins <= guesses; ins++) {
        const two = await bestTwoCounts({ m, ins, outs: guesses - ins, correct }, lines, 1, 0.3);
        expect(two).toBeLessThan(mean + 1e-6);
        expect(await bestOfDirected(m, guesses, correct, lines, ins)).toBeLessThan(two + 1e-6);
      }
    }
  },
);

test.each([
  'dpsgd(noise=0.8, rate=0.05, steps=1)',
  'dpsgd(noise=0.8, rate=0.05, steps=60)',
  'dpsgd(noise=1, rate=0.02, steps=300)',
  'compose(dpsgd(noise=2, rate=0.1, steps=20), laplace(scale=3))',
])('%s: the curve of a fair order has the mean of both profiles, and proves more', (claim) => {
  const f = tradeOff(claim);
  const [remove, add, fair] = [f.oneWay?.('in'), f.oneWay?.('out'), f.fairOrder?.()];
  if (remove === undefined || add === undefined || fair === undefined) throw new Error('no orders');
  for (const epsilon of [0, 0.1, 0.5, 1, 2, 3]) {
    const mean = 0.5 * (remove.delta(epsilon) + add.delta(epsilon));
    expect(fair.delta(epsilon)).toBeGreaterThanOrEqual(mean * (1 - 1e-9));
    if (mean > 1e-9) expect(relativeError(fair.delta(epsilon), mean)).toBeLessThan(1e-5);
  }
  for (const x of [1e-6, 1e-3, 0.1, 0.4, 0.9]) {
    expect(fair.fBar(x)).toBeLessThanOrEqual(f.fBar(x) * (1 + 1e-12));
    expect(relativeError(fair.fBarInv(fair.fBar(x)), x)).toBeLessThan(1e-6);
  }
  expect(fair.epsilon(1e-5)).toBe(f.epsilon(1e-5));
  const observation = { m: 200, k: 2, guesses: 60, correct: 50 };
  for (const bound of [paper, optimal])
    expect(bound.pValue(observation, f)).toBe(bound.pValue(observation, fair));
  // Among three candidates there is no order of in and out.
  const three = { ...observation, k: 3 };
  expect(optimal.pValue(three, f)).toBeGreaterThan(optimal.pValue(three, fair));
});
