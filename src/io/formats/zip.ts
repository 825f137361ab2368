import { type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { broken } from '../refuse.ts';
import type { ByteSource } from '../source.ts';

/** Sums are checked only where that is asked for; threads would cost more than they save. */
const OPTIONS = { checkCrc32: true, useWebWorkers: false };

/** A source as the package asks for its bytes. */
class SourceReader extends Reader<ByteSource> {
  private readonly source: ByteSource;

  constructor(source: ByteSource) {
    super(source);
    this.source = source;
    this.size = source.byteLength;
  }

  override async readUint8Array(start: number, length: number): Promise<Uint8Array> {
    return new Uint8Array(await this.source.slice(start, Math.min(start + length, this.size)));
  }
}

/** The files of an archive whose names end so. */
export async function zipEntries(source: ByteSource, ending: string): Promise<FileEntry[]> {
  try {
    const entries = await new ZipReader(new SourceReader(source)).getEntries();
    const files = entries.filter((entry) => !entry.directory && entry.filename.endsWith(ending));
    for (const entry of entries) await checkName(source, entry as FileEntry);
    return files as FileEntry[];
  } catch (error) {
    throw broken(source.name, 'NPZ', error);
  }
}

/** Behind these bytes of its own header stands a file's name. */
const HEADER = 30;

/** A name is under no sum, but stands twice: one that was altered would leave out an array without a word. */
async function checkName(source: ByteSource, { offset, filename, rawFilename }: FileEntry): Promise<void> {
  const from = offset + HEADER;
  const own = new Uint8Array(
    await source.slice(from, Math.min(from + rawFilename.length, source.byteLength)),
  );
  if (own.length < rawFilename.length || own.some((byte, i) => byte !== rawFilename[i]))
    throw new Error(`'${filename}' has another name in the archive's list`);
}

/** The bytes of a file in an archive, unpacked. A reader that stops early checks no sum. */
export async function* zipStream(file: string, entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const ended = new AbortController();
  const unpacking = entry.getData(writable, { ...OPTIONS, signal: ended.signal });
  const damaged = unpacking.then(
    () => null,
    (error: unknown) => {
      // What is refused before its first byte leaves the stream open.
      writable.abort(error).catch(() => {});
      // A reader that stops early leaves no reason.
      return broken(
        file,
        'NPZ',
        `'${entry.filename}': ${error instanceof Error ? error.message : 'not read'}`,
      );
    },
  );
  const reader = readable.getReader();
  const next = () =>
    reader.read().catch(async (error: unknown) => {
      throw (await damaged) ?? error;
    });
  let open = true;
  try {
    for (let read = await next(); !read.done; read = await next()) yield read.value;
    open = false;
  } finally {
    if (open) {
      ended.abort();
      await reader.cancel().catch(() => {});
    }
    await damaged;
  }
  const refusal = await damaged;
  if (refusal !== null) throw refusal;
}
