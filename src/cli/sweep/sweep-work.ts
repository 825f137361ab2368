import * as z from 'zod';
import { InvalidInput } from '../../errors.ts';
import {
  checkAxes,
  FIGURES,
  type Figure,
  type Grid,
  runTask,
  type SweepTask,
} from '../../experiments/index.ts';
import type { FigureRow } from '../../figure-layout.ts';
import { quoted } from '../../quote.ts';
import { METHODS } from '../../types.ts';
import type { KindOfWork, Task } from '../tasks/task.ts';
import { taskKey } from './log.ts';

const numbers = z.array(z.number()).max(100_000);
const cell = z.record(z.string().max(40), z.union([z.number(), z.string().max(10_000), numbers]));
const spread = z.object({ games: z.number(), low: numbers, high: numbers });

/** What a task of a sweep may look like; each value of its point is checked besides. */
const sweepTask = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('games'),
    cell,
    seed: z.string().max(1000),
    first: z.number().int().min(0),
    end: z.number().int().max(1e6),
  }),
  z.strictObject({
    kind: z.literal('judge'),
    cell,
    method: z.enum(METHODS),
    seen: z
      .strictObject({
        counts: numbers,
        spread: spread.exactOptional(),
        tallies: z.array(numbers).max(100_000).exactOptional(),
      })
      .nullable(),
  }),
]) satisfies z.ZodType<SweepTask>;

/** The counts of games, and the rows that a method proved. */
const gameCounts = z.array(z.array(z.number().int().min(0)).min(1).max(100_000));
const figureRows = z
  .array(z.record(z.string().max(40), z.union([z.number(), z.string().max(10_000), z.null()])))
  .min(1);

/** Columns that never hold words. */
const NUMBERS = ['epsilon', 'power', 'delta', 'tau', 'guesses', 'correct', 'games'];

const sweepData = z.strictObject({ figure: z.string(), task: sweepTask });

/** A task of a figure for an engine. */
export function engineTask(figure: Figure, task: SweepTask, seconds: number): Task {
  return {
    key: taskKey(figure, task),
    kind: 'sweep',
    data: { figure: figure.name, task },
    name: taskName(figure, task),
    seconds,
  };
}

/** The task that an engine was given, as the log keeps it. */
export function sweepTaskOf({ data }: Task): SweepTask {
  return (data as { readonly task: SweepTask }).task;
}

/** gaussian, games 0 to 99: sigma 1 m 1000 */
function taskName({ name }: Figure, task: SweepTask): string {
  const point = Object.entries(task.cell)
    .filter(([, value]) => !Array.isArray(value))
    .map(([axis, value]) => `${axis} ${value}`)
    .join(' ');
  const what = task.kind === 'games' ? `games ${task.first} to ${task.end - 1}` : `method ${task.method}`;
  return `${name}, ${what}: ${point}`;
}

/** Tasks of sweeps: games of a point, and what a method proves from them. */
export const sweepWork: KindOfWork = {
  keyOf(data) {
    const { figure, task } = checked(data);
    return taskKey(figure, task);
  },
  run(data) {
    const { figure, task } = checked(data);
    return runTask(figure, task);
  },
  isResult(data, result) {
    const { figure, task } = checked(data);
    if (task.kind === 'judge') {
      const rows = figureRows.safeParse(result);
      return rows.success && rows.data.every((row) => isRowOf(figure, task.cell, row));
    }
    const { success, data: rows } = gameCounts.safeParse(result);
    if (!success) return false;
    const games = task.end - task.first;
    if (figure.game?.typical !== 'tally')
      return rows.length === games && rows.every((counts) => counts.length === rows[0].length);
    // A tally is its least count and how many games had that one, the next and so on.
    return rows.length > 0 && rows.every(([, ...had]) => had.reduce((sum, one) => sum + one, 0) === games);
  },
};

/** Whether a row has the columns of a figure, the values of the point that it is about, and numbers. */
function isRowOf({ columns, layout }: Figure, point: SweepTask['cell'], row: FigureRow): boolean {
  const isValue = ([column, value]: [string, FigureRow[string]]) => {
    if (!columns.includes(column)) return false;
    const own = point[column];
    // A value that means nothing for its row is left out of it.
    if (typeof own === 'number' || typeof own === 'string') return value === own || value === null;
    return !(NUMBERS.includes(column) && typeof value === 'string');
  };
  // Where powers are shown, rows of several kinds have columns of their own.
  const needed =
    layout.table.shows === undefined
      ? columns
      : columns.filter((column) => column === 'method' || column in point);
  return Object.entries(row).every(isValue) && needed.every((column) => Object.hasOwn(row, column));
}

function checked(data: unknown): { figure: Figure; task: SweepTask } {
  if (!sweepData.safeParse(data).success) throw new InvalidInput('a task that is not of a sweep');
  // As it came, since the order of its fields is part of its key.
  const found = data as z.infer<typeof sweepData>;
  const figure = FIGURES.find(({ name }) => name === found.figure);
  if (figure === undefined) throw new InvalidInput(`unknown figure: ${quoted(found.figure)}`);
  const { task } = found;
  if (task.kind === 'games' && figure.game === null)
    throw new InvalidInput(`${figure.name} has no games to play`);
  if (figure.grids.length > 0) checkAxes(figure, gridOf(task.cell));
  return { figure, task };
}

/** The values of a point as a grid of their own. */
function gridOf(point: SweepTask['cell']): Grid {
  return Object.fromEntries(
    Object.entries(point).map(([axis, value]) => [
      axis,
      typeof value === 'number' || typeof value === 'string' ? [value] : value,
    ]),
  );
}
