import type { Allowance } from './allowance.ts';
import type { Values } from './decode.ts';
import { BYTE_ARRAY, type ColumnType, FIXED } from './types.ts';

/** Some values of a column. */
export interface ValuePiece {
  readonly values: Values;
  /** About how many bytes they take where each is written out. */
  readonly bytes: number;
}

/** Bytes of a value that is not a text. */
const VALUE_BYTES = 8;
/** The most bytes that a UTF-16 unit of a text takes in UTF-8. */
const UNIT_BYTES = 3;

/**
 * Cuts pages into pieces of at most `rows` values that take at most `bytes` bytes, or into single values. A
 * dictionary holds a long text once, but rows that are sent to another process and hashed hold a copy each.
 */
export async function* cutPages(
  pages: AsyncIterable<Values>,
  { physical }: ColumnType,
  rows: number,
  bytes: number,
  allowance: Allowance,
): AsyncGenerator<ValuePiece> {
  const texts = physical === BYTE_ARRAY || physical === FIXED;
  for await (const page of pages) {
    if (texts) allowance.unpack(textsIn(page));
    for (let from = 0; from < page.length; ) {
      const most = Math.min(rows, page.length - from);
      const piece = texts ? textsOf(page, from, most, bytes) : numbersOf(page, from, most);
      from += piece.values.length;
      yield piece;
    }
  }
}

/** How many bytes the texts in a page take. */
function textsIn(page: Values): number {
  let bytes = 0;
  for (let i = 0; i < page.length; i++) bytes += textBytes(page[i]);
  return bytes;
}

function numbersOf(page: Values, from: number, count: number): ValuePiece {
  return { values: part(page, from, from + count), bytes: VALUE_BYTES * count };
}

function textsOf(page: Values, from: number, most: number, bytes: number): ValuePiece {
  let [end, size] = [from, 0];
  while (end < from + most) {
    const larger = size + VALUE_BYTES + textBytes(page[end]);
    if (larger > bytes && end > from) break;
    size = larger;
    end++;
  }
  return { values: part(page, from, end), bytes: size };
}

/** Some of these values; numbers are not copied. */
export function part(values: Values, start: number, end: number): Values {
  if (start === 0 && end === values.length) return values;
  return Array.isArray(values) ? values.slice(start, end) : (values as Float64Array).subarray(start, end);
}

function textBytes(value: unknown): number {
  if (typeof value === 'string') return UNIT_BYTES * value.length;
  return value instanceof Uint8Array ? value.length : 0;
}
