import type { ColumnRead } from '../columns/column.ts';
import { FlagColumn, NumberColumn } from '../columns/column.ts';
import { UniqueIds } from '../columns/ids/kept-ids.ts';
import { parseNumber } from '../columns/number.ts';
import { decimalQuotient, POWERS } from '../columns/quotient.ts';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const TWO_53 = 2 ** 53;

/** Rows that are gathered before the columns get them. */
const BLOCK = 1 << 12;

/** What a column holds. */
const [UNREAD, ID, SCORE, FLAG] = [0, 1, 2, 3];

/**
 * Reads the plain rows of a table of canaries (a score, 0 or 1, perhaps an id): no quotes, blanks or signs
 * but a minus. A row of any other form is left to the general reader, which reads all tables and says what is
 * wrong; this one reads most files several times as fast, and to the same values.
 */
export class PlainRows {
  /** How many rows the last call of `read` has read. */
  rows = 0;
  private readonly kinds: Uint8Array;
  private readonly delimiter: number;
  private readonly score: NumberColumn;
  private readonly flag: FlagColumn;
  private readonly ids: UniqueIds | null;
  private readonly scores = new Float64Array(BLOCK);
  private readonly flags = new Uint8Array(BLOCK);
  /** Where the ids of a block begin and end. */
  private readonly ranges = new Int32Array(2 * BLOCK);
  private number = 0;

  private constructor(
    kinds: Uint8Array,
    delimiter: number,
    score: NumberColumn,
    flag: FlagColumn,
    ids: UniqueIds | null,
  ) {
    this.kinds = kinds;
    this.delimiter = delimiter;
    this.score = score;
    this.flag = flag;
    this.ids = ids;
  }

  /** A reader of rows of so many fields, or null where other columns are read than it knows. */
  static of(reads: readonly ColumnRead[], fields: number, delimiter: number): PlainRows | null {
    const kinds = new Uint8Array(fields);
    let score: NumberColumn | null = null;
    let flag: FlagColumn | null = null;
    let ids: UniqueIds | null = null;
    for (const { position, column } of reads) {
      if (kinds[position] !== UNREAD) return null;
      if (column instanceof NumberColumn && score === null) {
        score = column;
        kinds[position] = SCORE;
      } else if (column instanceof FlagColumn && flag === null) {
        flag = column;
        kinds[position] = FLAG;
      } else if (column instanceof UniqueIds && ids === null) {
        ids = column;
        kinds[position] = ID;
      } else return null;
    }
    return score === null || flag === null ? null : new PlainRows(kinds, delimiter, score, flag, ids);
  }

  /**
   * Reads plain rows from `from` on, up to the first that is not plain, and at most `most` of them; returns
   * where the next row begins. `lastEnd` is where the last line end of the bytes is.
   */
  read(bytes: Uint8Array, from: number, lastEnd: number, most: number): number {
    this.rows = 0;
    let at = from;
    while (at <= lastEnd && this.rows < most) {
      const before = this.rows;
      at = this.readBlock(bytes, at, lastEnd, Math.min(BLOCK, most - before));
      if (this.rows - before < BLOCK) break;
    }
    return at;
  }

  private readBlock(bytes: Uint8Array, from: number, lastEnd: number, most: number): number {
    const { kinds, delimiter, scores, flags, ids, ranges } = this;
    const fields = kinds.length;
    let begin = from;
    let row = 0;
    rows: while (row < most && begin <= lastEnd) {
      let at = begin;
      let idStart = 0;
      let idEnd = 0;
      for (let field = 0; field < fields; field++) {
        const kind = kinds[field];
        if (kind === SCORE) {
          at = this.readNumber(bytes, at);
          if (at < 0) break rows;
          scores[row] = this.number;
        } else if (kind === FLAG) {
          const digit = bytes[at] - ZERO;
          if (digit !== 0 && digit !== 1) break rows;
          flags[row] = digit;
          at++;
        } else if (kind === ID) {
          idStart = at;
          let byte = bytes[at];
          while (byte !== delimiter && byte > SPACE && byte < 0x7f && byte !== QUOTE) byte = bytes[++at];
          idEnd = at;
          if (idEnd === idStart) break rows;
        } else {
          if (bytes[at] === QUOTE) break rows;
          let byte = bytes[at];
          while (byte !== delimiter && byte !== LINE_FEED && byte !== 0) byte = bytes[++at];
        }
        if (field + 1 < fields) {
          if (bytes[at] !== delimiter) break rows;
          at++;
        }
      }
      if (bytes[at] === RETURN) at++;
      if (bytes[at] !== LINE_FEED) break;
      ranges[2 * row] = idStart;
      ranges[2 * row + 1] = idEnd;
      begin = at + 1;
      row++;
    }
    if (row === 0) return begin;
    ids?.fromRanges(bytes, ranges, row);
    this.score.keepAll(scores.subarray(0, row));
    this.flag.keepAll(flags.subarray(0, row));
    this.rows += row;
    return begin;
  }

  /** Reads a number into `number`; returns where it ends, or -1 where it is none, or none that is plain. */
  private readNumber(bytes: Uint8Array, from: number): number {
    let at = from;
    const negative = bytes[at] === MINUS;
    if (negative) at++;
    const start = at;
    let point = 0;
    let high = 0;
    let low = 0;
    let highDigits = 0;
    let lowDigits = 0;
    for (; ; at++) {
      const digit = bytes[at] - ZERO;
      if (digit >= 0 && digit <= 9) {
        if (highDigits < 9) {
          high = (high * 10 + digit) | 0;
          if (high > 0) highDigits++;
        } else {
          low = low * 10 + digit;
          lowDigits++;
        }
      } else if (digit === POINT - ZERO && point === 0) point = at + 1;
      else break;
    }
    const end = bytes[at];
    const power = point === 0 ? 0 : at - point;
    if (at - start === (point === 0 ? 0 : 1)) return -1;
    let size = Number.NaN;
    if ((end === this.delimiter || end === LINE_FEED || end === RETURN) && lowDigits <= 9 && power <= 22) {
      if (power > 0) size = decimalQuotient(high, low, lowDigits, power);
      else {
        size = high * POWERS[lowDigits] + low;
        if (size >= TWO_53) size = Number.NaN;
      }
    }
    if (Number.isNaN(size)) {
      let byte = bytes[at];
      while (byte !== this.delimiter && byte > SPACE) byte = bytes[++at];
      this.number = parseNumber(bytes, from, at);
      return Number.isFinite(this.number) ? at : -1;
    }
    this.number = negative ? -size : size;
    return at;
  }
}
