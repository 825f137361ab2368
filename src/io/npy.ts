import { parse } from 'npyjs';
import { InvalidInput } from '../errors.ts';
import { broken } from './refuse.ts';

/** A numpy array: `data` in the order of the file. */
export interface NumpyArray {
  readonly data: ArrayLike<unknown>;
  readonly shape: readonly number[];
  /** Columns first: the first index runs fastest. */
  readonly fortranOrder: boolean;
}

/** Reads an NPY file; `file` may name an array in an archive. */
export function parseNpy(file: string, bytes: Uint8Array): NumpyArray {
  const whole = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  const buffer = whole.buffer as ArrayBuffer;
  try {
    const text = parseText(whole);
    const { data, shape, dtype, fortranOrder } = text ?? parse(buffer);
    const length = shape.reduce((product, side) => product * side, 1);
    if (dtype.startsWith('c')) throw new Error('complex numbers are no scores');
    const values = data as unknown as ArrayLike<unknown>;
    if (!(values.length >= length)) throw new Error(`${length} values announced, ${values.length} there`);
    if (values.length > length) throw new Error(`${values.length - length} values too many`);
    return { data: values, shape, fortranOrder };
  } catch (reason) {
    if (reason instanceof InvalidInput) throw reason;
    throw broken(file, 'NPY', reason);
  }
}

/** Text arrays (`<U8`, say), four bytes a character; the library overflows its stack on long ones. */
function parseText(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer);
  const long = view.getUint8(6) > 1;
  const dataStart = long ? 12 + view.getUint32(8, true) : 10 + view.getUint16(8, true);
  const header = new TextDecoder('latin1').decode(bytes.subarray(long ? 12 : 10, dataStart));
  const width = Number(/'descr'\s*:\s*'<U(\d+)'/.exec(header)?.[1] ?? 0);
  if (width === 0) return null;
  const shape = (/'shape'\s*:\s*\(([^)]*)\)/.exec(header)?.[1] ?? '')
    .split(',')
    .filter((side) => side.trim() !== '');
  const data: string[] = [];
  for (let at = dataStart; at + 4 * width <= bytes.length; at += 4 * width) {
    let text = '';
    for (let i = 0; i < width; i++) text += String.fromCodePoint(view.getUint32(at + 4 * i, true));
    data.push(text.replace(/\0+$/, ''));
  }
  return { data, shape: shape.map(Number), dtype: 'U', fortranOrder: false };
}
