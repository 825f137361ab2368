import { checkExpansion, type Limits } from '../../limits.ts';

/** The memory and work that one reading of a Parquet file may still take; `read` bytes count as read. */
export class Allowance {
  private readonly file: string;
  private readonly limits: Limits;
  private readonly read: number;
  private unpacked = 0;

  constructor(file: string, limits: Limits, read: number) {
    this.file = file;
    this.limits = limits;
    this.read = read;
  }

  /** Refuses so many bytes in memory at once. */
  hold(bytes: number): void {
    checkExpansion(this.file, this.limits, 'memory', bytes, this.read);
  }

  /**
   * Refuses so many bytes after decompression, with those before: what takes little memory may still take
   * hours.
   */
  unpack(bytes: number): void {
    this.unpacked += bytes;
    checkExpansion(this.file, this.limits, 'bytes', this.unpacked, this.read);
  }
}
