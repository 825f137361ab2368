import type { Limits, ParquetBatch } from '../../io/index.ts';

/** Where the process that takes a Parquet file apart finds it: its descriptor there. */
export const FILE = 4;

/** What it is asked. */
export type ParquetQuestion =
  | {
      readonly ask: 'open';
      readonly name: string;
      readonly byteLength: number;
      readonly limits: Limits;
      readonly read: number;
    }
  | { readonly ask: 'read'; readonly columns: readonly number[] }
  | { readonly ask: 'next' };

/** What it answers; an error's class does not survive the way between processes. */
export type ParquetAnswer =
  | { readonly names: readonly string[]; readonly rows: number }
  | { readonly batch: ParquetBatch | null }
  | { readonly limit: keyof Limits }
  | { readonly invalid: string };
