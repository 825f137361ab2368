import { type ColumnLabel, type ColumnReader, type NumberArray, numberOf } from '../columns/column.ts';
import { Growing } from '../columns/growing.ts';
import { IdColumn } from '../columns/ids/id-column.ts';
import { UniqueIds } from '../columns/ids/kept-ids.ts';
import { parseNumber } from '../columns/number.ts';
import { textOf } from '../columns/text.ts';
import { invalid, NOTHING } from '../refuse.ts';

const INFINITE = /^\s*([+-]?)inf(inity)?\s*$/i;

/** Numbers that may be infinite, as the loss of an answer that a model holds for impossible. */
export class SignalColumn implements ColumnReader {
  readonly rowBytes = 8;
  readonly values = new Growing<Float64Array>(Float64Array);
  readonly label: ColumnLabel;

  constructor(label: ColumnLabel) {
    this.label = label;
  }

  fits(numbers: NumberArray): boolean {
    for (let i = 0; i < numbers.length; i++) if (Number.isNaN(numbers[i])) return false;
    return true;
  }

  keepAll(numbers: NumberArray): void {
    this.values.append(numbers);
  }

  reserve(rows: number): void {
    this.values.reserve(rows);
  }

  fromBytes(bytes: Uint8Array, start: number, end: number): void {
    const number = parseNumber(bytes, start, end);
    this.push(number, Number.isNaN(number) ? textOf(bytes, start, end) : '');
  }

  fromValue(value: unknown): void {
    this.push(numberOf(value), value);
  }

  private push(number: number, original: unknown): void {
    this.values.push(Number.isNaN(number) ? this.infinite(original) : number);
  }

  private infinite(value: unknown): number {
    const sign = typeof value === 'string' ? INFINITE.exec(value)?.[1] : undefined;
    if (sign !== undefined) return sign === '-' ? -Infinity : Infinity;
    const { file, column, what } = this.label;
    const row = this.values.length + 1;
    throw invalid(what, { file, column, row }, 'must be a number', value ?? NOTHING);
  }
}

/** The ids of a file as texts, since they are written again. Each may stand only once. */
export class IdTexts extends IdColumn {
  override readonly rowBytes = 60;
  readonly texts: string[] = [];
  private readonly unique: UniqueIds;

  constructor(label: ColumnLabel) {
    super(label);
    this.unique = new UniqueIds(label);
  }

  check(): void {
    this.unique.check();
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    this.unique.fromBytes(bytes, start, end);
    this.texts.push(end - start > SHORT ? textOf(bytes, start, end) : shortText(bytes, start, end));
  }
}

/** Decoding a short text costs more than making it. */
const SHORT = 16;

function shortText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) {
    if (bytes[at] > 0x7f) return textOf(bytes, start, end);
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}
