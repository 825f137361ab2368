import { InvalidInput } from '../../errors.ts';
import { LimitReached } from '../limits.ts';
import { type ByteSource, bytesSource } from '../source.ts';
import type { SourceReading } from '../source-reading.ts';
import { collect, type Peeked, peek } from '../stream.ts';
import { gunzip } from './gunzip.ts';

/** A source whose format is known, with gzip taken off. */
export type Opened =
  | { readonly format: 'parquet' | 'npz'; readonly source: ByteSource }
  | { readonly format: 'npy'; readonly stream: AsyncIterable<Uint8Array> }
  | { readonly format: 'json-lines'; readonly stream: AsyncIterable<Uint8Array> }
  | { readonly format: 'json'; readonly bytes: Uint8Array }
  | { readonly format: 'csv'; readonly stream: AsyncIterable<Uint8Array>; readonly tabs: boolean };

const HEAD = 4096;
/** A JSON list is held whole: about so many bytes for each of its own. */
const TEXT_MEMORY = 8;

/**
 * How a ZIP archive begins: with a file, with its end where it is empty, or as one of several parts. PK alone
 * is not enough, since a column of a text table may be called PK.
 */
const ZIP_BEGINNINGS = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
  [0x50, 0x4b, 7, 8],
];

/** Tells the format by the first bytes; the file's name decides only where those fit several formats. */
export async function open(reading: SourceReading): Promise<Opened> {
  const file = reading.source.name;
  let inner = file;
  let peeked = await peek(reading.stream(), HEAD);
  let depth = 0;
  while (begins(peeked.head, [0x1f, 0x8b])) {
    if (++depth > reading.limits.gzip) {
      await peeked.close();
      throw new LimitReached(file, 'gzip', reading.limits);
    }
    inner = inner.replace(/\.gz$/i, '');
    peeked = await peek(bounded(gunzip(file, peeked.stream), reading), HEAD);
  }
  const { head, stream } = peeked;
  if (begins(head, [0x50, 0x41, 0x52, 0x31]))
    return { format: 'parquet', source: await sliceable(reading, peeked, depth > 0) };
  if (begins(head, [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59])) return { format: 'npy', stream };
  if (ZIP_BEGINNINGS.some((magic) => begins(head, magic)))
    return { format: 'npz', source: await sliceable(reading, peeked, depth > 0) };
  const refusal = notText(file, inner, head);
  if (refusal) {
    await peeked.close();
    throw refusal;
  }
  const marked = begins(head, BYTE_ORDER_MARK);
  const text = marked ? skip(stream, BYTE_ORDER_MARK.length) : stream;
  if (firstVisible(head) === 0x7b) return { format: 'json-lines', stream: text };
  if (firstVisible(head) === 0x5b)
    return {
      format: 'json',
      bytes: await collect(text, (length) => reading.checkMemory(TEXT_MEMORY * length)),
    };
  return { format: 'csv', stream: text, tabs: /\.(tsv|tab)$/i.test(inner) };
}

/**
 * A source that can be sliced, for formats whose end must be read first: the source itself, or a copy of its
 * bytes.
 */
async function sliceable(
  reading: SourceReading,
  { stream, close }: Peeked,
  packed: boolean,
): Promise<ByteSource> {
  const { source, platform, limits } = reading;
  if (!packed && source.once !== true) {
    await close();
    return source;
  }
  if (platform.spool) return platform.spool(source.name, stream, limits);
  return bytesSource(source.name, await collect(stream, (length) => reading.checkMemory(length)));
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Why these bytes cannot begin a table in text, or null where they can. */
function notText(file: string, inner: string, head: Uint8Array): InvalidInput | null {
  if (head.every((byte) => byte <= 0x20 && byte > 0)) return new InvalidInput(`empty file: ${file}`);
  const promised = /\.(parquet|npz|npy|gz)$/i.exec(inner)?.[1].toLowerCase();
  if (promised !== undefined)
    return new InvalidInput(`invalid file ${file}; its name says ${promised}, its first bytes do not`);
  // Text has none of the control characters except tab, line feed, form feed and carriage return. A zero byte
  // behind the first line is left to the reader, which knows its row and column.
  const line = head.indexOf(0x0a);
  const allowed = (byte: number, at: number) => byte === 0 && line >= 0 && at > line;
  if (
    head.some(
      (byte, at) => (byte < 0x09 && !allowed(byte, at)) || byte === 0x0b || (byte > 0x0d && byte < 0x20),
    )
  )
    return new InvalidInput(
      `invalid file ${file}; must be CSV, TSV or JSON Lines in UTF-8, NPY, NPZ or Parquet, or gzip of these`,
    );
  return null;
}

function firstVisible(head: Uint8Array): number | undefined {
  return head
    .subarray(begins(head, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0)
    .find((byte) => byte > 0x20);
}

function begins(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

async function* skip(stream: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const bytes of stream) {
    yield bytes.subarray(left);
    left = Math.max(0, left - bytes.length);
  }
}

/** The same stream; throws once it has grown beyond the limits. */
async function* bounded(
  stream: AsyncIterable<Uint8Array>,
  reading: SourceReading,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const bytes of stream) {
    size += bytes.length;
    reading.checkInflated(size);
    yield bytes;
  }
}
