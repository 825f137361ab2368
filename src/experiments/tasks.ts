import type { FigureRow } from '../figure-layout.ts';
import { createRandom } from '../numerics/index.ts';
import type { Method } from '../types.ts';
import type { Figure, FigureGame, GameCounts, Grid, GridCell } from './sweep.ts';
import { joinedTally, talliesOf, totalOf } from './tally.ts';

/** What is asked of a figure. */
export interface SweepSettings {
  readonly methods: readonly Method[];
  /** The optimal test is left out beyond this number of canaries. */
  readonly optimalUpTo: number;
  /**
   * Play this many games of each cell from this seed instead of the closed form. Where it is null, a figure
   * that is always played plays its usual number.
   */
  readonly simulate: { readonly games: number; readonly seed: string } | null;
  /** The axes whose values the user gave, with these values. */
  readonly changes: Grid;
}

/**
 * Plain data that travels to a worker. Its JSON is its key in the log of a sweep, so its fields keep their
 * names.
 */
export type SweepTask =
  | {
      readonly kind: 'games';
      readonly cell: GridCell;
      readonly seed: string;
      readonly first: number;
      readonly end: number;
    }
  | {
      readonly kind: 'judge';
      readonly cell: GridCell;
      readonly method: Method;
      readonly seen: GameCounts | null;
    };

/** The counts of each game, or a tally of each count over these games, or the rows that a method proved. */
export type TaskResult = readonly (readonly number[])[] | readonly FigureRow[];

/** The result of a task, or undefined where it has not been done. */
export type ResultLookup = (task: SweepTask) => TaskResult | undefined;

/** Does one task. The same task has the same result on every machine. */
export function runTask(figure: Figure, task: SweepTask): TaskResult {
  if (task.kind === 'judge')
    return figure.prove(task.cell, task.method, task.seen ?? figure.expected(task.cell));
  if (figure.game === null) throw new Error(`internal: ${figure.name} has no games`);
  const random = createRandom(task.seed).split(figure.name).split(JSON.stringify(task.cell));
  const games: number[][] = [];
  for (let game = task.first; game < task.end; game++)
    games.push(figure.game.once(task.cell, random.split(game)));
  return figure.game.typical === 'tally' ? talliesOf(games) : games;
}

/**
 * The tasks of a cell that can be done now: its games, and once all of them are played, a task for each
 * method.
 */
export function cellTasks(
  figure: Figure,
  cell: GridCell,
  settings: SweepSettings,
  done: ResultLookup,
): SweepTask[] {
  const methods = figure
    .methods(cell, settings.methods)
    .filter((method) => method !== 'optimal' || !(canariesOf(cell) > settings.optimalUpTo));
  if (methods.length === 0) return [];
  const games = gameTasks(figure, cell, settings);
  if (games.some((task) => done(task) === undefined)) return games;
  const seen = games.length === 0 ? null : summary(games.map(done) as number[][][], figure.game?.typical);
  return methods.map((method) => ({ kind: 'judge', cell, method, seen }));
}

/** The canaries of one run. */
function canariesOf({ m, total, runs }: GridCell): number {
  return Number(m ?? Math.floor(Number(total) / Number(runs)));
}

/** The rows of a cell whose tasks are all done: each method's, then the truth. */
export function cellRows(
  figure: Figure,
  cell: GridCell,
  settings: SweepSettings,
  done: ResultLookup,
): FigureRow[] {
  const found = cellTasks(figure, cell, settings, done).flatMap((task) => {
    const rows = done(task);
    if (rows === undefined || task.kind === 'games') throw new Error('internal: a task is not done');
    return rows as readonly FigureRow[];
  });
  return [...found, ...figure.theory(cell)];
}

/**
 * Random numbers per task of games: enough to be worth sending to a worker, few enough to be done again when
 * killed.
 */
const DRAWS_PER_TASK = 3e6;

function gameTasks(figure: Figure, cell: GridCell, { simulate }: SweepSettings): SweepTask[] {
  const { game } = figure;
  const played = simulate ?? alwaysPlayed(game);
  if (played === null || game === null) return [];
  const own = Object.fromEntries(game.axes.map((axis) => [axis, cell[axis]]));
  const batch = Math.max(1, Math.floor(DRAWS_PER_TASK / game.draws(own)));
  const tasks: SweepTask[] = [];
  for (let first = 0; first < played.games; first += batch) {
    const end = Math.min(played.games, first + batch);
    tasks.push({ kind: 'games', cell: own, seed: played.seed, first, end });
  }
  return tasks;
}

/** The games of a figure that is played even where none are asked for. */
function alwaysPlayed(game: FigureGame | null): SweepSettings['simulate'] {
  return game?.usualGames === undefined ? null : { games: game.usualGames, seed: '0' };
}

/** What the results of all tasks of games come to. */
function summary(
  results: readonly (readonly (readonly number[])[])[],
  typical: FigureGame['typical'] = 'mean',
): GameCounts {
  if (typical !== 'tally') return typicalCounts(results.flat(), typical);
  const tallies = results[0].map((_, column) => joinedTally(results.map((tallied) => tallied[column])));
  return { counts: tallies.map((tally) => totalOf(tally).mean), tallies };
}

/** The mean or median count of all games, and the range that holds nine in ten of them. */
function typicalCounts(games: readonly (readonly number[])[], typical: 'mean' | 'median'): GameCounts {
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

/**
 * Roughly how many seconds a task takes: long tasks are begun first, and the time left is estimated from it.
 */
export function taskSeconds(figure: Figure, task: SweepTask): number {
  if (task.kind === 'judge') return figure.seconds(task.cell, task.method) * (task.seen === null ? 1 : 3);
  return 5e-8 * (figure.game?.draws(task.cell) ?? 0) * (task.end - task.first) + 1e-3;
}

/** Roughly how many bytes of data a task holds at once. */
export function taskBytes(figure: Figure, task: SweepTask): number {
  return task.kind === 'games' ? (figure.game?.bytes(task.cell) ?? 0) : 0;
}
