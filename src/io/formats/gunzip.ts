import { broken } from '../refuse.ts';
import { joined } from '../stream.ts';
import { crc32 } from './crc32.ts';

/**
 * Decompresses as it reads; a stream that breaks off, goes on after its end, or whose checksum is wrong, is
 * refused.
 */
export async function* gunzip(file: string, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const refuse = (reason: string) => broken(file, 'gzip', reason);
  const engine = await memberEngine();
  if (engine !== null) {
    const end = yield* allBut(MARK.length, inflateBy(engine(), followed(stream, LAST_MEMBER), refuse));
    if (!same(end, MARK)) throw refuse('something follows its end');
  } else yield* inflate('gzip', stream, refuse);
}

/**
 * Node reads one gzip member after the other, but stops without an error where a zero byte follows one. To
 * detect that, a member of our own is appended: its content must come out at the end, where it is removed.
 */
const MARK = new TextEncoder().encode('the end of a gzip file');
const LAST_MEMBER = storedMember(MARK);

/** A gzip file of one member that is not compressed. */
function storedMember(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(10 + 5 + content.length + 8);
  const view = new DataView(bytes.buffer);
  bytes.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1]);
  view.setUint16(11, content.length, true);
  view.setUint16(13, ~content.length, true);
  bytes.set(content, 15);
  view.setUint32(15 + content.length, crc32(content), true);
  view.setUint32(19 + content.length, content.length, true);
  return bytes;
}

interface Engine {
  readonly writable: WritableStream<BufferSource>;
  readonly readable: ReadableStream<Uint8Array>;
}

let memberEngineFound: Promise<(() => Engine) | null> | undefined;

/**
 * What reads one gzip member after the other: the stream of Node 20 and 22; from Node 24 on that refuses
 * whatever follows the first member, as browsers do, and Node's older decompressor is asked. Null in a
 * browser.
 */
function memberEngine(): Promise<(() => Engine) | null> {
  memberEngineFound ??= (async () => {
    const standard = () => new DecompressionStream('gzip') as Engine;
    const engines = [standard, nodeEngine()].filter((engine) => engine !== null);
    for (const engine of engines) if (await readsMembers(engine())) return engine;
    return null;
  })();
  return memberEngineFound;
}

/** The decompressor of Node, which is asked for without an import that a browser would stumble over. */
function nodeEngine(): (() => Engine) | null {
  const builtIn = globalThis.process?.getBuiltinModule;
  if (builtIn === undefined) return null;
  const [{ createGunzip }, { Duplex }] = [builtIn('node:zlib'), builtIn('node:stream')];
  return () => Duplex.toWeb(createGunzip()) as unknown as Engine;
}

async function readsMembers(engine: Engine): Promise<boolean> {
  const twice = inflateBy(engine, followed([LAST_MEMBER], LAST_MEMBER), () => new Error('it does not'));
  try {
    for await (const _ of twice);
    return true;
  } catch {
    return false;
  }
}

async function* followed(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  last: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield* stream;
  yield last;
}

/** Yields all but the last `count` bytes, and returns those. */
async function* allBut(
  count: number,
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, Uint8Array> {
  let held: Uint8Array = new Uint8Array(0);
  for await (const bytes of stream) {
    const all = joined([held, bytes]);
    const end = Math.max(0, all.length - count);
    held = all.slice(end);
    if (end > 0) yield all.subarray(0, end);
  }
  return held;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Runs something after the tasks that are already queued. */
const afterwards: (run: (value: unknown) => void) => unknown = globalThis.setImmediate ?? setTimeout;

/** Decompresses one stream; `refuse` makes the error for what cannot be decompressed. */
export function inflate(
  format: 'gzip' | 'deflate-raw',
  stream: AsyncIterable<Uint8Array>,
  refuse: (reason: string) => Error,
): AsyncGenerator<Uint8Array> {
  return inflateBy(new DecompressionStream(format) as Engine, stream, refuse);
}

async function* inflateBy(
  engine: Engine,
  stream: AsyncIterable<Uint8Array>,
  refuse: (reason: string) => Error,
): AsyncGenerator<Uint8Array> {
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
      // Where the decompressor itself failed, the reader gets that error.
      await writer.abort(reason).catch(() => {});
    } finally {
      await pieces.return?.();
    }
  };
  const pumping = pump();
  let left = true;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    left = false;
  } catch {
    left = false;
    // The message of the engine is not used: every engine has another.
    throw failure ? (failure as { reason: unknown }).reason : refuse('it breaks off, or a checksum is wrong');
  } finally {
    if (left) {
      // Closing at once would make Node throw an error that nobody can catch, from the read that is still
      // under way.
      await new Promise((resolve) => afterwards(resolve));
      await reader.cancel().catch(() => {});
    }
    await pumping;
  }
}
