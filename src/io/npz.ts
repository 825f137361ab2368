import { unzipSync } from 'fflate';
import { InvalidInput } from '../errors.ts';
import { type NumpyArray, parseNpy } from './npy.ts';
import { broken, missingColumn } from './refuse.ts';
import type { Start } from './table.ts';

/** One column of values in an array: every `stride`-th from `offset` on. */
interface Strip {
  readonly name: string;
  readonly array: NumpyArray | InvalidInput;
  readonly offset: number;
  readonly stride: number;
  readonly length: number;
}

/** An archive of numpy arrays. An array of m x k counts as k columns named after it: scores_0, scores_1, ... */
export function readNpz(file: string, bytes: Uint8Array, start: Start): number {
  const strips = entries(file, bytes).flatMap(([name, content]) => stripsOf(file, name, content));
  if (strips.length === 0) throw missingColumn(file, 'scores', []);
  const used = start(strips.map(({ name }) => name)).map(({ position, column }) => {
    const { array, ...strip } = strips[position];
    if (array instanceof InvalidInput) throw array;
    return { ...strip, data: array.data, column };
  });
  const { name, length } = used[0];
  for (const other of used)
    if (other.length !== length)
      throw new InvalidInput(
        `invalid array '${other.name}' in ${file}; must have as many rows as '${name}' (${length}): ${other.length}`,
      );
  for (let row = 0; row < length; row++)
    for (const { data, offset, stride, column } of used) column.fromValue(data[offset + row * stride]);
  return length;
}

function entries(file: string, bytes: Uint8Array): [string, Uint8Array][] {
  try {
    const archive = unzipSync(bytes, { filter: ({ name }) => name.endsWith('.npy') });
    return Object.entries(archive).map(([name, content]) => [name.slice(0, -'.npy'.length), content]);
  } catch (reason) {
    throw broken(file, 'NPZ', reason);
  }
}

/** An array that cannot be read is an error only once somebody asks for it. */
function stripsOf(file: string, name: string, content: Uint8Array): Strip[] {
  let array: NumpyArray;
  try {
    array = parseNpy(`${file} (array '${name}')`, content);
  } catch (error) {
    if (error instanceof InvalidInput) return [{ name, array: error, offset: 0, stride: 1, length: 0 }];
    throw error;
  }
  const [length, width = 1] = array.shape;
  if (array.shape.length === 0 || array.shape.length > 2) {
    const problem = new InvalidInput(
      `invalid array '${name}' in ${file}; must have one or two dimensions: ${array.shape.length}`,
    );
    return [{ name, array: problem, offset: 0, stride: 1, length: 0 }];
  }
  if (width === 1) return [{ name, array, offset: 0, stride: 1, length }];
  return Array.from({ length: width }, (_, i) => ({
    name: `${name}_${i}`,
    array,
    offset: array.fortranOrder ? i * length : i,
    stride: array.fortranOrder ? 1 : width,
    length,
  }));
}
