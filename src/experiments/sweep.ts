import type { Random } from '../numerics/index.ts';
import type { Method } from '../types.ts';

/** A sweep: grids of parameters, pure functions of one point, rows. What runs it, on how many cores, is not its business. */

/** What every table says of a proof. */
export const PROOF = ['delta', 'tau', 'method', 'epsilon', 'family', 'assumption'];

/** The values along each axis. A list that is `gathered` stays together: one point looks at all of it. */
export type Grid = Readonly<Record<string, readonly number[]>>;

/** One point of a grid: a number for each axis, or the list of a gathered one; plain data that can be hashed. */
export type Cell = Readonly<Record<string, number | string | readonly number[]>>;

/** One line of the table: numbers and words by column, null for none. */
export type Row = Readonly<Record<string, number | string | null>>;

/** What the games of a cell showed: the expected counts, and where they were played, their spread. */
export interface Seen {
  readonly counts: readonly number[];
  readonly spread?: {
    readonly games: number;
    readonly low: readonly number[];
    readonly high: readonly number[];
  };
}

/** How a cell is played, once, instead of computing what is expected. */
export interface Play {
  /** The axes that the game depends on. */
  readonly axes: readonly string[];
  /** What stands for all games: their mean, cut to a whole number as the paper's listing does, or the median. */
  readonly typical: 'mean' | 'median';
  once(cell: Cell, random: Random): number[];
  /** Roughly how many random numbers that takes, and how many bytes. */
  draws(cell: Cell): number;
  bytes(cell: Cell): number;
}

export interface Figure {
  readonly name: string;
  /** Goes up with every change of what a task returns, so that old results are not taken for new ones. */
  readonly version: number;
  readonly grids: readonly Grid[];
  readonly gathered: readonly string[];
  readonly columns: readonly string[];
  /** Completes a point, where an axis was left open. */
  complete?(cell: Cell): Cell;
  /** Null where Algorithm 4 has nothing to say. */
  readonly play: Play | null;
  /** What a cell shows in closed form. */
  expected(cell: Cell): Seen;
  /** The methods that have an answer. */
  methods(cell: Cell, all: readonly Method[]): readonly Method[];
  judge(cell: Cell, method: Method, seen: Seen): Row[];
  /** The truth that the methods are compared with. */
  theory(cell: Cell): Row[];
  /** Roughly how many seconds a method takes. */
  seconds(cell: Cell, method: Method): number;
}

/** A number of a cell. */
export function at(cell: Cell, axis: string): number {
  const value = cell[axis];
  if (typeof value !== 'number') throw new Error(`internal: ${axis} is not a number of this cell`);
  return value;
}

/** A gathered list of a cell. */
export function listAt(cell: Cell, axis: string): readonly number[] {
  const value = cell[axis];
  if (!Array.isArray(value)) throw new Error(`internal: ${axis} is not a list of this cell`);
  return value;
}

/** Every point of the grids, the last axis fastest, each point once. */
export function cellsOf(figure: Figure, changes: Grid = {}): Cell[] {
  const cells = new Map<string, Cell>();
  for (const grid of figure.grids) {
    let some: Cell[] = [{}];
    for (const [axis, given] of Object.entries({ ...grid, ...changes })) {
      const values = figure.gathered.includes(axis) ? [given] : given;
      some = some.flatMap((cell) => values.map((value) => ({ ...cell, [axis]: value })));
    }
    for (const open of some) {
      const cell = figure.complete?.(open) ?? open;
      cells.set(JSON.stringify(cell), cell);
    }
  }
  return [...cells.values()];
}
