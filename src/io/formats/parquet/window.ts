import type { ByteSource } from '../../source.ts';
import type { Allowance } from './allowance.ts';

/** How much is read at once where pages are small. */
const AHEAD = 1 << 20;

/** The cost of one read, as the number of bytes that are unpacked in the same time. */
const READ_COST = 1 << 12;

/** A part of a file that is used from beginning to end, and read in larger pieces. */
export class Window {
  private readonly source: ByteSource;
  private readonly end: number;
  private readonly allowance: Allowance;
  private start = 0;
  private held: Uint8Array = new Uint8Array(0);

  constructor(source: ByteSource, end: number, allowance: Allowance) {
    this.source = source;
    this.end = end;
    this.allowance = allowance;
  }

  /**
   * The bytes from `at` on that are in memory: at least as many as the longest page header, or all there are.
   */
  async ahead(at: number): Promise<Uint8Array> {
    const least = Math.min(AHEAD >> 2, this.end - at);
    if (!this.has(at, least)) await this.load(at, Math.min(AHEAD, this.end - at));
    return this.held.subarray(at - this.start);
  }

  async bytes(at: number, length: number): Promise<Uint8Array> {
    if (at + length > this.end) throw new Error('a page goes beyond its column');
    if (!this.has(at, length)) await this.load(at, Math.min(Math.max(length, AHEAD), this.end - at));
    return this.held.subarray(at - this.start, at - this.start + length);
  }

  private has(at: number, length: number): boolean {
    return at >= this.start && at + length <= this.start + this.held.length;
  }

  private async load(at: number, length: number): Promise<void> {
    // Columns of many row groups may all lie in the same bytes.
    this.allowance.unpack(Math.max(length, READ_COST));
    this.held = new Uint8Array(await this.source.slice(at, at + length));
    this.start = at;
    if (this.held.length !== length) throw new Error('it breaks off');
  }
}
