import type { ColumnReader } from './column.ts';

/** A column to read: its position in the table, and what reads it. */
export interface ColumnRead {
  readonly position: number;
  readonly column: ColumnReader;
}

/** What to read of a table, and what its rows are held to. */
interface TableReads {
  /** Each row is given to these one after the other. */
  readonly reads: readonly ColumnRead[];
  /** Refuses too many rows beside `held` bytes; returns up to how many rows there is no need to ask again. */
  readonly allow: (rows: number, held?: number) => number;
  /** Refuses too many empty lines. */
  readonly checkBlank: (lines: number) => void;
  /** Tells how many rows there are. */
  readonly reserve: (rows: number) => void;
  /** Tells how many rows were in the bytes that were read so far. */
  readonly soFar: (rows: number) => void;
}

/** Called once with the names of all columns, decides what is read. */
export type StartTable = (names: readonly string[]) => TableReads;
