import { keepNumbers } from '../../columns/blocks.ts';
import { type ColumnReader, FlagColumn } from '../../columns/column.ts';
import type { StartTable } from '../../columns/table.ts';
import { broken } from '../../refuse.ts';
import type { ByteSource } from '../../source.ts';
import type { SourceReading } from '../../source-reading.ts';
import { openParquetTable, type ParquetTable } from './table.ts';

/** Parquet, some rows at a time and only the columns in use; never as one object per row. */
export async function readParquet(
  source: ByteSource,
  reading: SourceReading,
  start: StartTable,
): Promise<number> {
  const { limits, platform, read } = reading;
  const table = await (platform.openParquet ?? openParquetTable)(source, limits, read);
  try {
    return await readRows(table, reading, start);
  } finally {
    table.close();
  }
}

/**
 * Truth values for a column that takes them as 0 and 1; for all others they are no numbers, also where a
 * missing value elsewhere made a list of what were bytes.
 */
function truthsFor(column: ColumnReader, values: ArrayLike<unknown>): ArrayLike<unknown> {
  if (column instanceof FlagColumn) return values;
  return Array.from(values, (value) => (typeof value === 'number' ? value === 1 : value));
}

async function readRows(table: ParquetTable, reading: SourceReading, start: StartTable): Promise<number> {
  const { reads, allow, reserve } = start(table.names);
  allow(table.rows);
  reserve(table.rows);
  let rows = 0;
  for await (const batch of table.batches(reads.map(({ position }) => position))) {
    const { columns } = batch;
    const blocks = reads.map(({ position, column }, j) => ({
      column,
      values: table.truths[position] ? truthsFor(column, columns[j]) : columns[j],
    }));
    if (!keepNumbers(blocks, batch.rows))
      for (let i = 0; i < batch.rows; i++)
        for (const { column, values } of blocks) column.fromValue(values[i]);
    rows += batch.rows;
    reading.report(Math.floor((reading.source.byteLength * rows) / table.rows));
  }
  if (rows !== table.rows)
    throw broken(reading.source.name, 'Parquet', `${table.rows} rows announced, ${rows} there`);
  return rows;
}
