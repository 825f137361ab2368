import { crc32, joinedCrc32 } from './crc32.ts';
import { broken } from './refuse.ts';

/** Decompresses as it reads; a stream that breaks off, goes on after its end, or whose checksum is wrong, is refused. */
export async function* gunzip(file: string, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const members = new Members();
  let [size, crc] = [0, 0];
  for await (const bytes of inflate('gzip', members.watch(stream), (reason) =>
    broken(file, 'gzip', reason),
  )) {
    size += bytes.length;
    crc = crc32(bytes, crc);
    yield bytes;
  }
  // Some engines leave unread what follows a member and begins with a zero.
  if (!members.announce(size, crc)) throw broken(file, 'gzip', 'something follows its end');
}

/** A member's header has ten bytes; the one before ends in a checksum and a length of four bytes each. */
const HEADER = 10;
const TRAILER = 8;

/** What the members of a gzip file say they come to: one ends where the next begins, the last at the end. */
class Members {
  private tail: Uint8Array = new Uint8Array(0);
  private size = 0;
  private crc = 0;

  async *watch(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of stream) {
      this.see(bytes);
      yield bytes;
    }
  }

  private see(bytes: Uint8Array): void {
    // A header that lies across two pieces, and what is before it, are seen whole with the second.
    const all = new Uint8Array(this.tail.length + bytes.length);
    all.set(this.tail);
    all.set(bytes, this.tail.length);
    const last = all.length - HEADER;
    for (let at = all.indexOf(0x1f, TRAILER); at >= 0 && at <= last; at = all.indexOf(0x1f, at + 1))
      if (isHeader(all, at)) this.add(all, at);
    this.tail = all.slice(Math.max(0, all.length - (TRAILER + HEADER - 1)));
  }

  /** Takes a member that ends at `end` to those before. */
  private add(bytes: Uint8Array, end: number): void {
    const [crc, size] = trailer(bytes, end);
    this.size += size;
    this.crc = joinedCrc32(this.crc, crc, size);
  }

  /** Whether this is what they say: the last alone, where the headers are data of its own, or all of them. */
  announce(size: number, crc: number): boolean {
    const [lastCrc, lastSize] = trailer(this.tail, this.tail.length);
    if (crc === lastCrc && size % 2 ** 32 === lastSize) return true;
    this.add(this.tail, this.tail.length);
    return crc === this.crc && size % 2 ** 32 === this.size % 2 ** 32;
  }
}

/** Every member begins like this; the chance of it within other data is 1 to 10^11 for each byte. */
function isHeader(bytes: Uint8Array, at: number): boolean {
  const [, second, method, flags] = bytes.subarray(at, at + 4);
  const [level, system] = bytes.subarray(at + 8, at + 10);
  return (
    second === 0x8b &&
    method === 8 &&
    flags < 32 &&
    (level === 0 || level === 2 || level === 4) &&
    (system <= 13 || system === 255)
  );
}

/** Checksum and length in the eight bytes before `end`. */
function trailer(bytes: Uint8Array, end: number): [number, number] {
  if (end < TRAILER) return [0, 0];
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(end - 8, true), view.getUint32(end - 4, true)];
}

/** Decompresses one stream; `refuse` makes the error for what cannot be decompressed. */
export async function* inflate(
  format: 'gzip' | 'deflate-raw',
  stream: AsyncIterable<Uint8Array>,
  refuse: (reason: string) => Error,
): AsyncGenerator<Uint8Array> {
  const engine = new DecompressionStream(format);
  const writer = engine.writable.getWriter();
  const reader = engine.readable.getReader();
  // The source's own failure (a disk, say) is not the file's fault and is passed on as it is.
  let failure: { readonly reason: unknown } | null = null;
  const pump = async () => {
    const pieces = stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await pieces.next().catch((reason: unknown) => {
          failure = { reason };
          throw reason;
        });
        if (next.done) break;
        await writer.write(next.value as Uint8Array<ArrayBuffer>);
      }
      await writer.close();
    } catch (reason) {
      // Where it was the decompressor that failed, it tells the reader by itself.
      await writer.abort(reason).catch(() => {});
    } finally {
      await pieces.return?.();
    }
  };
  const pumping = pump();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
  } catch {
    // Every engine says it in words of its own.
    throw failure ? (failure as { reason: unknown }).reason : refuse('it breaks off, or a checksum is wrong');
  } finally {
    await reader.cancel().catch(() => {});
    await pumping;
  }
}
