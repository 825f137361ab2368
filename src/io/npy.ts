import { halfFloat } from './half-float.ts';
import type { Pass } from './pass.ts';
import { broken } from './refuse.ts';
import { peek } from './stream.ts';

/** A numpy array. */
export interface NumpyArray extends NpyHeader {
  /** A value by its place in the order of the file. */
  readonly at: ValueAt;
}

export type ValueAt = (index: number) => unknown;

/** What the beginning of an NPY file says. */
export interface NpyHeader {
  readonly shape: readonly number[];
  /** Columns first: the first index runs fastest. */
  readonly fortranOrder: boolean;
  /** numpy's name of the type, without the byte order. */
  readonly type: string;
  readonly itemBytes: number;
  /** How many values there are. */
  readonly length: number;
  /** Where they begin. */
  readonly start: number;
}

/** numpy itself writes 128 bytes and reads at most 10,000. */
export const LONGEST_HEADER = 16384;

/** How many bytes a value of a type has, and how it is read. */
const TYPES: Readonly<Record<string, { bytes: number; view: (buffer: ArrayBuffer) => ValueAt }>> = {
  b1: {
    bytes: 1,
    view(buffer) {
      const bytes = new Uint8Array(buffer);
      return (index) => bytes[index] !== 0;
    },
  },
  i1: { bytes: 1, view: (buffer) => values(new Int8Array(buffer)) },
  u1: { bytes: 1, view: (buffer) => values(new Uint8Array(buffer)) },
  i2: { bytes: 2, view: (buffer) => values(new Int16Array(buffer)) },
  u2: { bytes: 2, view: (buffer) => values(new Uint16Array(buffer)) },
  i4: { bytes: 4, view: (buffer) => values(new Int32Array(buffer)) },
  u4: { bytes: 4, view: (buffer) => values(new Uint32Array(buffer)) },
  i8: { bytes: 8, view: (buffer) => values(new BigInt64Array(buffer)) },
  u8: { bytes: 8, view: (buffer) => values(new BigUint64Array(buffer)) },
  f2: {
    bytes: 2,
    view(buffer) {
      const bits = new Uint16Array(buffer);
      return (index) => halfFloat(bits[index]);
    },
  },
  f4: { bytes: 4, view: (buffer) => values(new Float32Array(buffer)) },
  f8: { bytes: 8, view: (buffer) => values(new Float64Array(buffer)) },
};

function values(array: ArrayLike<unknown>): ValueAt {
  return (index) => array[index];
}

/** Reads an NPY file from its first byte to its last. */
export async function readNpy(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  pass: Pass,
): Promise<NumpyArray> {
  const peeked = await peek(stream, LONGEST_HEADER);
  let header: NpyHeader;
  try {
    header = parseHeader(file, peeked.head);
    const size = header.start + header.length * header.itemBytes;
    if (pass.source.byteLength < size) pass.checkInflated(size);
    pass.checkMemory(size);
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
  const { type, itemBytes } = header;
  return { ...header, at: type[0] === 'U' ? texts(file, data, itemBytes / 4) : TYPES[type].view(data) };
}

/** Reads the header at the beginning of `head`, which holds all of it or the whole file. */
export function parseHeader(file: string, head: Uint8Array): NpyHeader {
  const refuse = (reason: string) => broken(file, 'NPY', reason);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 12) throw refuse('it breaks off');
  if (!MAGIC.every((byte, i) => head[i] === byte)) throw refuse('its first bytes are others');
  const major = head[6];
  if (major < 1 || major > 3) throw refuse(`version ${major} is unknown`);
  const textStart = major > 1 ? 12 : 10;
  const start = textStart + (major > 1 ? view.getUint32(8, true) : view.getUint16(8, true));
  if (start > LONGEST_HEADER) throw refuse(`a header of ${start} bytes is too long`);
  if (start > head.length) throw refuse('it breaks off');
  const text = new TextDecoder('latin1').decode(head.subarray(textStart, start));
  const descr = /'descr'\s*:\s*'([^']*)'/.exec(text)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  const sides = /'shape'\s*:\s*\(([\d\s,]*)\)/.exec(text)?.[1];
  if (order === undefined || sides === undefined) throw refuse('its header says no shape');
  if (descr === undefined) throw refuse('its values are no plain numbers or texts');
  const shape = sides
    .split(',')
    .filter((side) => side.trim() !== '')
    .map(Number);
  const length = shape.reduce((product, side) => product * side, 1);
  if (!Number.isSafeInteger(length * 8)) throw refuse(`a shape of ${shape.join(' x ')} is too large`);
  const { type, itemBytes } = typeOf(file, descr);
  return { shape, fortranOrder: order === 'True', type, itemBytes, length, start };
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

function typeOf(file: string, descr: string): { type: string; itemBytes: number } {
  const type = descr.slice(1);
  const width = /^<U([1-9]\d{0,5})$/.exec(descr)?.[1];
  if (width !== undefined) return { type, itemBytes: 4 * Number(width) };
  const known = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  // Values of more than one byte are read in the order of the machine, which is everywhere the little end first.
  if (known !== undefined && (descr[0] === '<' || (descr[0] === '|' && known.bytes === 1)))
    return { type, itemBytes: known.bytes };
  throw broken(file, 'NPY', `values of type ${descr} are not read`);
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
