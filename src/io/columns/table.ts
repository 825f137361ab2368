import type { Column } from './column.ts';

/** Which of the table's columns goes where. */
export interface Read {
  readonly position: number;
  readonly column: Column;
}

/** What to read of a table. */
interface Plan {
  /** Rows are given to these in their order. */
  readonly reads: readonly Read[];
  /** Refuses too many rows beside `held` bytes; gives back how many there may be before it is asked again. */
  readonly allow: (rows: number, held?: number) => number;
  /** Refuses too many lines that hold nothing. */
  readonly checkBlank: (lines: number) => void;
}

/** Called once with the names of all columns. */
export type Start = (names: readonly string[]) => Plan;
