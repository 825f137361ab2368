import type { Allowance } from './allowance.ts';
import type { Values } from './decode.ts';

/** Some values of a column. */
export interface Piece {
  readonly values: Values;
  /** About how many bytes they take where each is written out. */
  readonly bytes: number;
}

/** A value that is no text takes so much. */
const VALUE_BYTES = 8;
/** The most that a unit of a text takes in UTF-8. */
const UNIT_BYTES = 3;

/**
 * Cuts pages into pieces of at most `rows` values that come to at most `bytes` bytes, or are one value. A dictionary
 * holds a long text once; its rows, on their way to another process and into a hash, hold it once each.
 */
export async function* cutPages(
  pages: AsyncIterable<Values>,
  rows: number,
  bytes: number,
  allowance: Allowance,
): AsyncGenerator<Piece> {
  for await (const page of pages) {
    if (Array.isArray(page)) allowance.unpack(page.reduce<number>((sum, value) => sum + textBytes(value), 0));
    for (let from = 0; from < page.length; ) {
      const piece = pieceOf(page, from, Math.min(rows, page.length - from), bytes);
      from += piece.values.length;
      yield piece;
    }
  }
}

function pieceOf(page: Values, from: number, most: number, bytes: number): Piece {
  if (!Array.isArray(page)) {
    const values = (page as Float64Array).subarray(from, from + most);
    return { values, bytes: VALUE_BYTES * values.length };
  }
  let [end, size] = [from, 0];
  while (end < from + most) {
    const larger = size + VALUE_BYTES + textBytes(page[end]);
    if (larger > bytes && end > from) break;
    size = larger;
    end++;
  }
  return { values: from === 0 && end === page.length ? page : page.slice(from, end), bytes: size };
}

function textBytes(value: unknown): number {
  if (typeof value === 'string') return UNIT_BYTES * value.length;
  return value instanceof Uint8Array ? value.length : 0;
}
