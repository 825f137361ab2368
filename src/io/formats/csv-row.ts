import { isBlank } from '../columns/text.ts';
import { invalid } from '../refuse.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Where the fields of one row lie in the bytes. One object serves all rows. */
export class CsvRow {
  count = 0;
  /** Whether the line holds nothing but blanks. */
  blank = false;
  /** How many empty lines were skipped. */
  blankLines = 0;
  starts = new Int32Array(16);
  ends = new Int32Array(16);
  /** 1 where a quoted field holds doubled quotes, which `field` takes off. */
  escaped = new Uint8Array(16);
  private readonly file: string;
  readonly delimiter: number;

  constructor(file: string, delimiter: number) {
    this.file = file;
    this.delimiter = delimiter;
  }

  /**
   * Finds the fields of the row that begins at `from`; returns where the next one begins, or -1 where more
   * bytes are needed. Fields behind the first `wanted` are only counted.
   */
  scan(bytes: Uint8Array, from: number, last: boolean, row: number, wanted = Infinity): number {
    const { delimiter } = this;
    const length = bytes.length;
    let at = from;
    let count = 0;
    let quoted = false;
    for (;;) {
      // Up to the end of the row, or to a quote in which it may go on.
      if (count >= wanted && bytes[at] !== QUOTE)
        for (; at < length && bytes[at] !== LINE_FEED; at++)
          if (bytes[at] === delimiter) {
            count++;
            if (bytes[at + 1] !== QUOTE) continue;
            at++;
            break;
          }
      if (count === this.starts.length) this.widen();
      if (at < length && bytes[at] === QUOTE) {
        quoted = true;
        at = this.scanQuoted(bytes, at, last, row, count);
        if (at < 0) return -1;
      } else {
        let start = at;
        while (at < length && bytes[at] !== delimiter && bytes[at] !== LINE_FEED) at++;
        let end = at;
        while (end > start && isBlank(bytes[end - 1])) end--;
        while (start < end && isBlank(bytes[start])) start++;
        this.starts[count] = start;
        this.ends[count] = end;
        this.escaped[count] = 0;
      }
      if (at === length && !last) return -1;
      count++;
      if (at < length && bytes[at] === delimiter) {
        at++;
        continue;
      }
      this.count = count;
      this.blank = count === 1 && !quoted && this.starts[0] === this.ends[0];
      return at === length ? length : at + 1;
    }
  }

  /** Where the first line that is not empty begins, from `from` on; empty lines before it are counted. */
  skipBlank(bytes: Uint8Array, from: number): number {
    let line = from;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === LINE_FEED) {
        line = at + 1;
        this.blankLines++;
      } else if (!isBlank(byte) || byte === this.delimiter) break;
    }
    return line;
  }

  /** Which field a byte of the row lies in, counted from 0. */
  fieldAt(position: number): number {
    let index = 0;
    while (index + 1 < this.count && this.starts[index + 1] <= position) index++;
    return index;
  }

  /** The bytes of a field, with doubled quotes made single. */
  field(bytes: Uint8Array, index: number): Uint8Array {
    const raw = bytes.subarray(this.starts[index], this.ends[index]);
    if (this.escaped[index] === 0) return raw;
    let second = true;
    return raw.filter((byte) => {
      if (byte === QUOTE) second = !second;
      return byte !== QUOTE || second;
    });
  }

  /** A field that begins with a quote ends at the next quote that is not doubled. */
  private scanQuoted(bytes: Uint8Array, from: number, last: boolean, row: number, index: number): number {
    const length = bytes.length;
    let at = from + 1;
    let escaped = 0;
    for (;;) {
      at = bytes.indexOf(QUOTE, at);
      if (at < 0 || (at + 1 === length && !last)) {
        if (at < 0 && last) throw this.refuse(row, 'every quote must be closed');
        return -1;
      }
      if (bytes[at + 1] !== QUOTE) break;
      escaped = 1;
      at += 2;
    }
    this.starts[index] = from + 1;
    this.ends[index] = at;
    this.escaped[index] = escaped;
    at++;
    while (at < length && isBlank(bytes[at]) && bytes[at] !== LINE_FEED && bytes[at] !== this.delimiter) at++;
    if (at < length && bytes[at] !== LINE_FEED && bytes[at] !== this.delimiter)
      throw this.refuse(row, 'nothing may follow a closing quote in its field');
    return at;
  }

  private refuse(row: number, rule: string): Error {
    return row === 0
      ? invalid('header', { file: this.file }, rule)
      : invalid('row', { file: this.file, row }, rule);
  }

  private widen(): void {
    const wider = <T extends Int32Array | Uint8Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    const size = 2 * this.starts.length;
    this.starts = wider(this.starts, new Int32Array(size));
    this.ends = wider(this.ends, new Int32Array(size));
    this.escaped = wider(this.escaped, new Uint8Array(size));
  }
}
