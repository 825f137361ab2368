import {
  type Compressors,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type RowGroup,
} from 'hyparquet';
import { InvalidInput } from '../../errors.ts';
import { utf8TextOf } from '../columns/text.ts';
import { checkLimit, DEFAULT_LIMITS, LimitReached, type Limits } from '../limits.ts';
import { broken } from '../refuse.ts';
import type { ByteSource } from '../source.ts';

/** Some rows of the columns that were asked for. */
export interface ParquetBatch {
  readonly rows: number;
  readonly columns: readonly ArrayLike<unknown>[];
}

/** A Parquet file, opened. */
export interface ParquetTable {
  readonly names: readonly string[];
  readonly rows: number;
  /** Which columns hold truth values. Where none of them is missing, they come as bytes, 0 or 1. */
  readonly truths: readonly boolean[];
  /** All rows of these columns, by their positions, a row group at a time. */
  batches(columns: readonly number[]): AsyncGenerator<ParquetBatch>;
  /** To be called when nothing more is wanted of it. */
  close(): void;
}

/** How a Parquet file is read, beside the limits. */
export interface ParquetOptions {
  /** Told of the rows that are decoded, page by page and column by column. */
  readonly onRows?: (rows: number) => void;
}

/** About how many bytes a value takes while its row group is decoded. */
const VALUE_BYTES = 16;

/** Bytes that are not UTF-8 stay bytes: decoded as text, different ones would become equal. */
const PARSERS = { stringFromBytes: (bytes: Uint8Array) => bytes && (utf8TextOf(bytes) ?? bytes) };

/** Opens a Parquet file and checks what its footer says against its length and the limits. */
export async function openParquetTable(
  source: ByteSource,
  limits: Limits = DEFAULT_LIMITS,
  { onRows = () => {} }: ParquetOptions = {},
): Promise<ParquetTable> {
  const file = source.name;
  try {
    const metadata = await parquetMetadataAsync(source, { geoparquet: false });
    const roots = parquetSchema(metadata).children;
    const rows = Number(metadata.num_rows);
    if (rows > limits.rows) throw new LimitReached(file, 'rows', limits);
    const sum = metadata.row_groups.reduce((total, group) => total + Number(group.num_rows), 0);
    if (sum !== rows) throw new Error(`${rows} rows announced, ${sum} in its groups`);
    return {
      names: roots.map(({ element }) => element.name),
      rows,
      truths: roots.map(({ element }) => element.type === 'BOOLEAN'),
      close() {},
      async *batches(positions) {
        try {
          const columns = positions.map((position) => {
            const { children, element } = roots[position];
            if (children.length > 0 || element.repetition_type === 'REPEATED')
              throw new Error(`column '${element.name}' must hold numbers or texts, one in each row`);
            return element.name;
          });
          const compressors = await compressorsFor(metadata, columns);
          let before = 0;
          for (const group of metadata.row_groups) {
            const size = checkGroup(source, group, columns);
            checkLimit(file, limits, 'memory', size);
            yield await readGroup(source, { ...metadata, row_groups: [group] }, columns, compressors, (row) =>
              onRows(before + row),
            );
            before += Number(group.num_rows);
          }
        } catch (error) {
          throw refusal(file, error);
        }
      },
    };
  } catch (error) {
    throw refusal(file, error);
  }
}

/** About how many bytes of memory a row group takes; what it says must fit into the file. */
function checkGroup(source: ByteSource, group: RowGroup, columns: readonly string[]): number {
  const rows = Number(group.num_rows);
  let size = 0;
  for (const name of columns) {
    const chunks = group.columns.filter(({ meta_data: meta }) => meta?.path_in_schema.join() === name);
    const meta = chunks[0]?.meta_data;
    if (chunks.length !== 1 || meta === undefined)
      throw new Error(`column '${name}' stands ${chunks.length} times in a row group`);
    if (Number(meta.num_values) !== rows)
      throw new Error(`column '${name}' has ${meta.num_values} values in ${rows} rows`);
    const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
    const end = start + Number(meta.total_compressed_size);
    if (!(start >= 0 && end >= start && end <= source.byteLength))
      throw new Error(`column '${name}' goes from byte ${start} to ${end} of ${source.byteLength}`);
    size += Number(meta.total_uncompressed_size) + rows * VALUE_BYTES;
  }
  return size;
}

async function readGroup(
  file: ByteSource,
  metadata: FileMetaData,
  columns: string[],
  compressors: Compressors,
  onRows: (rows: number) => void,
): Promise<ParquetBatch> {
  const rows = Number(metadata.row_groups[0].num_rows);
  const pages = new Map(columns.map((name): [string, DecodedArray[]] => [name, []]));
  await parquetRead({
    file,
    metadata,
    columns,
    compressors,
    parsers: PARSERS,
    onPage: ({ rowEnd }) => onRows(rowEnd),
    onChunk: ({ columnName, columnData }) => pages.get(columnName)?.push(columnData),
  });
  return { rows, columns: columns.map((name) => joined(name, pages.get(name) ?? [], rows)) };
}

/** The pages of a column as one list; numbers and truth values, where none is missing, as one array. */
function joined(name: string, pages: readonly DecodedArray[], rows: number): ArrayLike<unknown> {
  const found = pages.reduce((sum, page) => sum + page.length, 0);
  if (found !== rows) throw new Error(`column '${name}' has ${found} of ${rows} values`);
  if (pages.length === 0) return [];
  const [first] = pages;
  if (pages.every((page) => ArrayBuffer.isView(page) && page.constructor === first.constructor)) {
    if (pages.length === 1) return first;
    const all = new (first.constructor as new (length: number) => Float64Array)(rows);
    let at = 0;
    for (const page of pages) {
      all.set(page as Float64Array, at);
      at += page.length;
    }
    return all;
  }
  const all = typeof first[0] === 'boolean' ? new Uint8Array(rows) : new Float64Array(rows);
  return filled(all, pages) ? all : pages.flatMap((page) => Array.from(page));
}

/** Puts the values of all pages into an array; false where one is none of its kind, or beyond 2^53. */
function filled(all: Float64Array | Uint8Array, pages: readonly DecodedArray[]): boolean {
  const truths = all instanceof Uint8Array;
  let at = 0;
  for (const page of pages)
    for (let i = 0; i < page.length; i++) {
      const value: unknown = page[i];
      const kind = typeof value;
      if (truths ? kind !== 'boolean' : kind !== 'number' && kind !== 'bigint') return false;
      const number = Number(value);
      if (kind === 'bigint' && !Number.isSafeInteger(number)) return false;
      all[at++] = number;
    }
  return true;
}

/** Decompressors are large, and loaded for a file that needs more than those of the package itself. */
async function compressorsFor(
  { row_groups }: FileMetaData,
  columns: readonly string[],
): Promise<Compressors> {
  const own = ['UNCOMPRESSED', 'SNAPPY'];
  const others = row_groups.some((group) =>
    group.columns.some(
      ({ meta_data: meta }) =>
        meta && columns.includes(meta.path_in_schema.join()) && !own.includes(meta.codec),
    ),
  );
  return others ? (await import('hyparquet-compressors')).compressors : {};
}

/** Errors of the decoder are about the file, and are reported so. */
function refusal(file: string, error: unknown): unknown {
  return error instanceof InvalidInput ? error : broken(file, 'Parquet', error);
}
