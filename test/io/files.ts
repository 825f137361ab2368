import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { dump } from 'npyjs';
import { type ByteSource, bytesSource } from '../../src/io/index.ts';
import type { Scores } from '../../src/types.ts';

/** Columns by name; null is an empty field. */
export type Columns = Record<string, readonly (number | string | boolean | null)[]>;

export function text(content: string, name = 'scores.csv'): ByteSource {
  return bytesSource(name, new TextEncoder().encode(content));
}

/** What was read, less the ids and their fingerprints. */
export function withoutIds({ ids: _, names: __, ...scores }: Scores) {
  return scores;
}

export function csv(columns: Columns, delimiter = ','): Uint8Array {
  const lines = [Object.keys(columns), ...rowsOf(columns)];
  return new TextEncoder().encode(
    lines.map((line) => `${line.map((v) => v ?? '').join(delimiter)}\n`).join(''),
  );
}

export function jsonLines(columns: Columns): Uint8Array {
  const names = Object.keys(columns);
  const lines = rowsOf(columns).map((row) =>
    JSON.stringify(Object.fromEntries(names.map((n, i) => [n, row[i]]))),
  );
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

export function parquet(columns: Columns, packed: 'SNAPPY' | 'GZIP' = 'SNAPPY'): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      codec: packed,
      ...(packed === 'GZIP' && { compressors: { GZIP: (bytes: Uint8Array) => gzip(bytes) } }),
      columnData: Object.entries(columns).map(([name, data]) => ({
        name,
        data: [...data],
        ...(data.every((v) => typeof v === 'number' || v === null) && { type: 'DOUBLE' as const }),
      })),
      rowGroupSize: 100,
    }),
  );
}

export function npy(values: readonly number[] | Float64Array, shape = [values.length]): Uint8Array {
  return new Uint8Array(dump(Float64Array.from(values), shape));
}

export function npz(arrays: Record<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${name}.npy`, array])));
}

export function gzip(bytes: Uint8Array, level = 6): Uint8Array {
  return new Uint8Array(gzipSync(bytes, { level }));
}

/** Hands the bytes on in pieces of `size`, as a slow disk would. */
export function inPieces({ name, byteLength, slice, stream }: ByteSource, size: number): ByteSource {
  return {
    name,
    byteLength,
    slice,
    async *stream() {
      for await (const bytes of stream())
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
}

function rowsOf(columns: Columns): (number | string | boolean | null)[][] {
  const values = Object.values(columns);
  return values[0].map((_, row) => values.map((column) => column[row]));
}
