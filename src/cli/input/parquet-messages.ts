import type { Limits, ParquetBatch } from '../../io/index.ts';

/** The file descriptor by which the child process reads the Parquet file. */
export const FILE = 4;

/** What the child process is asked. */
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

/** What it answers. An error is sent as data, since its class is lost between processes. */
export type ParquetAnswer =
  | { readonly names: readonly string[]; readonly rows: number; readonly truths: readonly boolean[] }
  | { readonly batch: ParquetBatch | null }
  | { readonly limit: keyof Limits }
  | { readonly invalid: string };
