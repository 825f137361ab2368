import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, LimitReached, type Limits } from '../limits.ts';
import { broken } from '../refuse.ts';
import type { ByteSource } from '../source.ts';
import { Allowance } from './allowance.ts';
import type { Values } from './decode.ts';
import { readLayout } from './layout.ts';
import { readPages } from './pages.ts';
import { cutPages, type Piece } from './pieces.ts';

/** Some rows of the columns that were asked for. */
export interface ParquetBatch {
  readonly rows: number;
  readonly columns: readonly ArrayLike<unknown>[];
}

/** A Parquet file, opened. */
export interface ParquetTable {
  readonly names: readonly string[];
  readonly rows: number;
  /** All rows of these columns, by their positions, a batch at a time. */
  batches(columns: readonly number[]): AsyncGenerator<ParquetBatch>;
  /** To be called when nothing more is wanted of it. */
  close(): void;
}

/** So many rows travel at once, */
const BATCH_ROWS = 1 << 16;
/** and so many bytes. */
const BATCH_BYTES = 1 << 24;

/** Opens a Parquet file of which `read` bytes count as read; what it says about itself is checked first. */
export async function openParquet(
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
      close() {},
      async *batches(columns) {
        try {
          const types = columns.map((column) => layout.type(column));
          const share = BATCH_BYTES / columns.length;
          const allowance = new Allowance(file, limits, read);
          for (const group of layout.groups) {
            const chunks = columns.map((column) => group.chunk(column));
            const cursors = chunks.map((chunk, i) => {
              const pages = readPages(source, chunk, types[i], allowance);
              return new Cursor(cutPages(pages, BATCH_ROWS, share, allowance));
            });
            for (let left = group.rows; left > 0; ) {
              let rows = left;
              for (const cursor of cursors) rows = Math.min(rows, await cursor.ready());
              yield { rows, columns: cursors.map((cursor) => cursor.take(rows)) };
              left -= rows;
            }
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

/** What goes wrong inside is the file's fault. */
function refusal(file: string, error: unknown): unknown {
  return error instanceof InvalidInput ? error : broken(file, 'Parquet', error);
}

/** Where a column has got to, within the piece that is at hand. */
class Cursor {
  private readonly pieces: AsyncGenerator<Piece>;
  private values: Values = [];
  private at = 0;

  constructor(pieces: AsyncGenerator<Piece>) {
    this.pieces = pieces;
  }

  /** How many values are at hand, at least one. */
  async ready(): Promise<number> {
    if (this.at === this.values.length) {
      const next = await this.pieces.next();
      if (next.done) throw new Error('a column breaks off');
      this.values = next.value.values;
      this.at = 0;
    }
    return this.values.length - this.at;
  }

  take(count: number): Values {
    const from = this.at;
    this.at += count;
    if (from === 0 && count === this.values.length) return this.values;
    const values = this.values as unknown[] | Float64Array;
    return Array.isArray(values) ? values.slice(from, this.at) : values.subarray(from, this.at);
  }
}
