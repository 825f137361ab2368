import { describe, expect, test } from 'vitest';
import {
  cellRows,
  cellTasks,
  FIGURES,
  gridCells,
  runTask,
  type SweepTask,
  type TaskResult,
} from '../../src/experiments/index.ts';
import type { FigureRow } from '../../src/figure-layout.ts';
import { tradeOff } from '../../src/index.ts';
import { normalCdf } from '../../src/numerics/index.ts';
import { reproduced } from '../support/csv.ts';
import { gaussianInverse, naiveRejects } from '../support/naive.ts';

const figure = (name: string) => {
  const found = FIGURES.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

const SETTINGS = { methods: ['paper', 'steinke'] as const, optimalUpTo: 0, simulate: null, changes: {} };

/** With the optimal test, as the command has it. */
const ALL = { ...SETTINGS, methods: ['paper', 'optimal', 'steinke'] as const, optimalUpTo: 1e5 };

/** All rows of a figure, without workers or a log. */
function sweep(name: string, settings: Parameters<typeof cellTasks>[2] = SETTINGS): FigureRow[] {
  const one = figure(name);
  const results = new Map<string, TaskResult>();
  const done = (task: SweepTask) => results.get(JSON.stringify(task));
  const cells = gridCells(one, settings.changes);
  for (let round = 0; round < 2; round++)
    for (const cell of cells)
      for (const task of cellTasks(one, cell, settings, done))
        if (done(task) === undefined) results.set(JSON.stringify(task), runTask(one, task));
  return cells.flatMap((cell) => cellRows(one, cell, settings, done));
}

/** The documentation's table has these rows. */
function expectPublished(name: string, rows: readonly FigureRow[]): void {
  const table = reproduced(name);
  for (const row of rows) {
    const own = table.find((line) =>
      Object.entries(row).every(
        ([column, value]) => /epsilon/.test(column) || line[column] === (value ?? null),
      ),
    );
    expect(own, JSON.stringify(row)).toBeDefined();
    expect(Math.abs(Number(own?.epsilon) - Number(row.epsilon))).toBeLessThan(1e-5);
  }
}

const epsilon = (rows: readonly FigureRow[], where: FigureRow) =>
  Number(
    rows.find((row) => Object.entries(where).every(([column, value]) => row[column] === value))?.epsilon,
  );

describe('Figure 1', () => {
  test('has the numbers of the paper’s setting', () => {
    const rows = sweep('gaussian', ALL);
    expectPublished('gaussian', rows);
    for (const [sigma, m, expected] of [
      [1, 1e2, 1.68],
      [1, 1e3, 2.6],
      [1, 1e4, 3.07],
      [1, 1e5, 3.36],
      [1, 1e6, 3.56],
      [1, 1e7, 3.69],
      [0.5, 1e3, 6.09],
      [0.5, 1e5, 7.54],
      [0.5, 1e7, 8.25],
      [4, 1e3, 0.3],
      [4, 1e5, 0.66],
      [4, 1e7, 0.77],
    ])
      expect(Math.abs(epsilon(rows, { sigma, m, method: 'paper' }) - expected)).toBeLessThan(0.02);
    // The paper in words: theirs degrades as the canaries grow, ours improves; neither exceeds the truth.
    for (const sigma of [0.5, 1, 2, 4]) {
      const at = (method: string, m: number) => epsilon(rows, { sigma, m, method });
      expect(at('steinke', 1e7)).toBeLessThan(Math.max(at('steinke', 1e5), at('steinke', 1e6)));
      for (const m of [1e2, 1e3, 1e4, 1e5]) expect(at('optimal', m)).toBeGreaterThanOrEqual(at('paper', m));
      for (const m of [1e3, 1e4, 1e5, 1e6, 1e7]) {
        expect(at('paper', m)).toBeGreaterThan(at('paper', m / 10));
        expect(at('paper', m)).toBeGreaterThan(at('steinke', m));
        expect(at('paper', m)).toBeLessThan(at('theory', m));
      }
    }
  });

  test('is what a plain search over guesses and noise finds', () => {
    const rows = sweep('gaussian', { ...SETTINGS, changes: { m: [100, 1000], sigma: [1, 3] } });
    for (const sigma of [1, 3])
      for (const m of [100, 1000]) {
        let best = 0;
        for (let j = 10; ; j++) {
          const n = 2 * Math.floor(Math.round(10 ** (j / 10)) / 2);
          if (n > m) break;
          best = Math.max(best, naiveMu(m, n, Math.ceil(n * naiveFraction(sigma, m, n))));
        }
        const expected = best === 0 ? 0 : tradeOff(`gaussian(mu=${best})`).epsilon(1e-5);
        expect(epsilon(rows, { sigma, m, method: 'paper' })).toBeCloseTo(expected, 6);
      }
  });
});

/** Algorithm 3 as printed, halving an interval of mu. */
function naiveMu(m: number, guesses: number, correct: number): number {
  const rejected = (mu: number) => naiveRejects(gaussianInverse(mu), m, 2, guesses, correct, 0.05);
  if (!rejected(0)) return 0;
  let [low, high] = [0, 5];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (rejected(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The share of right ones above the threshold that c' / 2 of m scores exceed, halving an interval of thresholds. */
function naiveFraction(sigma: number, m: number, guesses: number): number {
  const above = (t: number, s: number) => normalCdf((s - t) / (2 * sigma));
  let [low, high] = [0, 100 * sigma];
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (0.5 * (above(middle, 1) + above(middle, -1)) > guesses / (2 * m)) low = middle;
    else high = middle;
  }
  return above(low, 1) / (above(low, 1) + above(low, -1));
}

describe('the other figures', () => {
  test('guesses: both methods are best at a small share of guesses', () => {
    const rows = sweep('guesses');
    expectPublished('guesses', rows);
    for (const sigma of [0.5, 1, 2, 4])
      for (const method of ['paper', 'steinke']) {
        const some = rows.filter((row) => row.sigma === sigma && row.method === method);
        const best = some.reduce((a, b) => (Number(b.epsilon) > Number(a.epsilon) ? b : a));
        expect(Number(best.guesses)).toBeLessThan(0.15 * 1e7);
        expect(Number(best.epsilon)).toBeGreaterThan(2 * epsilon(some, { guesses: 1e7 }));
      }
  });

  test('buckets: more candidates prove more', () => {
    const rows = sweep('buckets');
    expectPublished('buckets', rows);
    expectPublished('buckets', sweep('buckets', { ...ALL, changes: { m: [100], k: [3, 50] } }));
    const of = (m: number) =>
      rows.filter((row) => row.m === m && row.method === 'paper').map((row) => row.epsilon);
    expect(of(10_000)).toEqual([...of(10_000)].sort((a, b) => Number(a) - Number(b)));
    expect(Number(of(100)[10])).toBeGreaterThan(Number(of(100)[0]));
    expect(rows.filter((row) => row.m === 10_000).map((row) => row.k)).toContain(5000);
    expect(rows.every((row) => row.guesses === undefined || row.guesses === row.m)).toBe(true);
  });

  test('deltas: the counts are the paper’s, ours follows the truth, Steinke’s falls to nothing', () => {
    const rows = sweep('deltas', ALL);
    expectPublished('deltas', rows);
    expect(new Set(rows.map((row) => row.correct))).toEqual(new Set([1429, undefined]));
    expect(epsilon(rows, { method: 'paper', delta: 1e-5, tau: 0.05 })).toBeCloseTo(3.29924, 4);
    expect(epsilon(rows, { method: 'steinke', delta: 1e-5, tau: 0.05 })).toBeCloseTo(2.66875, 4);
    for (const tau of [0.5, 0.001]) {
      expect(epsilon(rows, { method: 'steinke', delta: 1e-2, tau })).toBe(0);
      for (const delta of [1e-8, 1e-5, 1e-2]) {
        const share =
          epsilon(rows, { method: 'paper', delta, tau }) / epsilon(rows, { method: 'theory', delta, tau });
        expect(share).toBeGreaterThan(0.53);
        expect(share).toBeLessThan(1);
      }
    }
  });

  test('runs: one run is the plain audit, and a few prove more from as many canaries', () => {
    const rows = sweep('runs', { ...ALL, changes: { sigma: [1], runs: [1, 5] } });
    expectPublished('runs', rows);
    const [one, five] = [1, 5].map((runs) => rows.find((row) => row.runs === runs && row.method === 'paper'));
    expect(one).toMatchObject({ m: 10_000, successes: 1 });
    expect(five).toMatchObject({ m: 2000 });
    expect(Number(one?.epsilon)).toBeGreaterThan(2.8);
    expect(Number(one?.epsilon)).toBeLessThan(3.07);
    expect(Number(five?.epsilon)).toBeGreaterThan(Number(one?.epsilon) + 0.3);
  });

  test('dpsgd: the same counts refute the Gaussian of an honest run and not its own curve', () => {
    const rows = sweep('dpsgd', {
      ...SETTINGS,
      changes: { noise: [0.6], rate: [0.005], steps: [500], m: [1e5] },
    });
    expectPublished('dpsgd', rows);
    const by = (method: string, family: RegExp) =>
      Number(rows.find((row) => row.method === method && family.test(String(row.family)))?.epsilon);
    expect(by('paper', /^gaussian/)).toBeGreaterThan(by('theory', /^gaussian/));
    expect(by('paper', /^dpsgd/)).toBeLessThan(by('theory', /^dpsgd/));
    expect(new Set(rows.filter((row) => row.method === 'paper').map((row) => row.correct)).size).toBe(1);
  });
});

describe('--simulate', () => {
  const simulate = { games: 40, seed: 'x' };
  const changes = { sigma: [1], m: [200] };

  test('has a spread around the counts, and the truth of the closed form within it', () => {
    const [closed] = sweep('gaussian', { ...SETTINGS, changes });
    const [row] = sweep('gaussian', { ...SETTINGS, changes, simulate });
    expect(row.games).toBe(40);
    for (const [low, high] of [
      [row.correctLow, row.correctHigh],
      [row.epsilonLow, row.epsilonHigh],
    ])
      expect(Number(low)).toBeLessThan(Number(high));
    expect(Number(closed.epsilon)).toBeGreaterThan(Number(row.epsilonLow));
    expect(Number(closed.epsilon)).toBeLessThan(Number(row.epsilonHigh));
  });

  test('has the rows of the documentation', () => {
    const seed = { games: 100, seed: '0' };
    expectPublished(
      'gaussian-simulated',
      sweep('gaussian', { ...ALL, changes: { sigma: [1], m: [100, 1000] }, simulate: seed }),
    );
  });

  test('draws every game from a stream of its own, however the games are dealt out', () => {
    const one = figure('gaussian');
    const [cell] = gridCells(one, changes);
    const games = (first: number, end: number) =>
      runTask(one, {
        kind: 'games',
        cell: { sigma: 1, m: 200, k: 2, guesses: cell.guesses },
        seed: 'x',
        first,
        end,
      });
    expect([...games(0, 3), ...games(3, 10)]).toEqual(games(0, 10));
    const other = runTask(one, {
      kind: 'games',
      cell: { sigma: 1, m: 200, k: 2, guesses: cell.guesses },
      seed: 'y',
      first: 0,
      end: 10,
    });
    expect(other).not.toEqual(games(0, 10));
  });

  test('plays whole audits of several runs', () => {
    const rows = sweep('runs', {
      ...SETTINGS,
      simulate,
      changes: { sigma: [1], runs: [5], total: [2000] },
    });
    const row = rows.find(({ method }) => method === 'paper');
    expect(Number(row?.successesLow)).toBeLessThanOrEqual(Number(row?.successes));
    expect(Number(row?.successes)).toBeLessThanOrEqual(Number(row?.successesHigh));
    expect(Number(row?.epsilon)).toBeLessThan(tradeOff('gaussian(sigma=1)').epsilon(1e-5));
  });
});

test('every figure has its grid in order and each point once', () => {
  for (const one of FIGURES) {
    const cells = gridCells(one).map((cell) => JSON.stringify(cell));
    expect(new Set(cells).size).toBe(cells.length);
    for (const column of ['m', 'k', 'guesses', 'correct', 'delta', 'tau', 'method', 'epsilon'])
      expect(one.columns, one.name).toContain(column);
  }
  expect(gridCells(figure('gaussian')).length).toBe(24);
});
