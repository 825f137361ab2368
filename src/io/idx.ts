import { InvalidInput } from '../errors.ts';

/** Bytes of an IDX file (the form of MNIST): how many items, and how many bytes each. */
interface IdxBytes {
  readonly count: number;
  readonly width: number;
  readonly bytes: Uint8Array;
}

/** Reads an IDX file of unsigned bytes: two zeros, the type 8, the number of dimensions, their sizes, the bytes. */
export function parseIdx(name: string, file: Uint8Array): IdxBytes {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 4 || view.getUint16(0) !== 0)
    throw new InvalidInput(`invalid file ${name}; not an IDX file, which starts with two zero bytes`);
  if (file[2] !== 8)
    throw new InvalidInput(`invalid file ${name}; must hold unsigned bytes (type 8): type ${file[2]}`);
  const dimensions = file[3];
  const start = 4 + 4 * dimensions;
  if (dimensions < 1 || file.length < start) throw new InvalidInput(`invalid file ${name}; cut off`);
  const sizes = Array.from({ length: dimensions }, (_, i) => view.getUint32(4 + 4 * i));
  const width = sizes.slice(1).reduce((a, b) => a * b, 1);
  const bytes = file.subarray(start);
  if (bytes.length !== sizes[0] * width)
    throw new InvalidInput(
      `invalid file ${name}; must hold ${sizes.join(' x ')} = ${sizes[0] * width} bytes of data: ${bytes.length}`,
    );
  return { count: sizes[0], width, bytes };
}
