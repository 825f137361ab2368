import { inflate } from '../gunzip.ts';
import { collect } from '../stream.ts';
import { unpackFramedLz4, unpackLz4 } from './lz4.ts';
import { unpackSnappy } from './snappy.ts';

/** Parquet's numbers of the ways to compress. */
const [UNCOMPRESSED, SNAPPY, GZIP, , BROTLI, LZ4, ZSTD, LZ4_RAW] = Array(8).keys();

/** Unpacks a page into bytes of its own: exactly as many as its header announces. */
export async function unpack(codec: number, packed: Uint8Array, length: number): Promise<Uint8Array> {
  switch (codec) {
    case UNCOMPRESSED:
      return exactly(length, packed.slice());
    case SNAPPY:
      return unpackSnappy(packed, length);
    case GZIP:
      return exactly(length, await gunzipped(packed, length));
    case LZ4:
      return unpackFramedLz4(packed, length);
    case LZ4_RAW:
      return unpackLz4(packed, length);
    case ZSTD:
      checkZstd(packed, length);
      return exactly(length, (await foreign()).ZSTD?.(packed, length));
    case BROTLI:
      return exactly(length, (await foreign()).BROTLI?.(packed, length));
    default:
      throw new Error(`it is compressed in a way (${codec}) that is not read`);
  }
}

/** Decompressors that are large, and loaded for a file that needs one. */
async function foreign() {
  return (await import('./parquet-codecs.ts')).compressors;
}

function exactly(length: number, bytes: Uint8Array | undefined): Uint8Array {
  if (bytes?.length !== length) throw new Error('a page has two lengths');
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

async function gunzipped(packed: Uint8Array, length: number): Promise<Uint8Array> {
  const stream = inflate('gzip', once(packed), () => new Error('a page is damaged'));
  return collect(stream, (size) => {
    if (size > length) throw new Error('a page has two lengths');
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The most that a block of Zstandard comes to. */
const ZSTD_BLOCK = 1 << 17;

/** Holds the frame's own sizes against the page's: the decompressor believes them. */
function checkZstd(packed: Uint8Array, length: number): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (packed.length < 9 || view.getUint32(0, true) !== 0xfd2fb528) throw new Error('a page is damaged');
  const flags = packed[4];
  const single = (flags >> 5) & 1;
  const sizeBytes = flags >> 6 ? 1 << (flags >> 6) : single;
  const at = 6 - single + [0, 1, 2, 4][flags & 3];
  if (at + sizeBytes > packed.length) throw new Error('a page is damaged');
  let size = 0;
  for (let i = 0; i < sizeBytes; i++) size += packed[at + i] * 2 ** (8 * i);
  if (sizeBytes === 2) size += 256;
  if (sizeBytes > 0 && size !== length) throw new Error('a page has two lengths');
  const window = single ? size : 2 ** (10 + (packed[5] >> 3)) * (1 + (packed[5] & 7) / 8);
  if (window > Math.max(length, 1 << 27)) throw new Error('a page is damaged');
  checkZstdBlocks(packed, at + sizeBytes, length);
}

/** Blocks must not be more, nor come to more, than a page of this length has. */
function checkZstdBlocks(packed: Uint8Array, start: number, length: number): void {
  let [at, blocks, plain] = [start, 0, 0];
  for (let last = 0; last === 0; ) {
    if (at + 3 > packed.length) throw new Error('a page is damaged');
    const head = packed[at] | (packed[at + 1] << 8) | (packed[at + 2] << 16);
    last = head & 1;
    const kind = (head >> 1) & 3;
    const size = head >> 3;
    if (size > ZSTD_BLOCK || ++blocks > 64 + length / 256) throw new Error('a page is damaged');
    if (kind < 2) plain += size;
    if (plain > length) throw new Error('a page has two lengths');
    at += 3 + (kind === 1 ? 1 : size);
  }
}
