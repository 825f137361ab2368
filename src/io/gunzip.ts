import { broken } from './refuse.ts';

/** Decompresses as it reads; a stream that breaks off, goes on after its end, or whose checksum is wrong, is refused. */
export function gunzip(file: string, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const refuse = (reason: string) => broken(file, 'gzip', reason);
  return inflate('gzip', stream, refuse);
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
  const pieces = stream[Symbol.asyncIterator]();
  // The source's own failure (a disk, say) is not the file's fault and is passed on as it is.
  let failure: { readonly reason: unknown } | null = null;
  let given = false;
  const pump = async () => {
    try {
      for (;;) {
        const next = await pieces.next().catch((reason: unknown) => {
          failure = { reason };
          throw reason;
        });
        if (next.done) break;
        if (next.value.length > 0) await writer.write(next.value as Uint8Array<ArrayBuffer>);
      }
      given = true;
      await writer.close();
    } catch (reason) {
      // Where it was the decompressor that failed, it tells the reader by itself.
      await writer.abort(reason).catch(() => {});
    }
  };
  const pumping = pump();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    ended = true;
  } catch {
    // Every engine says it in words of its own.
    throw failure ? (failure as { reason: unknown }).reason : refuse('it breaks off, or a checksum is wrong');
  } finally {
    await reader.cancel().catch(() => {});
    // An engine that has reached the end of its data leaves the rest unread and never answers for it.
    if (!ended || given) await pumping;
    await pieces.return?.();
  }
  if (!given) throw refuse('something follows its end');
}
