import { checkSize, type Limits } from '../../limits.ts';

/** What one reading of a file may still take, of which `read` bytes count as read. */
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
    checkSize(this.file, this.limits, 'memory', bytes, this.read);
  }

  /** Refuses so many bytes after decompression beside those before: what takes little memory may still take hours. */
  unpack(bytes: number): void {
    this.unpacked += bytes;
    checkSize(this.file, this.limits, 'bytes', this.unpacked, this.read);
  }
}
