import { decompressBrotli } from 'hyparquet-compressors';
import { BrotliOutput } from 'hyparquet-compressors/src/brotli.streams.js';

export { decompressZstd } from 'hyparquet-compressors';

/**
 * The page that is being unpacked: the length that it announces, and its output once something was written.
 */
let page: { readonly length: number; output: BrotliOutput | null } | null = null;

// Where a page is longer than announced, the decompressor would allocate more and more.
const { write } = BrotliOutput.prototype;
BrotliOutput.prototype.write = function (bytes, count) {
  if (page !== null) {
    if (this.buffer.length !== page.length) throw new Error('a page has two lengths');
    page.output = this;
  }
  return write.call(this, bytes, count);
};

/** Unpacks Brotli into exactly `length` bytes. */
export function unpackBrotli(packed: Uint8Array, length: number): Uint8Array {
  page = { length, output: null };
  try {
    const bytes = decompressBrotli(packed, length);
    if (page.output?.pos !== length) throw new Error('a page has two lengths');
    return bytes;
  } finally {
    page = null;
  }
}
