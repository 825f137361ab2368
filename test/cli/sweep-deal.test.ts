import { describe, expect, test } from 'vitest';
import { taskKey } from '../../src/cli/sweep/log.ts';
import { dealtGaps, dealtTo, tasksToDeal } from '../../src/cli/sweep/parts/deal.ts';
import { shardOf } from '../../src/cli/sweep/parts/shards.ts';
import { cellTasks, FIGURES, gridCells, taskSeconds } from '../../src/experiments/index.ts';

const sweepOf = (name: string, games: number | null, changes = {}) => {
  const figure = FIGURES.find((one) => one.name === name);
  if (figure === undefined) throw new Error(name);
  const simulate = games === null ? null : { games, seed: '0' };
  const settings = { methods: ['paper', 'steinke'] as const, optimalUpTo: 1e5, simulate, changes };
  return { figure, cells: gridCells(figure, changes), settings };
};

/** Two points of which each has the same games. */
const SHARED = { sigma: [1], m: [1e6], tau: [0.05, 0.01] };

describe.each([
  ['gaussian', 80, {}],
  ['gaussian', null, {}],
  ['gaussian', 40, SHARED],
  ['deltas', 50, {}],
  ['buckets', 30, {}],
  ['dpsgd', 10, {}],
])('%s with %j games', (name, games, changes) => {
  const sweep = sweepOf(name, games, changes);
  const all = tasksToDeal(sweep).map((task) => JSON.stringify(task));

  test.each([1, 2, 7, 40])('is dealt over %d parts, each task to one of them', (n) => {
    const dealt: string[] = [];
    const followed: string[] = [];
    for (let i = 1; i <= n; i++) {
      const { cells, loose } = dealtTo({ i, n }, sweep);
      const own = [...tasksToDeal({ ...sweep, cells }), ...loose].map((task) => JSON.stringify(task));
      expect(own.length).toBe(all.filter((_, place) => shardOf(n, place) === i).length);
      dealt.push(...own);
      followed.push(...cells.map((cell) => JSON.stringify(cell)));
    }
    expect(dealt.sort()).toEqual([...all].sort());
    expect(new Set(followed).size).toBe(followed.length);
    const whole = sweep.cells.filter(
      (cell) => cellTasks(sweep.figure, cell, sweep.settings, () => undefined).length > 0,
    );
    if (n === 1) expect(followed.length).toBe(whole.length);
  });

  test('what one part lacks is found in that part, with its points', () => {
    const { cells, loose } = dealtTo({ i: 1, n: 5 }, sweep);
    const own = [...tasksToDeal({ ...sweep, cells }), ...loose];
    const keys = new Set(own.map((task) => taskKey(sweep.figure, task)));
    const gaps = dealtGaps(sweep, 5, (key) => !keys.has(key));
    expect([...gaps.parts]).toEqual([[1, all.filter((_, place) => shardOf(5, place) === 1).length]]);
    expect(gaps.tasks).toBe(all.length);
    const lacking = new Set(own.map((task) => JSON.stringify(task)));
    expect(gaps.cells).toEqual(
      sweep.cells.filter((cell) =>
        cellTasks(sweep.figure, cell, sweep.settings, () => undefined).some((task) =>
          lacking.has(JSON.stringify(task)),
        ),
      ),
    );
  });
});

test('a number that is given twice is one', () => {
  const figure = FIGURES.find(({ name }) => name === 'power') ?? FIGURES[0];
  const twice = { score: ['white-box', 'white-box'], m: [10, 10], short: [0], guesses: [5, 10, 5] };
  expect(gridCells(figure, twice)).toMatchObject([{ m: 10, guesses: [5, 10] }]);
});

test('points with the same games play them once', () => {
  expect(sweepOf('gaussian', 40, SHARED).cells.length).toBe(2);
  expect(tasksToDeal(sweepOf('gaussian', 40, SHARED)).length).toBe(14);
});

test('no part of the played Figure 1 has much more to do than another', () => {
  const sweep = sweepOf('gaussian', 1000);
  const seconds = new Array<number>(200).fill(0);
  tasksToDeal(sweep).forEach((task, place) => {
    seconds[shardOf(200, place) - 1] += taskSeconds(sweep.figure, task);
  });
  expect(Math.max(...seconds) / Math.min(...seconds)).toBeLessThan(1.2);
});
