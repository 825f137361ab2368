import { MOST_OPTIONS } from '../../observation.ts';
import { invalid, NOTHING } from '../refuse.ts';
import { Growing } from './growing.ts';
import { integerOf, isExact, parseNumber } from './number.ts';
import { textOf, utf8BytesOf } from './text.ts';

/**
 * Reads one column, one row per call: from the bytes of a text, or from a value as a binary format holds it.
 */
export interface ColumnReader {
  /** About how many bytes of memory a row takes. */
  readonly rowBytes: number;
  fromBytes(bytes: Uint8Array, start: number, end: number): void;
  fromValue(value: unknown): void;
  /** Where there is `keepAll`: whether all of these numbers can be kept. Nothing is kept yet. */
  fits?(numbers: NumberArray): boolean;
  /** Keeps one number per row; they must fit. */
  keepAll?(numbers: NumberArray): void;
  /** Tells about how many rows there will be. */
  reserve?(rows: number): void;
}

/** A column to read: its position in the table, and what reads it. */
export interface ColumnRead {
  readonly position: number;
  readonly column: ColumnReader;
}

/** What to read of a table, and what its rows are held to. */
interface TableReads {
  /** Each row is given to these one after the other. */
  readonly reads: readonly ColumnRead[];
  /** Refuses too many rows beside `held` bytes; returns up to how many rows there is no need to ask again. */
  readonly allow: (rows: number, held?: number) => number;
  /** Refuses too many empty lines. */
  readonly checkBlank: (lines: number) => void;
  /** Tells how many rows there are. */
  readonly reserve: (rows: number) => void;
  /** Tells how many rows were in the bytes that were read so far. */
  readonly soFar: (rows: number) => void;
  /** Of a file that is still written: called for a last line that does not end, instead of a refusal. */
  readonly unfinished?: (() => void) | undefined;
}

/** Called once with the names of all columns, decides what is read. */
export type StartTable = (names: readonly string[]) => TableReads;

/** Numbers as a binary format holds them. */
export type NumberArray =
  | Float64Array
  | Float32Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

/** Which column of which file this is, and what its values are called in errors. */
export interface ColumnLabel {
  readonly file: string;
  readonly column: string;
  readonly what: string;
}

/** The number that a value of a binary format or of JSON stands for; text is read as text files are. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return isExact(value) ? Number(value) : Number.NaN;
  if (typeof value !== 'string') return Number.NaN;
  const bytes = utf8BytesOf(value.trim());
  return parseNumber(bytes, 0, bytes.length);
}

const DECIMAL_COMMA = /^[+-]?\d+,\d+(e[+-]?\d+)?$/i;

/** What a value that is no finite number should have been. */
export function ruleFor(value: unknown): string {
  if (typeof value === 'string' && DECIMAL_COMMA.test(value.trim()))
    return `must be a finite number with a decimal point, ${value.trim().replace(',', '.')}, not a comma`;
  const rounded = typeof value === 'bigint' || (typeof value === 'string' && integerOf(value) !== null);
  return rounded
    ? 'must be at most 2^53 in size, beyond which numbers are rounded'
    : 'must be a finite number';
}

/** Finite numbers, handed on one by one. With `gaps`, a value may be missing and is NaN. */
export abstract class FiniteColumn implements ColumnReader {
  private row = 0;
  readonly rowBytes: number = 8;
  readonly label: ColumnLabel;
  private readonly gaps: boolean;

  constructor(label: ColumnLabel, gaps = false) {
    this.label = label;
    this.gaps = gaps;
  }

  protected abstract keep(value: number): void;

  fromBytes(bytes: Uint8Array, start: number, end: number): void {
    this.row++;
    const value = parseNumber(bytes, start, end);
    if (!Number.isFinite(value) && !(this.gaps && start === end)) this.refuse(textOf(bytes, start, end));
    this.keep(value);
  }

  fromValue(value: unknown): void {
    this.row++;
    const number = numberOf(value);
    if (!Number.isFinite(number) && !(this.gaps && isMissing(value))) this.refuse(value);
    this.keep(number);
  }

  /** So many rows were kept at once. */
  protected counted(rows: number): void {
    this.row += rows;
  }

