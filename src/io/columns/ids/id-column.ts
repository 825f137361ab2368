import { digits, writeDigits } from '../../../digits.ts';
import { invalid, NOTHING } from '../../refuse.ts';
import type { ColumnLabel, ColumnReader, NumberArray } from '../column.ts';
import { isBlank, NO_UTF8, textOf, utf8BytesOf, utf8TextOf } from '../text.ts';

/** The id as it is written in a text file, whatever the format: 17 and "17" are one id. */
export abstract class IdColumn implements ColumnReader {
  abstract readonly rowBytes: number;
  protected row = 0;
  readonly label: ColumnLabel;

  constructor(label: ColumnLabel) {
    this.label = label;
  }

  protected abstract see(bytes: Uint8Array, start: number, end: number): void;

  fromBytes(bytes: Uint8Array, start: number, end: number): void {
    this.row++;
    if (start === end) this.refuse(NOTHING);
    if (!isAscii(bytes, start, end) && utf8TextOf(bytes, start, end) === null) {
      const { file, column, what } = this.label;
      throw invalid(what, { file, column, row: this.row }, NO_UTF8);
    }
    this.see(bytes, start, end);
  }

  fromValue(value: unknown): void {
    const whole = typeof value === 'bigint' ? Number(value) : value;
    if (Number.isSafeInteger(whole) && (whole as number) >= 0) {
      this.row++;
      this.see(digits, writeDigits(whole as number), digits.length);
      return;
    }
    // A whole number beyond 2^53 was rounded when it was read: two ids may have become one.
    const named =
      typeof value === 'string' ||
      typeof value === 'bigint' ||
      (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER);
    const bytes = utf8BytesOf(named ? String(value) : '');
    let [start, end] = [0, bytes.length];
    while (end > start && isBlank(bytes[end - 1])) end--;
    while (start < end && isBlank(bytes[start])) start++;
    this.row++;
    if (start === end) this.refuse(value ?? NOTHING);
    this.see(bytes, start, end);
  }

  /** Whether these are numbers that are ids; of those nothing else needs to be checked. */
  fits(numbers: NumberArray): boolean {
    for (let i = 0; i < numbers.length; i++)
      if (!(Number.isSafeInteger(numbers[i]) && numbers[i] >= 0)) return false;
    return true;
  }

  keepAll(numbers: NumberArray): void {
    for (let i = 0; i < numbers.length; i++) {
      this.row++;
      this.see(digits, writeDigits(numbers[i]), digits.length);
    }
  }

  private refuse(value: unknown): never {
    const { file, column, what } = this.label;
    const rule = Number.isFinite(value)
      ? 'must be quoted, as text, being beyond 2^53'
      : 'must be a text or a number';
    throw invalid(what, { file, column, row: this.row }, rule, value);
  }
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] > 0x7f) return false;
  return true;
}

/** Reads a file again for the one id that an error has to name. */
export class IdAtRow extends IdColumn {
  override readonly rowBytes = 0;
  id = '';
  private readonly wanted: number;

  constructor(label: ColumnLabel, row: number) {
    super(label);
    this.wanted = row;
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    if (this.row === this.wanted) this.id = textOf(bytes, start, end);
  }
}
