import { InvalidInput } from '../errors.ts';
import { crc32 } from './crc32.ts';
import { inflate } from './gunzip.ts';
import { broken } from './refuse.ts';
import type { ByteSource } from './source.ts';

/** One file in an archive, as the directory at its end describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly packedSize: number;
  readonly crc: number;
  readonly method: number;
  readonly flags: number;
  /** Where its own header begins. */
  readonly at: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** The end record and the longest comment that may follow it. */
const TAIL = 22 + 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** Encrypted in one of three ways. */
const ENCRYPTED = 0x2041;

/** The archive's directory; what does not fit into the file is refused. */
export async function zipEntries(source: ByteSource): Promise<ZipEntry[]> {
  const { name: file } = source;
  const { count, at, size } = await findDirectory(source);
  const bytes = new Uint8Array(await source.slice(at, at + size));
  const view = new DataView(bytes.buffer);
  const entries: ZipEntry[] = [];
  let next = 0;
  while (next < size) {
    if (next + 46 > size || view.getUint32(next, true) !== ENTRY)
      throw refuse(file, 'its directory is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) =>
      view.getUint16(next + at, true),
    );
    const nameEnd = next + 46 + nameLength;
    const end = nameEnd + extraLength + commentLength;
    if (end > size) throw refuse(file, 'its directory is damaged');
    const sizes = wideSizes(file, view, next, nameEnd, nameEnd + extraLength);
    const entry = {
      name: new TextDecoder().decode(bytes.subarray(next + 46, nameEnd)),
      flags: view.getUint16(next + 8, true),
      method: view.getUint16(next + 10, true),
      crc: view.getUint32(next + 16, true),
      ...sizes,
    };
    if (entry.at + 30 + entry.packedSize > at) throw refuse(file, `'${entry.name}' goes beyond its end`);
    entries.push(entry);
    next = end;
  }
  if (entries.length !== count) throw refuse(file, `${count} entries announced, ${entries.length} there`);
  checkApart(file, entries);
  return entries;
}

function refuse(file: string, reason: string): InvalidInput {
  return broken(file, 'NPZ', reason);
}

async function findDirectory(source: ByteSource): Promise<{ count: number; at: number; size: number }> {
  const { name: file, byteLength } = source;
  const tailStart = Math.max(0, byteLength - TAIL);
  const view = new DataView(await source.slice(tailStart, byteLength));
  let end = view.byteLength - 22;
  while (
    end >= 0 &&
    (view.getUint32(end, true) !== END || end + 22 + view.getUint16(end + 20, true) !== view.byteLength)
  )
    end--;
  if (end < 0) throw refuse(file, 'its directory is missing');
  const disks = view.getUint32(end + 4, true);
  let found = {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    at: view.getUint32(end + 16, true),
  };
  let limit = tailStart + end;
  const wide = found.count === 0xffff || found.size === 0xffffffff || found.at === 0xffffffff;
  if (wide && end >= 20 && view.getUint32(end - 20, true) === LOCATOR_64) {
    limit = whole(file, view, end - 12);
    if (limit + 56 > tailStart + end - 20) throw refuse(file, 'its directory is damaged');
    const record = new DataView(await source.slice(limit, limit + 56));
    if (record.getUint32(0, true) !== END_64) throw refuse(file, 'its directory is damaged');
    found = { count: whole(file, record, 32), size: whole(file, record, 40), at: whole(file, record, 48) };
  } else if (disks !== 0) throw refuse(file, 'it is one of several parts');
  if (found.at + found.size !== limit) throw refuse(file, 'its directory does not lie where it should');
  return found;
}

/** A number of 64 bits that must be a length or a place in the file. */
function whole(file: string, view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw refuse(file, 'a length does not fit');
  return value;
}

/** Sizes and place of an entry; what does not fit into 32 bits stands in an extra field. */
function wideSizes(file: string, view: DataView, entry: number, extra: number, extraEnd: number) {
  const narrow = { packedSize: 20, size: 24, at: 42 } as const;
  const values = {
    size: view.getUint32(entry + narrow.size, true),
    packedSize: view.getUint32(entry + narrow.packedSize, true),
    at: view.getUint32(entry + narrow.at, true),
  };
  for (let next = extra; next + 4 <= extraEnd; next += 4 + view.getUint16(next + 2, true)) {
    if (view.getUint16(next, true) !== 1) continue;
    let field = next + 4;
    const end = field + view.getUint16(next + 2, true);
    if (end > extraEnd) throw refuse(file, 'its directory is damaged');
    for (const key of ['size', 'packedSize', 'at'] as const) {
      if (values[key] !== 0xffffffff) continue;
      if (field + 8 > end) throw refuse(file, 'its directory is damaged');
      values[key] = whole(file, view, field);
      field += 8;
    }
  }
  return values;
}

/** No two entries may share bytes, nor may two have one name. */
function checkApart(file: string, entries: readonly ZipEntry[]): void {
  const sorted = [...entries].sort((a, b) => a.at - b.at);
  for (let i = 1; i < sorted.length; i++)
    if (sorted[i - 1].at + 30 + sorted[i - 1].packedSize > sorted[i].at)
      throw refuse(file, `'${sorted[i].name}' overlaps another`);
  const names = new Set<string>();
  for (const { name } of entries) {
    if (names.has(name)) throw new InvalidInput(`doubled array in ${file}; must stand once: ${name}`);
    names.add(name);
  }
}

/** The bytes of an entry, unpacked: as many as the directory says, and with its checksum. Broken off early, nothing is checked. */
export async function* zipStream(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { name: file } = source;
  const { name, method, flags, at, packedSize, size, crc } = entry;
  const wrong = (reason: string) => refuse(file, `'${name}' ${reason}`);
  if (flags & ENCRYPTED) throw wrong('is encrypted');
  if (method !== STORED && method !== DEFLATED)
    throw wrong(`is compressed by method ${method}, which is not read`);
  const local = new DataView(await source.slice(at, at + 30));
  if (local.byteLength < 30 || local.getUint32(0, true) !== LOCAL)
    throw wrong('does not lie where it should');
  if (local.getUint16(8, true) !== method || (local.getUint16(6, true) & ENCRYPTED) !== 0)
    throw wrong('is described in two ways');
  const nameLength = local.getUint16(26, true);
  const start = at + 30 + nameLength + local.getUint16(28, true);
  const localName = new TextDecoder().decode(await source.slice(at + 30, at + 30 + nameLength));
  if (localName !== name) throw wrong(`is called '${localName}' where it lies`);
  if (start + packedSize > source.byteLength) throw wrong('goes beyond the end');
  if (method === STORED && packedSize !== size) throw wrong('is stored with another length');
  const packed = slices(source, start, packedSize);
  const stream = method === STORED ? packed : inflate('deflate-raw', packed, () => wrong('is damaged'));
  let [length, sum] = [0, 0];
  for await (const bytes of stream) {
    length += bytes.length;
    if (length > size) throw wrong(`has more than the ${size} bytes announced`);
    sum = crc32(bytes, sum);
    yield bytes;
  }
  if (length !== size) throw wrong(`has ${length} of the ${size} bytes announced`);
  if (sum !== crc) throw wrong('has another checksum than announced');
}

const PIECE = 1 << 20;

async function* slices(source: ByteSource, start: number, length: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < start + length; at += PIECE)
    yield new Uint8Array(await source.slice(at, Math.min(at + PIECE, start + length)));
}
