import type { Column } from './columns/column.ts';
import type { ParquetTable } from './formats/parquet/table.ts';
import { checkSize, DEFAULT_LIMITS, LimitReached, type Limits, memoryFor } from './limits.ts';
import { type Hash, Sha256 } from './sha256.ts';
import type { ByteSource } from './source.ts';

/** What a platform does better than the library, which knows nothing of files and processes. */
export interface Platform {
  /** A faster SHA-256 than our own. */
  createHash?(): Hash;
  /** Keeps a stream where it can be sliced; without it, it is kept in memory. */
  spool?(name: string, stream: AsyncIterable<Uint8Array>, limits: Limits): Promise<ByteSource>;
  /** Takes a Parquet file apart where that can be stopped; without it, it happens here. */
  openParquet?(source: ByteSource, limits: Limits, read: number): Promise<ParquetTable>;
}

/** How sources are read, whatever they hold. */
export interface PassOptions {
  /** Default: `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
  readonly platform?: Platform;
  /** What was read before for the same audit, whose memory counts too. Default: nothing. */
  readonly holdings?: Holdings;
}

/** What the files of one audit that were read so far take in memory, and how many bytes they had. */
export class Holdings {
  memory = 0;
  read = 0;
}

/** What a row takes again when it is audited: copies to sort, to count and to draw. */
const LATER = 30;

/** One reading of a source from beginning to end: how much was read, its hash, and what is still allowed. */
export class Pass {
  readonly source: ByteSource;
  readonly limits: Limits;
  readonly platform: Platform;
  /** Tells how many bytes are done. */
  readonly report: (done: number) => void;
  private readonly holdings: Holdings;
  private streamed = 0;
  /** What a row takes, once that is known. */
  private rowBytes = 0;
  private whole = false;
  private readonly hash: Hash | null;

  /** With `hashing`, bytes are hashed as they go by. */
  constructor(
    source: ByteSource,
    { limits, platform = {}, holdings = new Holdings() }: PassOptions,
    hashing = false,
    report: (done: number) => void = () => {},
  ) {
    this.source = source;
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.platform = platform;
    this.holdings = holdings;
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

  /** What was read, or will be where the size is known. */
  get read(): number {
    return Math.max(this.streamed, this.source.byteLength);
  }

  /** The hash of all bytes; where only slices of them were read, they are gone through for it. */
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
    if (this.read > this.limits.bytes) throw new LimitReached(this.source.name, 'bytes', this.limits);
  }

  /** Refuses so many bytes after decompression. */
  checkInflated(size: number): void {
    // A pipe's bytes are read ahead of what comes out of them, so what was read so far is enough.
    checkSize(this.source.name, this.limits, 'bytes', size, this.read);
  }

  /** Refuses so many bytes in memory beside what is held already. */
  checkMemory(size: number): void {
    const { memory, read } = this.holdings;
    checkSize(this.source.name, this.limits, 'memory', memory + size, read + this.read);
  }

  /** Refuses so many lines that hold nothing: they may be as many as rows. */
  checkBlank(lines: number): void {
    if (lines > this.limits.rows) throw new LimitReached(this.source.name, 'rows', this.limits);
  }

  /**
   * Refuses so many rows in these columns; gives back a number of rows up to which there is no need to ask again.
   * `held` bytes are there while they are read, and gone when they are audited.
   */
  allow(rows: number, columns: readonly Pick<Column, 'rowBytes'>[], held = 0): number {
    const { limits, holdings } = this;
    if (rows > limits.rows) throw new LimitReached(this.source.name, 'rows', limits);
    const own = columns.reduce((sum, column) => sum + column.rowBytes, 0);
    this.rowBytes = own + LATER;
    this.checkMemory(rows * own + Math.max(held, rows * LATER));
    const left = memoryFor(limits, holdings.read + this.read) - holdings.memory - held;
    return Math.min(limits.rows, Math.floor(left / this.rowBytes));
  }

  /** To be called after the last row: so many rows are held from now on. */
  settle(rows: number): void {
    this.holdings.memory += rows * this.rowBytes;
    this.holdings.read += this.read;
  }
}
