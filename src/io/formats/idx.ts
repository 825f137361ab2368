import { InvalidInput } from '../../errors.ts';
import { checkExpansion, DEFAULT_LIMITS, type Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
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
  let read = 0;
  async function* counted() {
    for await (const bytes of source.stream()) {
      read += bytes.length;
      yield bytes;
    }
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of await unpacked(name, counted())) {
    size += bytes.length;
    checkExpansion(name, limits, 'bytes', size, read);
    // In memory twice: in pieces, and joined.
    checkExpansion(name, limits, 'memory', 2 * size, read);
    pieces.push(bytes);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const bytes of pieces) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return parseIdx(name, all);
}

/** The bytes, decompressed where they are gzipped. */
async function unpacked(
  name: string,
  stream: AsyncGenerator<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const { value: first, done } = await stream.next();
  async function* whole() {
    if (!done) yield first;
    yield* stream;
  }
  return first?.[0] === 0x1f && first[1] === 0x8b ? gunzip(name, whole()) : whole();
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
