import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import type { BigIntArray } from '../columns/blocks.ts';
import type { NumberArray, StartTable } from '../columns/column.ts';
import { textOf } from '../columns/text.ts';
import { broken } from '../refuse.ts';
import type { SourceReading } from '../source-reading.ts';
import { peek } from '../stream.ts';
import { LONGEST_HEADER, type NpyHeader, parseHeader } from './npy-header.ts';

/** A numpy array. */
export interface NumpyArray extends NpyHeader {
  /** A value by its place in the order of the file. */
  readonly at: ValueAt;
  /** All values in the order of the file, where they are numbers that a typed array holds; else null. */
  readonly numbers: NumberArray | BigIntArray | null;
  /** The same of truth values that are written as 0 and 1. */
  readonly truths: Uint8Array | null;
}

type ValueAt = (index: number) => unknown;

/** Types that a typed array reads. */
const NUMBERS: Readonly<Record<string, (buffer: ArrayBuffer) => NumberArray | BigIntArray>> = {
  i1: (buffer) => new Int8Array(buffer),
  u1: (buffer) => new Uint8Array(buffer),
  i2: (buffer) => new Int16Array(buffer),
  u2: (buffer) => new Uint16Array(buffer),
  i4: (buffer) => new Int32Array(buffer),
  u4: (buffer) => new Uint32Array(buffer),
  i8: (buffer) => new BigInt64Array(buffer),
  u8: (buffer) => new BigUint64Array(buffer),
  f4: (buffer) => new Float32Array(buffer),
  f8: (buffer) => new Float64Array(buffer),
};

/** How values of the other types are read. */
const OTHERS: Readonly<Record<string, (buffer: ArrayBuffer) => ValueAt>> = {
  b1: (buffer) => {
    const bytes = new Uint8Array(buffer);
    return (index) => bytes[index] !== 0;
  },
  f2: (buffer) => {
    const bits = new Uint16Array(buffer);
    return (index) => halfFloat(bits[index]);
  },
};

/** Reads an NPY file from its first byte to its last. */
export async function readNpy(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  reading: SourceReading,
): Promise<NumpyArray> {
  const peeked = await peek(stream, LONGEST_HEADER);
  let header: NpyHeader;
  try {
    header = parseHeader(file, peeked.head);
    const size = header.start + header.length * header.itemBytes;
    if (reading.source.byteLength < size) reading.checkInflated(size);
    reading.checkMemory(size);
  } catch (error) {
    await peeked.close();
    throw error;
  }
  return arrayOf(file, header, await dataOf(file, header, peeked.stream));
}

/** The bytes of the values: as many as the header announces, no more and no fewer. */
export async function dataOf(
  file: string,
  { start, length, itemBytes }: NpyHeader,
  stream: AsyncIterable<Uint8Array>,
): Promise<ArrayBuffer> {
  const data = new Uint8Array(length * itemBytes);
  // Where in `data` the next piece begins; the header lies before.
  let at = -start;
  for await (const piece of stream) {
    const body = at < 0 ? piece.subarray(-at) : piece;
    if (Math.max(at, 0) + body.length > data.length)
      throw broken(file, 'NPY', `${length} values announced, and more there`);
    data.set(body, Math.max(at, 0));
    at += piece.length;
  }
  if (at < data.length)
    throw broken(file, 'NPY', `${length} values announced, ${Math.max(0, Math.floor(at / itemBytes))} there`);
  return data.buffer;
}

export function arrayOf(file: string, header: NpyHeader, data: ArrayBuffer): NumpyArray {
  const { type, itemBytes, bigEndian } = header;
  if (bigEndian) reverse(data, type[0] === 'U' ? 4 : itemBytes);
  return {
    ...header,
    at: viewOf(file, data, type, itemBytes),
    numbers: NUMBERS[type]?.(data) ?? null,
    truths: type === 'b1' ? new Uint8Array(data) : null,
  };
}

function viewOf(file: string, data: ArrayBuffer, type: string, itemBytes: number): ValueAt {
  if (type[0] === 'U') return texts(file, data, itemBytes / 4);
  if (type[0] === 'S') return asciiTexts(file, data, itemBytes);
  const numbers = NUMBERS[type]?.(data);
  return numbers === undefined ? OTHERS[type](data) : (index) => numbers[index];
}

/** Reverses the bytes of every number. */
function reverse(data: ArrayBuffer, size: number): void {
  const bytes = new Uint8Array(data);
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

/** Text of four bytes a character, filled up with zeros. */
function texts(file: string, data: ArrayBuffer, width: number): ValueAt {
  const codes = new Uint32Array(data);
  return (index) => {
    let text = '';
    for (let i = index * width; i < (index + 1) * width; i++) {
      if (codes[i] > 0x10ffff) throw broken(file, 'NPY', `${codes[i]} is no character`);
      text += String.fromCodePoint(codes[i]);
    }
    return text.replace(/\0+$/, '');
  };
}

/** Text of one byte a character. Bytes beyond ASCII are refused, since their encoding is not known. */
function asciiTexts(file: string, data: ArrayBuffer, width: number): ValueAt {
  const codes = new Uint8Array(data);
  return (index) => {
    const own = codes.subarray(index * width, (index + 1) * width);
    if (own.some((code) => code > 0x7f))
      throw new InvalidInput(
        `invalid file ${quotedPath(file)}; text in bytes must be ASCII, or come as text (type U): value ${index + 1}`,
      );
    return textOf(own).replace(/\0+$/, '');
  };
}

/** A number of sixteen bits. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  if (exponent === 0) return (sign * fraction) / 2 ** 24;
  return exponent < 25
    ? (sign * (1024 + fraction)) / 2 ** (25 - exponent)
    : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/**
 * One numpy array as a table: of one dimension it is a column called `name`, of m x k it is the columns
 * name_0, name_1, ...
 */
export async function readNpyTable(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  reading: SourceReading,
  name: string,
  start: StartTable,
): Promise<number> {
  const { at, length, shape, itemBytes, fortranOrder } = await readNpy(file, stream, reading);
  if (shape.length === 0 || shape.length > 2)
    throw new InvalidInput(
      `invalid file ${quotedPath(file)}; must have one or two dimensions: ${shape.length}`,
    );
  const [rows, width = 1] = shape;
  const names = width === 1 ? [name] : Array.from({ length: width }, (_, j) => `${name}_${j}`);
  const { reads, allow, reserve } = start(names);
  allow(rows, length * itemBytes);
  reserve(rows);
  for (let row = 0; row < rows; row++)
    for (const { position, column } of reads)
      column.fromValue(at(fortranOrder ? position * rows + row : row * width + position));
  return rows;
}
