import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ParquetTable } from './table.ts';

export type { ParquetBatch, ParquetTable } from './table.ts';

/** Opens a Parquet file; its reader is large and loaded when there is such a file. */
export async function openParquet(source: ByteSource, limits?: Limits, read?: number): Promise<ParquetTable> {
  return (await import('./table.ts')).openParquetTable(source, limits, read);
}
