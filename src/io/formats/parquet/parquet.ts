import type { Start } from '../../columns/table.ts';
import type { Pass } from '../../pass.ts';
import { broken } from '../../refuse.ts';
import type { ByteSource } from '../../source.ts';
import { openParquet, type ParquetTable } from './table.ts';

/** Parquet, some rows at a time and only the columns in use; never as one object per row. */
export async function readParquet(source: ByteSource, pass: Pass, start: Start): Promise<number> {
  const { limits, platform, read } = pass;
  const table = await (platform.openParquet ?? openParquet)(source, limits, read);
  try {
    return await readRows(table, pass, start);
  } finally {
    table.close();
  }
}

async function readRows(table: ParquetTable, pass: Pass, start: Start): Promise<number> {
  const { reads, allow } = start(table.names);
  allow(table.rows);
  let rows = 0;
  for await (const batch of table.batches(reads.map(({ position }) => position))) {
    const { columns } = batch;
    for (let i = 0; i < batch.rows; i++)
      for (let j = 0; j < reads.length; j++) reads[j].column.fromValue(columns[j][i]);
    rows += batch.rows;
    pass.report(Math.floor((pass.source.byteLength * rows) / table.rows));
  }
  if (rows !== table.rows)
    throw broken(pass.source.name, 'Parquet', `${table.rows} rows announced, ${rows} there`);
  return rows;
}
