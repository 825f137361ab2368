import { type ColumnReader, type NumberArray, NumberColumn } from './column.ts';

export type BigIntArray = BigInt64Array | BigUint64Array;

/** A column and what some rows hold in it. */
interface ColumnBlock {
  readonly column: ColumnReader;
  /** Null where it is not known to be numbers. */
  readonly values: ArrayLike<unknown> | null;
}

/** How many rows are looked at together, while they are near. */
const BLOCK_ROWS = 1 << 14;

/**
 * Gives rows of numbers to their columns, if every one of them fits. Otherwise nothing is kept and the answer
 * is false: the rows are to be read one by one, so that what is wrong is found in their order. `reserve` is
 * called before anything is kept.
 */
export function keepNumbers(
  blocks: readonly ColumnBlock[],
  rows: number,
  reserve: (rows: number) => void = () => {},
): boolean {
  for (const { column, values } of blocks)
    if (column.keepAll === undefined || !ArrayBuffer.isView(values) || values.length !== rows) return false;
  const numbers = blocks.map(({ values }) => values as unknown as NumberArray | BigIntArray);
  for (let from = 0; from < rows; from += BLOCK_ROWS)
    for (const [i, { column }] of blocks.entries()) {
      const some = doublesOf(numbers[i].subarray(from, from + BLOCK_ROWS));
      if (some === null || !column.fits?.(some)) return false;
    }
  const adopted = blocks.map(({ column }, i) => adopt(column, numbers[i]));
  reserve(rows);
  for (const [i, { column }] of blocks.entries())
    for (let from = 0; from < rows && !adopted[i]; from += BLOCK_ROWS)
      column.keepAll?.(doublesOf(numbers[i].subarray(from, from + BLOCK_ROWS)) as NumberArray);
  return true;
}

/** Large arrays of scores are kept as they are, where nothing else is in their memory. */
const LARGE = 1 << 18;

function adopt(column: ColumnReader, numbers: NumberArray | BigIntArray): boolean {
  const alone = numbers.byteLength === numbers.buffer.byteLength && numbers.length >= LARGE;
  if (!(alone && column instanceof NumberColumn && numbers instanceof Float64Array)) return false;
  return column.adopt(numbers);
}

/** The same numbers; null where one of them is a whole number that a double does not hold. */
function doublesOf(numbers: NumberArray | BigIntArray): NumberArray | null {
  return numbers instanceof BigInt64Array || numbers instanceof BigUint64Array
    ? smallIntegers(numbers)
    : numbers;
}

/** Beyond 2^53 a double does not hold every whole number. */
const MOST_HIGH = 2 ** 21;
const HIGH = 2 ** 32;

/** Whole numbers of 64 bits as doubles, or null where one is beyond 2^53. No bigint is made for them. */
function smallIntegers(values: BigIntArray): Float64Array | null {
  // The less significant half comes first on every machine that a JavaScript engine runs on.
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const signed = values instanceof BigInt64Array;
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const high = signed ? halves[2 * i + 1] | 0 : halves[2 * i + 1];
    if (high >= MOST_HIGH || high < -MOST_HIGH) return null;
    numbers[i] = high * HIGH + halves[2 * i];
  }
  return numbers;
}
