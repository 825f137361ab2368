import { expect, test } from 'vitest';
import { engineTask, sweepWork } from '../../../src/cli/sweep/sweep-work.ts';
import { FIGURES, type SweepTask } from '../../../src/experiments/index.ts';

const power = FIGURES.find(({ name }) => name === 'power');
const cell = { sigma: 1, short: 0.5, m: 30, score: 'loss', references: 0, difficulty: 1, guesses: [10] };
const games: SweepTask = { kind: 'games', cell, seed: '0', first: 0, end: 5 };

test('words and tallies of a task are checked, and kept as they are', () => {
  if (power === undefined) throw new Error('no figure power');
  const { key, data } = engineTask(power, games, 1);
  expect(sweepWork.keyOf(data)).toBe(key);
  const tallies = sweepWork.run(data) as number[][];
  expect(tallies.map(([, ...tally]) => tally.reduce((a, b) => a + b, 0))).toEqual([5]);
  const whole = { ...cell, delta: 1e-5, tau: 0.05 };
  const judged = { kind: 'judge', cell: whole, method: 'paper', seen: { counts: [1], tallies } } as const;
  const [row] = sweepWork.run(engineTask(power, judged, 1).data) as { games: number }[];
  expect(row.games).toBe(5);
});

test.each([
  [{ score: 'magic' }, 'unknown score: magic'],
  [{ score: 7 }, 'unknown score: 7'],
  [{ sigma: 'one' }, 'invalid sigma; must be above 0 (1e-100 to 1e100): one'],
  [{ colour: 'red' }, 'invalid colour; power does not vary it'],
])('%j is refused', (changes, message) => {
  const task = { ...games, cell: { ...cell, ...changes } };
  expect(() => sweepWork.keyOf({ figure: 'power', task })).toThrow(message);
});
