import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import type { Allowance } from './allowance.ts';
import type { DataPage } from './decode.ts';
import { checkDeltas, checkRuns } from './runs.ts';
import { BOOLEAN, BYTE_ARRAY, type ColumnType, INT32, INT64 } from './types.ts';

/** Parquet's numbers of the ways to write values. */
const [PLAIN, , PLAIN_DICTIONARY, RLE, , DELTAS, DELTA_LENGTHS, DELTA_TEXTS, RLE_DICTIONARY, SPLIT] =
  Array(10).keys();

/** A dictionary's entries are written plainly; as many as announced must be there. */
export function checkDictionary(page: Uint8Array, entries: number, type: ColumnType): void {
  checkPlain(page, 0, entries, type);
}

/**
 * Checks what a data page says about its levels and values against its bytes; returns where the values lie.
 */
export function checkValues(page: Uint8Array, data: DataPage, type: ColumnType, allowance: Allowance): Place {
  const place = levels(page, data, type);
  checkEncoded(page, place, data.encoding, type, allowance);
  return place;
}

/** Where the values begin behind the levels, and how many are not missing. */
interface Place {
  readonly start: number;
  readonly count: number;
}

function checkEncoded(
  page: Uint8Array,
  { start, count }: Place,
  encoding: number,
  type: ColumnType,
  allowance: Allowance,
): void {
  switch (encoding) {
    case PLAIN:
      checkPlain(page, start, count, type);
      return;
    case PLAIN_DICTIONARY:
    case RLE_DICTIONARY: {
      if (count === 0) return;
      if (start >= page.length) throw new Error('a page breaks off');
      // More bits than any dictionary needs; the decoder does not support them.
      if (page[start] > 24) throw new Error('a page is damaged');
      checkRuns(page, start + 1, page.length, page[start], count);
      return;
    }
    case RLE: {
      if (type.physical !== BOOLEAN) throw new Error('a page is damaged');
      if (count === 0) return;
      checkRuns(page, start + 4, start + 4 + lengthAt(page, start), 1, count);
      return;
    }
    case DELTAS:
      if (type.physical !== INT32 && type.physical !== INT64) throw new Error('a page is damaged');
      if (count > 0) checkDeltas(page, start, count, type.physical === INT32 ? 32 : 64);
      return;
    case DELTA_LENGTHS:
      if (type.physical !== BYTE_ARRAY) throw new Error('a page is damaged');
      if (count > 0) checkTexts(page, start, count, false, allowance);
      return;
    case DELTA_TEXTS:
      if (type.width === 0 && type.physical !== BYTE_ARRAY) throw new Error('a page is damaged');
      if (count > 0) checkTexts(page, start, count, true, allowance);
      return;
    case SPLIT:
      if (type.width === 0 || start + count * type.width !== page.length)
        throw new Error('a page is damaged');
      return;
    default:
      throw new Error(`its values are written in a way (${encoding}) that is not read`);
  }
}

function levels(page: Uint8Array, data: DataPage, { optional }: ColumnType): Place {
  const { version, values } = data;
  if (!optional) {
    if (data.levels > 0 || data.nulls > 0) throw new Error('a page is described wrongly');
    return { start: 0, count: values };
  }
  const start = version === 1 ? 4 : 0;
  const end = version === 1 ? 4 + lengthAt(page, 0) : data.levels;
  const { ones } = checkRuns(page, start, end, 1, values);
  if (version === 2 && ones !== values - data.nulls)
    throw new Error(`${data.nulls} values are said to be missing, ${values - ones} are`);
  return { start: end, count: ones };
}

/** A length of four bytes that must fit into the page behind it. */
function lengthAt(page: Uint8Array, at: number): number {
  if (at + 4 > page.length) throw new Error('a page breaks off');
  const length = new DataView(page.buffer, page.byteOffset).getUint32(at, true);
  if (at + 4 + length > page.length) throw new Error('a page breaks off');
  return length;
}

function checkPlain(page: Uint8Array, start: number, count: number, { physical, width }: ColumnType): void {
  // Texts have four bytes of length each.
  const least = physical === BOOLEAN ? Math.ceil(count / 8) : count * (width === 0 ? 4 : width);
  if (start + least > page.length)
    throw new Error(`${count} values announced, ${page.length - start} bytes there`);
}

/** Texts with all of their lengths before them; with `shared`, each begins like the one before. */
function checkTexts(
  page: Uint8Array,
  start: number,
  count: number,
  shared: boolean,
  allowance: Allowance,
): void {
  const lengths = (at: number) => {
    const end = checkDeltas(page, at, count, 32);
    const found = new Int32Array(count);
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    deltaBinaryUnpack({ view, offset: at }, count, found);
    return { end, found };
  };
  const prefixes = shared ? lengths(start) : null;
  const own = lengths(prefixes?.end ?? start);
  let [before, unpacked, stored] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const prefix = prefixes?.found[i] ?? 0;
    if (prefix < 0 || prefix > before || own.found[i] < 0) throw new Error('a page is damaged');
    before = prefix + own.found[i];
    unpacked += before;
    stored += own.found[i];
  }
  if (own.end + stored > page.length) throw new Error('a page breaks off');
  // Each text is there as bytes, then as text.
  allowance.hold(2 * unpacked);
}
