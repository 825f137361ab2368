import { InvalidInput } from '../../errors.ts';
import type { ColumnRead, ColumnReader, StartTable } from '../columns/column.ts';
import { missingRows } from '../refuse.ts';
import type { SourceReading } from '../source-reading.ts';
import { readCsv } from './csv.ts';
import { open } from './format.ts';
import { readJsonLines, readJsonList } from './json-lines.ts';

/**
 * Reads a file of any format into the columns that `start` makes of its header, and gives those back. With
 * `npyName`, an NPY file counts as a table whose array has that name.
 */
export async function readInto<
  T extends { readonly reads: readonly ColumnRead[]; readonly unfinished?: () => void },
>(reading: SourceReading, start: (names: readonly string[]) => T, npyName?: string): Promise<T> {
  let started: T | undefined;
  let columns: readonly ColumnReader[] = [];
  const rows = await readTable(reading, npyName, (names) => {
    started = start(names);
    columns = started.reads.map(({ column }) => column);
    let reserved = false;
    const reserve = (rows: number) => {
      reserved = true;
      for (const column of columns) column.reserve?.(rows);
    };
    return {
      reads: started.reads,
      unfinished: started.unfinished,
      allow: (rows, held) => reading.allow(rows, columns, held),
      checkBlank: (lines) => reading.checkBlank(lines),
      reserve,
      soFar(rows) {
        const expected = reserved ? null : reading.expectedRows(rows);
        if (expected !== null) reserve(expected);
      },
    };
  });
  if (started === undefined) throw new Error('internal: a table without a header');
  reading.keepRows(rows);
  return started;
}

/** Reads a file of any format into columns, and tells how many rows it has: at least one. */
async function readTable(
  reading: SourceReading,
  npyName: string | undefined,
  start: StartTable,
): Promise<number> {
  const file = reading.source.name;
  const opened = await open(reading);
  // The readers of binary formats are large and loaded when there is such a file.
  const rows = await (async () => {
    switch (opened.format) {
      case 'csv':
        return readCsv(file, opened.stream, opened.tabs, start);
      case 'json-lines':
        return readJsonLines(file, opened.stream, start);
      case 'json':
        return readJsonList(file, opened.bytes, start);
      case 'npz':
        return (await import('./npz.ts')).readNpz(opened.source, reading, start);
      case 'parquet':
        return (await import('./parquet.ts')).readParquet(opened.source, reading, start);
      case 'npy':
        if (npyName !== undefined)
          return (await import('./npy.ts')).readNpyTable(file, opened.stream, reading, npyName, start);
        throw new InvalidInput(
          `invalid file ${file}; one NPY array does not say who was in: give two, one with the scores of canaries in and one with those of canaries out, or an NPZ`,
          ['in', 'out'],
        );
    }
  })();
  if (rows === 0) throw missingRows(file);
  return rows;
}
