import { expect, test } from 'vitest';
import { bestOfDirected } from '../support/directed-mechanisms.ts';
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
