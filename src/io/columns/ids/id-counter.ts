import type { CountingIds } from '../../../types.ts';

/** Numbers of more digits are no counts. */
const MOST_DIGITS = 15;
const ZERO = 0x30;
const NINE = 0x39;

/** The whole number that an id is, written as a count is: digits alone, without zeros before; else NaN. */
export function countingNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end === start || end - start > MOST_DIGITS || (bytes[start] === ZERO && end > start + 1))
    return Number.NaN;
  let number = 0;
  for (let at = start; at < end; at++) {
    if (!(bytes[at] >= ZERO && bytes[at] <= NINE)) return Number.NaN;
    number = 10 * number + bytes[at] - ZERO;
  }
  return number;
}

/** Watches whether ids count: 0, 1, 2, ... or from another number on. */
export class IdCounter {
  rows = 0;
  first = 0;
  /** The next id as text: the first `length` bytes. */
  readonly next = new Uint8Array(MOST_DIGITS + 1);
  length = 0;

  /** Whether this id is the next number; if so it counts. The first id may be any number. */
  accept(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.rows === 0) return this.begin(bytes, start, end);
    if (end - start !== this.length || this.length > MOST_DIGITS) return false;
    for (let i = 0; i < this.length; i++) if (bytes[start + i] !== this.next[i]) return false;
    this.step();
    return true;
  }

  /** Whether these numbers go on counting; if so they count. */
  acceptAll(numbers: ArrayLike<number>): boolean {
    if (this.rows === 0 || numbers.length === 0) return false;
    const from = this.first + this.rows;
    if (from + numbers.length >= 10 ** MOST_DIGITS) return false;
    for (let i = 0; i < numbers.length; i++) if (numbers[i] !== from + i) return false;
    this.rows += numbers.length;
    this.write(from + numbers.length);
    return true;
  }

  /** The next id was seen: one more row. */
  step(): void {
    this.rows++;
    const { next } = this;
    let at = this.length - 1;
    while (at >= 0 && next[at] === NINE) next[at--] = ZERO;
    if (at >= 0) next[at]++;
    else {
      next.copyWithin(1, 0, this.length++);
      next[0] = ZERO + 1;
    }
  }

  get ids(): CountingIds {
    return { first: this.first, rows: this.rows };
  }

  private begin(bytes: Uint8Array, start: number, end: number): boolean {
    const number = countingNumber(bytes, start, end);
    if (Number.isNaN(number)) return false;
    this.first = number;
    this.rows = 1;
    this.write(number + 1);
    return true;
  }

  private write(number: number): void {
    const text = String(number);
    this.length = text.length;
    for (let i = 0; i < text.length; i++) this.next[i] = text.charCodeAt(i);
  }
}
