import { expect, test } from 'vitest';
import { engineTask } from '../../../src/cli/sweep/sweep-work.ts';
import type { Task, TaskEnd } from '../../../src/cli/tasks/task.ts';
import { threadsEngine } from '../../../src/cli/tasks/threads.ts';
import { FIGURES, gridCells, runTask, type SweepTask } from '../../../src/experiments/index.ts';

const gaussian = FIGURES[0];
const [cell] = gridCells(gaussian, { sigma: [1], m: [100], guesses: [50] });
const judge: SweepTask = { kind: 'judge', cell, method: 'paper', seen: null };

test('a task that fails ends nothing else, and long tasks come first', async () => {
  const good = engineTask(gaussian, judge, 1e-3);
  const refused: Task = { ...good, key: 'refused', data: { figure: 'none', task: judge }, seconds: 1e-2 };
  const games: SweepTask = { kind: 'games', cell, seed: '0', first: 0, end: 1 };
  const lost: Task = { ...good, key: 'lost', data: { figure: 'dpsgd', task: games }, seconds: 2e-2 };
  const ends: TaskEnd[] = [];
  const engine = threadsEngine(1);
  await engine.run(
    [good, refused, lost],
    (some) => void ends.push(...some),
    () => {},
  );
  await engine.close();
  expect(ends).toMatchObject([
    { task: { key: 'lost' }, isInvalid: false, error: 'internal: dpsgd has no games' },
    { task: { key: 'refused' }, isInvalid: true, error: 'unknown figure: none' },
    { task: { key: good.key }, result: runTask(gaussian, judge) },
  ]);
});
