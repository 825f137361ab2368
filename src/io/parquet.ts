import { type FileMetaData, parquetMetadataAsync, parquetScan, parquetSchema } from 'hyparquet';
import { broken } from './refuse.ts';
import type { ByteSource } from './source.ts';
import type { Start } from './table.ts';

/** Parquet, one row group at a time and only the columns in use; never as one object per row. */
export async function readParquet(
  source: ByteSource,
  start: Start,
  report: (done: number) => void,
): Promise<number> {
  const { name: file, byteLength } = source;
  const whole = <T>(work: Promise<T>): Promise<T> =>
    work.catch((reason: unknown) => {
      throw broken(file, 'Parquet', reason);
    });
  const buffer = { byteLength, slice: (from: number, to?: number) => source.slice(from, to) };
  const metadata = await whole(parquetMetadataAsync(buffer));
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const reads = start(names);
  const columns = [...new Set(reads.map(({ position }) => names[position]))];
  const scan = await whole(parquetScan({ file: buffer, metadata, columns, ...(await codecs(metadata)) }));
  const total = Number(metadata.num_rows);
  let rows = 0;
  for (const { rowStart, rowEnd } of scan.ranges) {
    const values: ArrayLike<unknown>[] = [];
    for (const { position } of reads) {
      const column = names[position];
      const chunk = await whole((async () => scan.readColumn({ column, rowStart, rowEnd }))());
      if (chunk.length !== rowEnd - rowStart)
        throw broken(file, 'Parquet', `column '${column}' has ${chunk.length} of ${rowEnd - rowStart} rows`);
      values.push(chunk);
    }
    for (let i = 0; i < rowEnd - rowStart; i++)
      for (let j = 0; j < reads.length; j++) reads[j].column.fromValue(values[j][i]);
    rows += rowEnd - rowStart;
    report(Math.floor((byteLength * rows) / total));
  }
  if (rows !== total) throw broken(file, 'Parquet', `${total} rows announced, ${rows} there`);
  return rows;
}

/** Snappy the reader has itself; the other decompressors are large and loaded for a file that needs one. */
async function codecs({ row_groups: groups }: FileMetaData) {
  const needed = groups.flatMap(({ columns }) => columns.map((column) => column.meta_data?.codec));
  if (needed.every((codec) => codec === undefined || codec === 'UNCOMPRESSED' || codec === 'SNAPPY'))
    return {};
  return { compressors: (await import('./parquet-codecs.ts')).compressors };
}
