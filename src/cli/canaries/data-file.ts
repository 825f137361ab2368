import { basename, dirname, extname, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, LimitReached } from '../../io/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { type OpenSource, openSource } from '../input/read-source.ts';
import { spool } from '../input/spool.ts';
import { shareProgress } from '../shell/progress.ts';
import type { DataFormat } from './survey-data.ts';

const FORMATS: { readonly [ending: string]: DataFormat } = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.txt': 'text',
  '.text': 'text',
};

/** The name of a file without the ending that says it is compressed. */
const uncompressed = (path: string) => path.replace(/\.gz$/i, '');

/** What the lines of a data set are, as stated or by the name of its file. */
export function formatOf(path: string, stated?: string): DataFormat {
  if (stated === 'jsonl' || stated === 'text') return stated;
  if (stated !== undefined) throw new InvalidInput(`unknown format: ${quoted(stated)} (one of jsonl, text)`);
  const format = FORMATS[extname(uncompressed(path)).toLowerCase()];
  if (format === undefined)
    throw new InvalidInput(
      `unknown format of ${quotedPath(path)}; must be JSON Lines (.jsonl) or text with a record in each line (.txt), by its name or as stated: jsonl, text`,
      ['format'],
    );
  return format;
}

/** Where the data set with canaries goes unless stated: beside the assignment, under a name of its own. */
export function defaultDataOut(path: string, assignment: string): string {
  const plain = uncompressed(basename(path));
  const ending = extname(plain);
  const zipped = basename(path).slice(plain.length);
  return join(
    dirname(assignment),
    `${plain.slice(0, plain.length - ending.length)}.canaries${ending}${zipped}`,
  );
}

/** A data set that can be gone through several times. */
export interface DataFile {
  readonly name: string;
  /** All of it, unpacked. */
  stream(what: string): AsyncIterable<Uint8Array>;
  /** Refuses a file that changed since it was opened. */
  refuseIfChanged(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a data set, gzipped or not; what comes by a pipe is kept in a temporary file. */
export async function openData(path: string): Promise<DataFile> {
  const opened = await openSource(path, DEFAULT_LIMITS);
  let source: OpenSource = opened;
  try {
    if (opened.once) {
      source = await spool(opened.name, opened.stream(), DEFAULT_LIMITS);
      await opened.close();
    }
    const [first, second] = new Uint8Array(await source.slice(0, 2));
    const zipped = first === 0x1f && second === 0x8b;
    return {
      name: quotedPath(source.name),
      stream: (what) => {
        const bytes = withProgress(source, what);
        return zipped ? unzipped(bytes, source) : bytes;
      },
      refuseIfChanged: () => source.refuseIfChanged(),
      close: () => source.close(),
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function* withProgress(source: OpenSource, what: string): AsyncGenerator<Uint8Array> {
  const progress = shareProgress(what);
  let done = 0;
  for await (const piece of source.stream()) {
    done += piece.length;
    if (done > DEFAULT_LIMITS.bytes) throw new LimitReached(source.name, 'bytes', DEFAULT_LIMITS);
    yield piece;
    progress(done, source.byteLength);
  }
}

/** Unpacks gzip; what breaks off, is damaged or goes on after its end is refused. */
async function* unzipped(
  bytes: AsyncIterable<Uint8Array>,
  { name, byteLength }: OpenSource,
): AsyncGenerator<Uint8Array> {
  const refused = (why: string) => new InvalidInput(`invalid data set ${quotedPath(name)}; gzip: ${why}`);
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  pipeline(Readable.from(bytes), gunzip, () => {});
  let size = 0;
  try {
    for await (const piece of gunzip) {
      size += piece.length;
      if (size > DEFAULT_LIMITS.bytes) throw new LimitReached(name, 'bytes', DEFAULT_LIMITS);
      yield piece;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw refused((error as Error).message);
    throw error;
  }
  if (gunzip.bytesWritten !== byteLength) throw refused('something follows its end');
}

/** The bytes as they go into a file of this name: gzipped where it says so. */
export async function* packedFor(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (uncompressed(path) === path) {
    yield* bytes;
    return;
  }
  const gzip = createGzip({ chunkSize: 1 << 18 });
  pipeline(Readable.from(bytes), gzip, () => {});
  yield* gzip;
}
