import { InvalidInput } from '../errors.ts';
import { gunzip } from './gunzip.ts';
import { type ByteSource, bytesSource } from './source.ts';
import { collect, peek } from './stream.ts';

/** A source whose format is known, with gzip taken off. */
export type Opened =
  | { readonly format: 'parquet'; readonly source: ByteSource }
  | { readonly format: 'npy' | 'npz'; readonly bytes: Uint8Array }
  | { readonly format: 'json-lines'; readonly stream: AsyncIterable<Uint8Array> }
  | { readonly format: 'csv'; readonly stream: AsyncIterable<Uint8Array>; readonly tabs: boolean };

const HEAD = 4096;

/** Tells the format by the first bytes; the name only has a say where those could be anything. */
export async function open(source: ByteSource, report: (done: number) => void): Promise<Opened> {
  const file = source.name;
  let inner = file;
  let peeked = await peek(counted(source.stream(), report), HEAD);
  let packed = false;
  while (begins(peeked.head, [0x1f, 0x8b])) {
    packed = true;
    inner = inner.replace(/\.gz$/i, '');
    peeked = await peek(gunzip(file, peeked.stream), HEAD);
  }
  const { head, stream } = peeked;
  if (begins(head, [0x50, 0x41, 0x52, 0x31])) {
    if (packed) return { format: 'parquet', source: bytesSource(file, await collect(stream)) };
    await peeked.close();
    return { format: 'parquet', source };
  }
  if (begins(head, [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]))
    return { format: 'npy', bytes: await collect(stream) };
  if (begins(head, [0x50, 0x4b])) return { format: 'npz', bytes: await collect(stream) };
  const refusal = notText(file, inner, head);
  if (refusal) {
    await peeked.close();
    throw refusal;
  }
  const marked = begins(head, BYTE_ORDER_MARK);
  const text = marked ? skip(stream, BYTE_ORDER_MARK.length) : stream;
  if (firstVisible(head) === 0x7b) return { format: 'json-lines', stream: text };
  return { format: 'csv', stream: text, tabs: /\.(tsv|tab)$/i.test(inner) };
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Why these bytes cannot begin a table in text, or null where they can. */
function notText(file: string, inner: string, head: Uint8Array): InvalidInput | null {
  if (head.every((byte) => byte <= 0x20 && byte > 0)) return new InvalidInput(`empty file: ${file}`);
  const promised = /\.(parquet|npz|npy|gz)$/i.exec(inner)?.[1].toLowerCase();
  if (promised !== undefined)
    return new InvalidInput(`invalid file ${file}; its name says ${promised}, its first bytes do not`);
  // Text has none of the control characters except tab, line feed, form feed and carriage return.
  if (head.some((byte) => byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20)))
    return new InvalidInput(
      `invalid file ${file}; must be CSV, TSV or JSON Lines in UTF-8, NPY, NPZ or Parquet, or gzip of these`,
    );
  if (firstVisible(head) === 0x5b)
    return new InvalidInput(`invalid file ${file}; JSON must come as one object per line, not as an array`);
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

async function* counted(
  stream: AsyncIterable<Uint8Array>,
  report: (done: number) => void,
): AsyncGenerator<Uint8Array> {
  let done = 0;
  for await (const bytes of stream) {
    yield bytes;
    done += bytes.length;
    report(done);
  }
}
