import { expect, test } from 'vitest';
import { asJobResult, jobOf, reasonOf, refusal, taskInJob } from '../../../src/cli/queue/job.ts';
import { engineTask } from '../../../src/cli/sweep/sweep-work.ts';
import { WORK } from '../../../src/cli/tasks/work.ts';
import { FIGURES, gridCells, runTask, type SweepTask } from '../../../src/experiments/index.ts';

const gaussian = FIGURES[0];
const [cell] = gridCells(gaussian, { sigma: [1], m: [100], guesses: [50] });
const judge: SweepTask = { kind: 'judge', cell, method: 'paper', seen: null };
const task = engineTask(gaussian, judge, 1e-3);
const { name, data, opts } = jobOf(task);
const sent = JSON.parse(JSON.stringify(data));

test('a task comes out of a job as it went in', async () => {
  expect({ name, id: opts.jobId }).toEqual({ name: 'sweep', id: task.key });
  expect(await taskInJob(task.key, sent)).toEqual({ kind: 'sweep', data: task.data });
});

test('what somebody else put into a queue is refused', async () => {
  const other = `${task.key.slice(1)}0`;
  const jobs: [unknown, unknown, RegExp][] = [
    [task.key, null, /holds no task/],
    [task.key, 'text', /holds no task/],
    [task.key, { ...sent, version: '0.0.0' }, /holds no task of this version/],
    [task.key, { ...sent, path: '/etc/passwd' }, /holds no task/],
    [task.key, { ...sent, kind: 'shell' }, /unknown kind of task: shell/],
    [task.key, { ...sent, kind: 'constructor' }, /unknown kind of task/],
    [task.key, { ...sent, kind: '__proto__' }, /unknown kind of task/],
    [task.key, { ...sent, data: { figure: 'gaussian' } }, /not of a sweep/],
    [other, sent, /id is not the key/],
    [undefined, sent, /id is not the key/],
  ];
  for (const [id, job, why] of jobs) await expect(taskInJob(id, job)).rejects.toThrow(why);
});

test('a result that JSON cannot hold, or that is too large, is an error of its task', () => {
  expect(asJobResult([[1]])).toEqual([[1]]);
  expect(() => asJobResult(undefined)).toThrow(/without a result/);
  expect(() => asJobResult(() => 1)).toThrow(/without a result/);
  expect(() => asJobResult('x'.repeat(16e6))).toThrow(/a queue takes at most/);
});

test('reasons of failures tell what was refused from what went wrong', () => {
  expect(reasonOf(refusal('invalid sigma'))).toEqual({ error: 'invalid sigma', isInvalid: true });
  expect(reasonOf('no memory')).toEqual({ error: 'no memory', isInvalid: false });
  expect(reasonOf('job stalled more than allowable limit').error).toMatch(/every worker .* was lost/);
  expect(reasonOf(undefined).error).toMatch(/without a reason/);
});

test('only what can be a result of the task is taken for one', async () => {
  const work = await WORK.sweep();
  const result = JSON.parse(JSON.stringify(runTask(gaussian, judge)));
  expect(work.isResult(task.data, result)).toBe(true);
  const games = { kind: 'games', cell, seed: '0', first: 0, end: 2 } as const;
  const counts = engineTask(gaussian, games, 1e-3).data;
  const played = JSON.parse(JSON.stringify(runTask(gaussian, games)));
  expect(work.isResult(counts, played)).toBe(true);
  for (const wrong of [
    undefined,
    null,
    'rows',
    {},
    [1],
    [[Number.NaN], [1]],
    [['1'], ['2']],
    [[1]],
    [...played, [1]],
    result,
    [[1, 2], [1]],
    [[0.5], [1]],
    [[-1], [1]],
  ])
    expect(work.isResult(counts, wrong), JSON.stringify(wrong)).toBe(false);
  const [row] = result;
  const { epsilon: _, ...without } = row;
  for (const wrong of [
    ...[undefined, null, 'rows', {}, [1], [{ epsilon: { path: 'x' } }], [{ epsilon: [1] }]],
    ...[[], [{}], [without], [{ ...row, other: 1 }], [{ ...row, sigma: 2 }], [{ ...row, epsilon: '9' }]],
  ])
    expect(work.isResult(task.data, wrong), JSON.stringify(wrong)).toBe(false);
});

test('tallies of games are taken for their result where they count as many games', async () => {
  const work = await WORK.sweep();
  for (const figure of FIGURES) {
    const { game } = figure;
    if (game?.typical !== 'tally') continue;
    const points = gridCells(figure, {}).map((point) =>
      Object.fromEntries(game.axes.map((axis) => [axis, point[axis]])),
    );
    const least = points.reduce((a, b) => (game.draws(b) < game.draws(a) ? b : a));
    const played = (end: number): SweepTask => ({ kind: 'games', cell: least, seed: '0', first: 0, end });
    const result = JSON.parse(JSON.stringify(runTask(figure, played(2))));
    expect(work.isResult(engineTask(figure, played(2), 1).data, result), figure.name).toBe(true);
    expect(work.isResult(engineTask(figure, played(3), 1).data, result), figure.name).toBe(false);
  }
});
