import { type Hash, Sha256 } from '../sha256.ts';
import type { ColumnReader } from './columns/column.ts';
import type { ParquetOptions, ParquetTable } from './formats/parquet-table.ts';
import { checkLimit, DEFAULT_LIMITS, LimitReached, type Limits } from './limits.ts';
import type { ByteSource } from './source.ts';

/**
 * What Node or a browser can do for the readers, which know nothing of files and processes; all of it is
 * optional.
 */
export interface Platform {
  /** A faster SHA-256 than our own. */
  createHash?(): Hash;
  /** Keeps a stream where it can be sliced; without it, it is kept in memory. */
  spool?(name: string, stream: AsyncIterable<Uint8Array>, limits: Limits): Promise<ByteSource>;
  /** Takes a Parquet file apart where that can be stopped; without it, it happens here. */
  openParquet?(source: ByteSource, limits: Limits, options: ParquetOptions): Promise<ParquetTable>;
}

/** How sources are read, whatever they hold. */
export interface SourceOptions {
  /** Default: `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
  readonly platform?: Platform;
  /** Memory that files read before for the same audit take; it counts too. Default: none. */
  readonly memoryUse?: MemoryUse;
}

/** The memory that the files of one audit take so far. */
export class MemoryUse {
  memory = 0;
}

/** Bytes that each row takes again during the audit: where equal scores are, and what they are drawn by. */
const AUDIT_BYTES = 12;

/** From so many bytes on, the number of rows in them tells about that in the whole file. */
const SAMPLE = 1 << 23;

/**
 * One reading of a source from beginning to end: counts bytes, hashes them, and holds what is read to the
 * limits.
 */
export class SourceReading {
  readonly source: ByteSource;
  readonly limits: Limits;
  readonly platform: Platform;
  /** Tells how many bytes are done. */
  readonly report: (done: number) => void;
  private readonly memoryUse: MemoryUse;
  private streamed = 0;
  /** Bytes of memory for each row, once the columns are known. */
  private rowBytes = 0;
  private whole = false;
  private readonly hash: Hash | null;

  /** With `hashing`, bytes are hashed as they go by. */
  constructor(
    source: ByteSource,
    { limits, platform = {}, memoryUse = new MemoryUse() }: SourceOptions,
    hashing = false,
    report: (done: number) => void = () => {},
  ) {
    this.source = source;
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.platform = platform;
    this.memoryUse = memoryUse;
    this.report = report;
    this.hash = hashing ? this.createHash() : null;
  }

  private createHash(): Hash {
    return this.platform.createHash?.() ?? new Sha256();
  }

  /** The bytes, hashed and counted as they go by. */
  async *stream(): AsyncGenerator<Uint8Array> {
    this.checkBytes();
    for await (const bytes of this.source.stream()) {
      this.hash?.update(bytes);
      this.streamed += bytes.length;
      this.checkBytes();
      yield bytes;
      this.report(this.streamed);
    }
    this.whole = true;
  }

  /** The hash of all bytes; where only slices were read, the source is streamed once more for it. */
  async digest(): Promise<string> {
    if (this.whole && this.hash) return this.hash.hex();
    const hash = this.createHash();
    for await (const bytes of this.source.stream()) {
      hash.update(bytes);
      this.report(this.source.byteLength);
    }
    return hash.hex();
  }

  /** Refuses a file that is too long as it is. */
  private checkBytes(): void {
    const { name, byteLength } = this.source;
    checkLimit(name, this.limits, 'bytes', Math.max(this.streamed, byteLength));
  }

  /** Refuses so many bytes after decompression. */
  checkInflated(size: number): void {
    checkLimit(this.source.name, this.limits, 'bytes', size);
  }

  /** Refuses so many bytes in memory beside what is held already. */
  checkMemory(size: number): void {
    checkLimit(this.source.name, this.limits, 'memory', this.memoryUse.memory + size);
  }

  /** Refuses so many empty lines: as many are allowed as rows. */
  checkBlank(lines: number): void {
    if (lines > this.limits.rows) throw new LimitReached(this.source.name, 'rows', this.limits);
  }

  /**
   * Refuses so many rows in these columns; returns a number of rows up to which there is no need to ask
   * again. `held` bytes are needed while the file is read, and are free again when it is audited.
   */
  allow(rows: number, columns: readonly Pick<ColumnReader, 'rowBytes'>[], held = 0): number {
    const { limits, memoryUse } = this;
    if (rows > limits.rows) throw new LimitReached(this.source.name, 'rows', limits);
    const own = columns.reduce((sum, column) => sum + column.rowBytes, 0);
    this.rowBytes = own + AUDIT_BYTES;
    this.checkMemory(rows * own + Math.max(held, rows * AUDIT_BYTES));
    const left = limits.memory - memoryUse.memory - held;
    return Math.min(limits.rows, Math.floor(left / this.rowBytes));
  }

  /** Somewhat above the number of all rows, where `rows` of them were read; null where that is not known. */
  expectedRows(rows: number): number | null {
    const { byteLength } = this.source;
    if (this.streamed < Math.min(byteLength / 4, SAMPLE) || byteLength === 0) return null;
    const most = Math.min(this.limits.rows, this.limits.memory / Math.max(1, this.rowBytes));
    return Math.ceil(Math.min(most, 1.1 * rows * (byteLength / this.streamed)));
  }

  /** To be called after the last row: the memory of so many rows counts from now on. */
  keepRows(rows: number): void {
    this.memoryUse.memory += rows * this.rowBytes;
  }
}
