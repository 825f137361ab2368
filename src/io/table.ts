import { InvalidInput } from '../errors.ts';
import type { Column } from './column.ts';
import { readCsv } from './csv.ts';
import { open } from './format.ts';
import { readJsonLines } from './json-lines.ts';
import { missingRows } from './refuse.ts';
import type { ByteSource } from './source.ts';

/** Which of the table's columns goes where. */
export interface Read {
  readonly position: number;
  readonly column: Column;
}

/** Called once with the names of all columns; says which to read. Rows are given to the reads in their order. */
export type Start = (names: readonly string[]) => readonly Read[];

/** Reads a file of any format into the columns that `start` makes of its header, and gives those back. */
export async function readInto<T extends { readonly reads: readonly Read[] }>(
  source: ByteSource,
  start: (names: readonly string[]) => T,
  report: (done: number) => void,
): Promise<T> {
  let started: T | undefined;
  await readTable(
    source,
    (names) => {
      started = start(names);
      return started.reads;
    },
    report,
  );
  if (started === undefined) throw new Error('internal: a table without a header');
  return started;
}

/** Reads a file of any format into columns; there is at least one row. */
async function readTable(source: ByteSource, start: Start, report: (done: number) => void): Promise<void> {
  const file = source.name;
  const opened = await open(source, report);
  // The readers of binary formats are large and loaded when there is such a file.
  const rows = await (async () => {
    switch (opened.format) {
      case 'csv':
        return readCsv(file, opened.stream, opened.tabs, start);
      case 'json-lines':
        return readJsonLines(file, opened.stream, start);
      case 'npz':
        return (await import('./npz.ts')).readNpz(file, opened.bytes, start);
      case 'parquet':
        return (await import('./parquet.ts')).readParquet(opened.source, start, report);
      case 'npy':
        throw new InvalidInput(
          `invalid file ${file}; one NPY array does not say who was in: give two, with --in and --out, or an NPZ`,
        );
    }
  })();
  if (rows === 0) throw missingRows(file);
}
