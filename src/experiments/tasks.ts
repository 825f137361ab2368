import { createRandom } from '../numerics/index.ts';
import type { Method } from '../types.ts';
import type { Cell, Figure, Grid, Play, Row, Seen } from './sweep.ts';

/** What is asked of a figure, beside its grid. */
export interface Settings {
  readonly methods: readonly Method[];
  /** The optimal test is left out beyond this number of canaries. */
  readonly optimalUpTo: number;
  /** Play this many games of each cell from this seed instead of the closed form. */
  readonly simulate: { readonly games: number; readonly seed: string } | null;
  /** Axes with values of one's own. */
  readonly changes: Grid;
}

/** A piece of work: plain data that travels to a worker and whose text is its name. */
export type Task =
  | {
      readonly kind: 'games';
      readonly cell: Cell;
      readonly seed: string;
      readonly first: number;
      readonly end: number;
    }
  | { readonly kind: 'judge'; readonly cell: Cell; readonly method: Method; readonly seen: Seen | null };

/** Counts of games, or rows. */
export type Result = readonly (readonly number[])[] | readonly Row[];

/** Looks up the result of a task that has been done. */
export type Done = (task: Task) => Result | undefined;

/** Does one task. Pure: the same task has the same result, wherever and whenever. */
export function runTask(figure: Figure, task: Task): Result {
  if (task.kind === 'judge')
    return figure.judge(task.cell, task.method, task.seen ?? figure.expected(task.cell));
  if (figure.play === null) throw new Error(`internal: ${figure.name} has no games`);
  const random = createRandom(task.seed).split(figure.name).split(JSON.stringify(task.cell));
  const games: number[][] = [];
  for (let game = task.first; game < task.end; game++)
    games.push(figure.play.once(task.cell, random.split(game)));
  return games;
}

/** The tasks of a cell that can be done now: its games, and once they are all played, what they prove. */
export function tasksOf(figure: Figure, cell: Cell, settings: Settings, done: Done): Task[] {
  const methods = figure
    .methods(cell, settings.methods)
    .filter((method) => method !== 'optimal' || !(canariesOf(cell) > settings.optimalUpTo));
  if (methods.length === 0) return [];
  const games = gameTasks(figure, cell, settings);
  if (games.some((task) => done(task) === undefined)) return games;
  const played = games.flatMap((task) => done(task) as number[][]);
  const seen = played.length === 0 ? null : summary(played, figure.play?.typical);
  return methods.map((method) => ({ kind: 'judge', cell, method, seen }));
}

/** Of one run. */
function canariesOf({ m, total, runs }: Cell): number {
  return Number(m ?? Math.floor(Number(total) / Number(runs)));
}

/** The rows of a cell whose tasks are all done: each method's, then the truth. */
export function rowsOf(figure: Figure, cell: Cell, settings: Settings, done: Done): Row[] {
  const found = tasksOf(figure, cell, settings, done).flatMap((task) => {
    const rows = done(task);
    if (rows === undefined || task.kind === 'games') throw new Error('internal: a task is not done');
    return rows as readonly Row[];
  });
  return [...found, ...figure.theory(cell)];
}

/** So many random numbers make a task: long enough to be worth sending, short enough to be no loss when killed. */
const DRAWS = 3e6;

function gameTasks(figure: Figure, cell: Cell, { simulate }: Settings): Task[] {
  const { play } = figure;
  if (simulate === null || play === null) return [];
  const own = Object.fromEntries(play.axes.map((axis) => [axis, cell[axis]]));
  const batch = Math.max(1, Math.floor(DRAWS / play.draws(own)));
  const tasks: Task[] = [];
  for (let first = 0; first < simulate.games; first += batch) {
    const end = Math.min(simulate.games, first + batch);
    tasks.push({ kind: 'games', cell: own, seed: simulate.seed, first, end });
  }
  return tasks;
}

/** What stands for all games, and beside it the range of nine in ten. */
function summary(games: readonly (readonly number[])[], typical: Play['typical'] = 'mean'): Seen {
  const columns = games[0].map((_, j) => games.map((counts) => counts[j]).sort((a, b) => a - b));
  const out = Math.floor(games.length / 20);
  return {
    counts: columns.map((column) =>
      typical === 'median'
        ? column[(games.length - 1) >> 1]
        : Math.floor(column.reduce((a, b) => a + b, 0) / games.length),
    ),
    spread: {
      games: games.length,
      low: columns.map((column) => column[out]),
      high: columns.map((column) => column[games.length - 1 - out]),
    },
  };
}

/** Roughly how many seconds a task takes: what the longest should be begun first by, and the time left be told by. */
export function secondsOf(figure: Figure, task: Task): number {
  if (task.kind === 'judge') return figure.seconds(task.cell, task.method) * (task.seen === null ? 1 : 3);
  return 5e-8 * (figure.play?.draws(task.cell) ?? 0) * (task.end - task.first) + 1e-3;
}

/** Roughly how many bytes a task holds at once, beside the engine's own. */
export function bytesOf(figure: Figure, task: Task): number {
  return task.kind === 'games' ? (figure.play?.bytes(task.cell) ?? 0) : 0;
}
