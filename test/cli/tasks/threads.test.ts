import { expect, test } from 'vitest';
import { engineTask } from '../../../src/cli/sweep/sweep-work.ts';
import type { EngineView, Task, TaskEnd } from '../../../src/cli/tasks/task.ts';
import { threadsEngine } from '../../../src/cli/tasks/threads.ts';
import { WORK } from '../../../src/cli/tasks/work.ts';
import { FIGURES, gridCells, runTask } from '../../../src/experiments/index.ts';

const gaussian = FIGURES[0];
const [cell] = gridCells(gaussian, { sigma: [1], m: [100], guesses: [50] });
const good = engineTask(gaussian, { kind: 'judge', cell, method: 'paper', seen: null }, 1e-3);

test('a task that fails ends nothing else, and long tasks come first', async () => {
  const refused: Task = { ...good, key: 'refused', data: { figure: 'none', task: {} }, seconds: 1e-2 };
  const lost: Task = { ...good, key: 'lost', kind: 'nothing' as 'sweep', seconds: 2e-2 };
  const ends: TaskEnd[] = [];
  const views: EngineView[] = [];
  const engine = threadsEngine(1);
  await engine.run(
    [good, refused, lost],
    (some) => void ends.push(...some),
    (view) => void views.push(view),
  );
  await engine.close();
  expect(ends).toMatchObject([
    { task: { key: 'lost' }, isInvalid: false },
    { task: { key: 'refused' }, isInvalid: true, error: 'a task that is not of a sweep' },
    {
      task: { key: good.key },
      result: runTask(gaussian, { kind: 'judge', cell, method: 'paper', seen: null }),
    },
  ]);
  expect(views).toEqual([{ workers: null, threads: 1, retried: 0 }]);
});

test('only data of a sweep are taken for a task of one', async () => {
  const work = await WORK.sweep();
  expect(work.keyOf(JSON.parse(JSON.stringify(good.data)))).toBe(good.key);
  const { task } = good.data as { task: object };
  const altered: [unknown, RegExp][] = [
    [null, /not of a sweep/],
    [{ figure: 'gaussian' }, /not of a sweep/],
    [{ figure: 'gaussian', task: { ...task, path: '/etc/passwd' } }, /not of a sweep/],
    [{ figure: '../x', task }, /unknown figure/],
    [{ figure: 'gaussian', task: { ...task, cell: { ...cell, sigma: -1 } } }, /invalid sigma/],
    [{ figure: 'gaussian', task: { ...task, cell: { ...cell, other: 1 } } }, /does not vary it/],
    [{ figure: 'evidence', task: { kind: 'games', cell: {}, seed: '0', first: 0, end: 1 } }, /no games/],
  ];
  for (const [data, why] of altered) expect(() => work.keyOf(data)).toThrow(why);
});
