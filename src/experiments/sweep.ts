import type { FigureLayout, FigureRow } from '../figure-layout.ts';
import type { Random } from '../numerics/index.ts';
import type { Method } from '../types.ts';
import type { CountTally } from './tally.ts';

/** The columns that every table has about what was proved. */
export const PROOF_COLUMNS = ['delta', 'tau', 'method', 'epsilon', 'family', 'assumption'];

/** The values along each axis: numbers, or words. */
export type Grid = Readonly<Record<string, readonly (number | string)[]>>;

/** One point of a grid: a value for each axis, and for a gathered axis the list of all its numbers. */
export type GridCell = Readonly<Record<string, number | string | readonly number[]>>;

/**
 * Right guesses in the games of a cell: expected or typical counts, and where games were played, their
 * spread, or how many games had each count.
 */
export interface GameCounts {
  readonly counts: readonly number[];
  readonly tallies?: readonly CountTally[];
  readonly spread?: {
    readonly games: number;
    readonly low: readonly number[];
    readonly high: readonly number[];
  };
}

/** The game of a cell, played with random numbers instead of computing the expected counts. */
export interface FigureGame {
  /** The axes that the game depends on. */
  readonly axes: readonly string[];
  /**
   * Which count stands for all games: the mean, cut to a whole number as in the paper's listing, or the
   * median. With `tally` all counts are kept, as the number of games that had each.
   */
  readonly typical: 'mean' | 'median' | 'tally';
  /** Of a figure that is always played, having no closed form: the usual number of games of each point. */
  readonly usualGames?: number;
  /** Plays one game; returns its counts. */
  once(cell: GridCell, random: Random): number[];
  /** Roughly how many random numbers and how many bytes one game takes. */
  draws(cell: GridCell): number;
  bytes(cell: GridCell): number;
}

/** A figure: grids of parameters, pure functions of one cell, and how the rows are shown. */
export interface Figure {
  readonly name: string;
  /** Goes up with every change of what a task returns, so that old results are not taken for new ones. */
  readonly version: number;
  readonly grids: readonly Grid[];
  /** Axes whose values stay together in one cell, which looks at all of them. */
  readonly gathered: readonly string[];
  /** The columns of the CSV. */
  readonly columns: readonly string[];
  readonly layout: FigureLayout;
  /** Fills in an axis that was left empty, and refuses cells that have no meaning. */
  complete?(cell: GridCell): GridCell;
  /** Null where no game is defined: Algorithm 4 is about the Gaussian mechanism alone. */
  readonly game: FigureGame | null;
  /** The expected counts of a cell, in closed form. */
  expected(cell: GridCell): GameCounts;
  /** Those of the methods that have an answer for a cell. */
  methods(cell: GridCell, all: readonly Method[]): readonly Method[];
  /** What a method proves from the counts. */
  prove(cell: GridCell, method: Method, counts: GameCounts): FigureRow[];
  /** The true epsilon that the methods are compared with. */
  theory(cell: GridCell): FigureRow[];
  /** Roughly how many seconds `prove` takes. */
  seconds(cell: GridCell, method: Method): number;
}

/** A number of a cell. */
export function numberAt(cell: GridCell, axis: string): number {
  const value = cell[axis];
  if (typeof value !== 'number') throw new Error(`internal: ${axis} is not a number of this cell`);
  return value;
}

/** A word of a cell. */
export function wordAt(cell: GridCell, axis: string): string {
  const value = cell[axis];
  if (typeof value !== 'string') throw new Error(`internal: ${axis} is not a word of this cell`);
  return value;
}

/** A gathered list of a cell. */
export function listAt(cell: GridCell, axis: string): readonly number[] {
  const value = cell[axis];
  if (!Array.isArray(value)) throw new Error(`internal: ${axis} is not a list of this cell`);
  return value;
}

/** Every point of the grids, the last axis fastest, each point once. */
export function gridCells(figure: Figure, changes: Grid = {}): GridCell[] {
  const cells = new Map<string, GridCell>();
  for (const grid of figure.grids) {
    let some: GridCell[] = [{}];
    for (const [axis, given] of Object.entries({ ...grid, ...changes })) {
      const values = figure.gathered.includes(axis) ? [[...new Set(given as readonly number[])]] : given;
      some = some.flatMap((cell) => values.map((value) => ({ ...cell, [axis]: value })));
    }
    for (const open of some) {
      const cell = figure.complete?.(open) ?? open;
      cells.set(JSON.stringify(cell), cell);
    }
  }
  return [...cells.values()];
}