  private refuse(value: unknown): never {
    const { file, column, what } = this.label;
    throw invalid(what, { file, column, row: this.row }, ruleFor(value), value ?? NOTHING);
  }
}

export class NumberColumn extends FiniteColumn {
  readonly values = new Growing<Float64Array>(Float64Array);

  fits(numbers: NumberArray): boolean {
    for (let i = 0; i < numbers.length; i++) if (!Number.isFinite(numbers[i])) return false;
    return true;
  }

  keepAll(numbers: NumberArray): void {
    this.values.append(numbers);
    this.counted(numbers.length);
  }

  /** Keeps the array itself, if there are no rows yet. */
  adopt(numbers: Float64Array): boolean {
    if (this.values.length > 0) return false;
    this.values.adopt(numbers);
    this.counted(numbers.length);
    return true;
  }

  reserve(rows: number): void {
    this.values.reserve(rows);
  }

  protected override keep(value: number): void {
    this.values.push(value);
  }
}

const TRUTH_RULE = 'must be 0 or 1, false or true; write 1 for in, 0 for out';

/** 0 or 1, false or true. */
export class FlagColumn implements ColumnReader {
  readonly rowBytes = 1;
  readonly values = new Growing(Uint8Array);
  readonly label: ColumnLabel;

  constructor(label: ColumnLabel) {
    this.label = label;
  }

  fits(numbers: NumberArray): boolean {
    for (let i = 0; i < numbers.length; i++) if (numbers[i] !== 0 && numbers[i] !== 1) return false;
    return true;
  }

  keepAll(numbers: NumberArray): void {
    this.values.append(numbers);
  }

  reserve(rows: number): void {
    this.values.reserve(rows);
  }

  fromBytes(bytes: Uint8Array, start: number, end: number): void {
    const digit = bytes[start] - 0x30;
    if (end === start + 1 && (digit === 0 || digit === 1)) this.values.push(digit);
    else this.fromValue(textOf(bytes, start, end));
  }

  fromValue(value: unknown): void {
    if (typeof value === 'boolean') this.values.push(value ? 1 : 0);
    else {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      const number = word === 'true' ? 1 : word === 'false' ? 0 : numberOf(value);
      if (number !== 0 && number !== 1) {
        const { file, column, what } = this.label;
        const place = { file, column, row: this.values.length + 1 };
        throw invalid(what, place, TRUTH_RULE, value ?? NOTHING);
      }
      this.values.push(number);
    }
  }
}

const LARGEST = MOST_OPTIONS - 1;

/**
 * Which of the options, from 0 on. With `abstains`, a missing value or -1 means none of them and is kept as
 * -1.
 */
export class OptionColumn implements ColumnReader {
  readonly rowBytes = 4;
  readonly values = new Growing(Int32Array);
  readonly label: ColumnLabel;
  private readonly abstains: boolean;

  constructor(label: ColumnLabel, abstains = false) {
    this.label = label;
    this.abstains = abstains;
  }

  fromBytes(bytes: Uint8Array, start: number, end: number): void {
    const number = this.abstains && start === end ? -1 : parseNumber(bytes, start, end);
    this.push(number, () => textOf(bytes, start, end));
  }

  fromValue(value: unknown): void {
    const number = this.abstains && isMissing(value) ? -1 : numberOf(value);
    this.push(number, () => value);
  }

  private push(number: number, original: () => unknown): void {
    // A column with gaps is a column of floats to pandas, so 2.0 stands for 2.
    const fits =
      Number.isInteger(number) && number <= LARGEST && (number >= 0 || (this.abstains && number === -1));
    if (!fits) {
      const { file, column, what } = this.label;
      const range = Number.isInteger(number) && number > LARGEST ? `to ${LARGEST}` : 'on';
      const rule = `must be a whole number from 0 ${range}${this.abstains ? ', or empty or -1 to abstain' : ''}`;
      throw invalid(what, { file, column, row: this.values.length + 1 }, rule, original() ?? NOTHING);
    }
    this.values.push(number);
  }
}

/**
 * A null, an absent key, an empty text, and NaN: what numpy and pandas write for "no value" in binary files.
 */
export function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || Number.isNaN(value);
}
