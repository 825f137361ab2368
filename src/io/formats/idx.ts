import { InvalidInput } from '../../errors.ts';
import { checkLimit, DEFAULT_LIMITS, type Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import { collect, peek } from '../stream.ts';
import { gunzip } from './gunzip.ts';

/** Bytes of an IDX file (the form of MNIST): how many items, and how many bytes each. */
export interface IdxBytes {
  readonly count: number;
  readonly width: number;
  readonly bytes: Uint8Array;
}

/** Reads an IDX file of unsigned bytes, plain or gzipped. */
export async function idxBytesFrom(source: ByteSource, limits: Limits = DEFAULT_LIMITS): Promise<IdxBytes> {
  const { name } = source;
  const { head, stream } = await peek(source.stream(), 2);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const all = await collect(isPacked ? gunzip(name, stream) : stream, (size) => {
    checkLimit(name, limits, 'bytes', size);
    // In memory twice: in pieces, and joined.
    checkLimit(name, limits, 'memory', 2 * size);
  });
  return parseIdx(name, all);
}

/** Two zeros, the type 8, the number of dimensions, their sizes, the bytes. */
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
