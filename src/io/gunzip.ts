import { broken } from './refuse.ts';

/** Decompresses as it reads; a stream that breaks off, or whose checksum is wrong, is refused. */
export async function* gunzip(file: string, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflate = new DecompressionStream('gzip');
  const writer = inflate.writable.getWriter();
  const reader = inflate.readable.getReader();
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
    throw failure
      ? (failure as { reason: unknown }).reason
      : broken(file, 'gzip', 'it breaks off, or a checksum is wrong');
  } finally {
    await reader.cancel().catch(() => {});
    await pumping;
  }
}
