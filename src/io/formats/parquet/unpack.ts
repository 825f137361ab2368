import { collect } from '../../stream.ts';
import { inflate } from '../gunzip.ts';
import { unpackFramedLz4, unpackLz4 } from './lz4.ts';
import { unpackSnappy } from './snappy.ts';
import { unpackZstd } from './zstd.ts';

/** Parquet's numbers of the ways to compress. */
const [UNCOMPRESSED, SNAPPY, GZIP, , BROTLI, LZ4, ZSTD, LZ4_RAW] = Array(8).keys();

/** The fixed cost of a page, as the number of bytes that are unpacked in the same time. */
const PAGE_COST = 1 << 11;
/** The same for a decompressor that builds tables or a stream. */
const STREAM_COST = 1 << 14;
const TABLES_COST = 1 << 18;

/** The least cost of a page with this codec, in bytes that could be unpacked in the same time. */
export function leastCost(codec: number): number {
  if (codec === BROTLI) return TABLES_COST;
  return codec === GZIP ? STREAM_COST : PAGE_COST;
}

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
      return unpackZstd(packed, length, (await foreign()).decompressZstd);
    case BROTLI:
      return (await foreign()).unpackBrotli(packed, length);
    default:
      throw new Error(`it is compressed in a way (${codec}) that is not read`);
  }
}

/** Decompressors that are large, and loaded for a file that needs one. */
async function foreign() {
  return import('./parquet-codecs.ts');
}

function exactly(length: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length !== length) throw new Error('a page has two lengths');
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
