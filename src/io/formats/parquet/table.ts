import { InvalidInput } from '../../../errors.ts';
import { DEFAULT_LIMITS, LimitReached, type Limits } from '../../limits.ts';
import { broken } from '../../refuse.ts';
import type { ByteSource } from '../../source.ts';
import { Allowance } from './allowance.ts';
import { Cursor } from './cursor.ts';
import type { Values } from './decode.ts';
import { type FileLayout, readLayout } from './layout.ts';
import { readPages } from './pages.ts';
import { cutPages } from './pieces.ts';
import type { ColumnType } from './types.ts';

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
  /** All rows of these columns, by their positions, a batch at a time. */
  batches(columns: readonly number[]): AsyncGenerator<ParquetBatch>;
  /** To be called when nothing more is wanted of it. */
  close(): void;
}

/** The most rows of a batch. */
const BATCH_ROWS = 1 << 16;
/** Pages with fewer rows are gathered until there are so many. */
const GATHERED_ROWS = 1 << 12;
/** About the most bytes of a batch. */
const BATCH_BYTES = 1 << 24;

/** Opens a Parquet file of which `read` bytes count as read; what it says about itself is checked first. */
export async function openParquetTable(
  source: ByteSource,
  limits: Limits = DEFAULT_LIMITS,
  read = source.byteLength,
): Promise<ParquetTable> {
  const file = source.name;
  try {
    const layout = await readLayout(source);
    if (layout.rows > limits.rows) throw new LimitReached(file, 'rows', limits);
    return {
      names: layout.names,
      rows: layout.rows,
      truths: layout.truths,
      close() {},
      async *batches(columns) {
        try {
          const share = BATCH_BYTES / columns.length;
          const allowance = new Allowance(file, limits, read);
          const cursors = columns.map((column) => {
            const type = layout.type(column);
            const pages = pagesOf(source, layout, column, type, allowance);
            return new Cursor(cutPages(pages, type, BATCH_ROWS, share, allowance));
          });
          for (let left = layout.rows; left > 0; ) {
            let rows = Math.min(BATCH_ROWS, left);
            for (const cursor of cursors)
              rows = Math.min(rows, await cursor.ready(Math.min(GATHERED_ROWS, left), share));
            yield { rows, columns: cursors.map((cursor) => cursor.take(rows)) };
            left -= rows;
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

/** The pages of a column in all row groups, one after the other. */
async function* pagesOf(
  source: ByteSource,
  layout: FileLayout,
  column: number,
  type: ColumnType,
  allowance: Allowance,
): AsyncGenerator<Values> {
  for (const group of layout.groups) yield* readPages(source, group.chunk(column), type, allowance);
}

/** Errors of the decoder are about the file, and are reported so. */
function refusal(file: string, error: unknown): unknown {
  return error instanceof InvalidInput ? error : broken(file, 'Parquet', error);
}
