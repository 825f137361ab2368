import { broken } from '../refuse.ts';

/** Runs something after the tasks that are already queued. */
const afterwards: (run: (value: unknown) => void) => unknown = globalThis.setImmediate ?? setTimeout;

/** Decompresses as it reads. The engine checks length and checksum; what it says of an error differs. */
export async function* gunzip(file: string, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]();
  // The source's own failure (a disk, say) is not the file's fault and is passed on as it is.
  let failure: { readonly reason: unknown } | null = null;
  const packed = new ReadableStream<BufferSource>({
    async pull(to) {
      try {
        const { done, value } = await pieces.next();
        if (done) to.close();
        else to.enqueue(value as Uint8Array<ArrayBuffer>);
      } catch (reason) {
        failure = { reason };
        to.error(reason);
      }
    },
    async cancel() {
      await pieces.return?.();
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  let open = true;
  const next = () =>
    reader.read().catch(() => {
      open = false;
      throw failure === null
        ? broken(file, 'gzip', 'it breaks off, a checksum is wrong, or something follows its end')
        : (failure as { reason: unknown }).reason;
    });
  try {
    for (let read = await next(); !read.done; read = await next()) yield read.value;
    open = false;
  } finally {
    if (open) {
      // Closing at once would make Node throw an error that nobody can catch, from the read under way.
      await new Promise((resolve) => afterwards(resolve));
      await reader.cancel().catch(() => {});
    }
  }
}
