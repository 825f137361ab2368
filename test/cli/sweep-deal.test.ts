import { describe, expect, test } from 'vitest';
import { dealtTo, tasksToDeal } from '../../src/cli/sweep/parts/deal.ts';
import { shardOf } from '../../src/cli/sweep/parts/shards.ts';
import { FIGURES, gridCells, taskSeconds } from '../../src/experiments/index.ts';

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
  const all = [...tasksToDeal(sweep).values()];

  test.each([1, 2, 7, 40])('is dealt over %d parts, each task to one of them', (n) => {
    const dealt = Array.from({ length: n }, (_, i) => dealtTo({ i: i + 1, n }, sweep)).flat();
    const texts = (tasks: readonly unknown[]) => tasks.map((task) => JSON.stringify(task)).sort();
    expect(texts(dealt)).toEqual(texts(all));
  });
});

test('a number that is given twice is one', () => {
  const figure = FIGURES.find(({ name }) => name === 'power') ?? FIGURES[0];
  const twice = { score: ['white-box', 'white-box'], m: [10, 10], short: [0], guesses: [5, 10, 5] };
  expect(gridCells(figure, twice)).toMatchObject([{ m: 10, guesses: [5, 10] }]);
});

test('points with the same games play them once', () => {
  expect(sweepOf('gaussian', 40, SHARED).cells.length).toBe(2);
  expect(tasksToDeal(sweepOf('gaussian', 40, SHARED)).size).toBe(14);
});

test('no part of the played Figure 1 has much more to do than another', () => {
  const sweep = sweepOf('gaussian', 1000);
  const seconds = new Array<number>(200).fill(0);
  [...tasksToDeal(sweep).values()].forEach((task, place) => {
    seconds[shardOf(200, place) - 1] += taskSeconds(sweep.figure, task);
  });
  expect(Math.max(...seconds) / Math.min(...seconds)).toBeLessThan(1.2);
});
