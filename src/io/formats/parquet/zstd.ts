import { xxh64Low } from './xxh64.ts';

/** Unpacks into `output`, as far as that reaches. */
type Decompress = (frame: Uint8Array, output: Uint8Array) => Uint8Array;

/** Unpacks one frame of Zstandard, which must be all of `packed`, into exactly `length` bytes. */
export function unpackZstd(packed: Uint8Array, length: number, decompress: Decompress): Uint8Array {
  const { lastBlock, end, checksum } = checkFrame(packed, length);
  // The decompressor does not say how much it wrote. The place at which an appended, empty block is written
  // does.
  const frame = new Uint8Array(end + 3);
  frame.set(packed.subarray(0, end));
  frame[lastBlock] &= ~1;
  frame[end] = 1;
  const output = new Uint8Array(length);
  let last = -1;
  output.set = (bytes: ArrayLike<number>, at = 0) => {
    last = at;
    Uint8Array.prototype.set.call(output, bytes, at);
  };
  // It compares its output with 1, for which all of it would be written out as a text.
  Object.defineProperty(output, Symbol.toPrimitive, { value: () => 0 });
  decompress(frame, output);
  if (last !== length) throw new Error('a page has two lengths');
  const bytes = new Uint8Array(output.buffer);
  if (checksum !== null && xxh64Low(bytes) !== checksum)
    throw new Error('a page has another checksum than announced');
  return bytes;
}

interface Frame {
  /** Where the last block begins. */
  readonly lastBlock: number;
  /** Where it ends. */
  readonly end: number;
  readonly checksum: number | null;
}

/** Checks the sizes that a frame states against the page's: the decompressor relies on them. */
function checkFrame(packed: Uint8Array, length: number): Frame {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (packed.length < 9 || view.getUint32(0, true) !== 0xfd2fb528) throw new Error('a page is damaged');
  const flags = packed[4];
  // Frames that need a dictionary have its number here; Parquet has no place for it.
  if ((flags & 3) !== 0) throw new Error('a page is damaged');
  const single = (flags >> 5) & 1;
  const sizeBytes = flags >> 6 ? 1 << (flags >> 6) : single;
  const at = 6 - single;
  if (at + sizeBytes > packed.length) throw new Error('a page is damaged');
  let size = 0;
  for (let i = 0; i < sizeBytes; i++) size += packed[at + i] * 2 ** (8 * i);
  if (sizeBytes === 2) size += 256;
  if (sizeBytes > 0 && size !== length) throw new Error('a page has two lengths');
  const { lastBlock, end } = checkBlocks(packed, at + sizeBytes, length);
  const summed = (flags & 4) !== 0;
  if (end + (summed ? 4 : 0) !== packed.length) throw new Error('a page has two lengths');
  return { lastBlock, end, checksum: summed ? view.getUint32(end, true) : null };
}

/** The most that a block comes to. */
const BLOCK = 1 << 17;

/** Refuses more blocks, or more bytes in blocks, than a page of this length has. */
function checkBlocks(packed: Uint8Array, start: number, length: number): Omit<Frame, 'checksum'> {
  let [at, blocks, plain] = [start, 0, 0];
  for (;;) {
    if (at + 3 > packed.length) throw new Error('a page is damaged');
    const head = packed[at] | (packed[at + 1] << 8) | (packed[at + 2] << 16);
    const kind = (head >> 1) & 3;
    const size = head >> 3;
    if (size > BLOCK || ++blocks > 64 + length / 256) throw new Error('a page is damaged');
    if (kind < 2) plain += size;
    if (plain > length) throw new Error('a page has two lengths');
    const end = at + 3 + (kind === 1 ? 1 : size);
    if (end > packed.length) throw new Error('a page is damaged');
    if ((head & 1) === 1) return { lastBlock: at, end };
    at = end;
  }
}
