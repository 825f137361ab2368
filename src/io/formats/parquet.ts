import { keepNumbers } from '../columns/blocks.ts';
import type { StartTable } from '../columns/column.ts';
import { type ColumnReader, FlagColumn } from '../columns/column.ts';
import type { ByteSource } from '../source.ts';
import type { SourceReading } from '../source-reading.ts';
import { openParquetTable } from './parquet-table.ts';

/** Parquet, a row group at a time and only the columns in use; never as one object per row. */
export async function readParquet(
  source: ByteSource,
  reading: SourceReading,
  start: StartTable,
): Promise<number> {
  const { limits, platform } = reading;
  let total = Infinity;
  const onRows = (rows: number) => reading.report(Math.floor((reading.source.byteLength * rows) / total));
  const table = await (platform.openParquet ?? openParquetTable)(source, limits, { onRows });
  total = table.rows;
  try {
    const { reads, allow, reserve } = start(table.names);
    allow(table.rows);
    reserve(table.rows);
    for await (const { rows, columns } of table.batches(reads.map(({ position }) => position))) {
      const blocks = reads.map(({ position, column }, j) => ({
        column,
        values: table.truths[position] ? truthsFor(column, columns[j]) : columns[j],
      }));
      if (keepNumbers(blocks, rows)) continue;
      for (let i = 0; i < rows; i++) for (const { column, values } of blocks) column.fromValue(values[i]);
    }
    return table.rows;
  } finally {
    table.close();
  }
}

/** Truth values for a column that takes them as 0 and 1; for all others they are no numbers. */
function truthsFor(column: ColumnReader, values: ArrayLike<unknown>): ArrayLike<unknown> {
  if (column instanceof FlagColumn || !ArrayBuffer.isView(values)) return values;
  return Array.from(values, (value) => value === 1);
}
