import { InvalidInput } from '../../../errors.ts';
import { quoted } from '../../../quote.ts';
import { textOf } from '../../columns/text.ts';
import type { ByteSource } from '../../source.ts';
import { crc32 } from '../crc32.ts';
import { inflate } from '../gunzip.ts';
import { refuseZip, wholeNumber, widened, type ZipEntry } from './fields.ts';
import { dataStart } from './local.ts';

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;

/** The end record and the longest comment that may follow it. */
const TAIL = 22 + 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** Encrypted in one of three ways. */
const ENCRYPTED = 0x2041;
/** The most entries; no score file has more. */
const MOST_ENTRIES = 10_000;
const LONGEST_DIRECTORY = 1 << 24;

/**
 * The archive's directory. Entries that do not fit into the file, or whose own header says something else,
 * are refused.
 */
export async function zipEntries(source: ByteSource): Promise<ZipEntry[]> {
  const { name: file } = source;
  const { count, at, size } = await findDirectory(source);
  if (count > MOST_ENTRIES)
    throw new InvalidInput(`invalid file ${file}; must have at most ${MOST_ENTRIES} arrays: ${count}`);
  if (size > LONGEST_DIRECTORY) throw refuseZip(file, `a directory of ${size} bytes is too long`);
  const bytes = new Uint8Array(await source.slice(at, at + size));
  const view = new DataView(bytes.buffer);
  const entries: ZipEntry[] = [];
  let next = 0;
  while (next < size) {
    if (entries.length === count) throw refuseZip(file, `${count} entries announced, and more there`);
    if (next + 46 > size || view.getUint32(next, true) !== ENTRY)
      throw refuseZip(file, 'its directory is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) =>
      view.getUint16(next + at, true),
    );
    const nameEnd = next + 46 + nameLength;
    const end = nameEnd + extraLength + commentLength;
    if (end > size) throw refuseZip(file, 'its directory is damaged');
    const nameBytes = bytes.subarray(next + 46, nameEnd);
    const entry = {
      name: textOf(nameBytes),
      flags: view.getUint16(next + 8, true),
      method: view.getUint16(next + 10, true),
      crc: view.getUint32(next + 16, true),
      ...widened(file, view, nameEnd, nameEnd + extraLength, {
        packedSize: view.getUint32(next + 20, true),
        size: view.getUint32(next + 24, true),
        at: view.getUint32(next + 42, true),
      }),
    };
    const tooLong = refuseZip(file, `'${entry.name}' goes beyond its end`);
    if (entry.at > at) throw tooLong;
    const start = await dataStart(source, entry, nameBytes);
    if (start + entry.packedSize > at) throw tooLong;
    entries.push({ ...entry, start });
    next = end;
  }
  if (entries.length !== count) throw refuseZip(file, `${count} entries announced, ${entries.length} there`);
  checkApart(file, entries);
  return entries;
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
  if (end < 0) throw refuseZip(file, 'its directory is missing');
  const disks = view.getUint32(end + 4, true);
  let found = {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    at: view.getUint32(end + 16, true),
  };
  let limit = tailStart + end;
  const wide = found.count === 0xffff || found.size === 0xffffffff || found.at === 0xffffffff;
  if (wide && end >= 20 && view.getUint32(end - 20, true) === LOCATOR_64) {
    limit = wholeNumber(file, view, end - 12);
    if (limit + 56 > tailStart + end - 20) throw refuseZip(file, 'its directory is damaged');
    const record = new DataView(await source.slice(limit, limit + 56));
    if (record.getUint32(0, true) !== END_64) throw refuseZip(file, 'its directory is damaged');
    found = {
      count: wholeNumber(file, record, 32),
      size: wholeNumber(file, record, 40),
      at: wholeNumber(file, record, 48),
    };
  } else if (disks !== 0) throw refuseZip(file, 'it is one of several parts');
  if (found.at + found.size !== limit) throw refuseZip(file, 'its directory does not lie where it should');
  return found;
}

/** No two entries may share bytes, nor may two have one name. */
function checkApart(file: string, entries: readonly ZipEntry[]): void {
  const sorted = [...entries].sort((a, b) => a.at - b.at);
  for (let i = 1; i < sorted.length; i++)
    if (sorted[i - 1].start + sorted[i - 1].packedSize > sorted[i].at)
      throw refuseZip(file, `'${sorted[i].name}' overlaps another`);
  const names = new Set<string>();
  for (const { name } of entries) {
    if (names.has(name)) throw new InvalidInput(`doubled array in ${file}; must stand once: ${quoted(name)}`);
    names.add(name);
  }
}

/**
 * The bytes of an entry, unpacked: as many as the directory says, and with its checksum. A reader that stops
 * early checks nothing.
 */
export async function* zipStream(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { name: file } = source;
  const { name, method, flags, start, packedSize, size, crc } = entry;
  const wrong = (reason: string) => refuseZip(file, `'${name}' ${reason}`);
  if (flags & ENCRYPTED) throw wrong('is encrypted');
  if (method !== STORED && method !== DEFLATED)
    throw wrong(`is compressed by method ${method}, which is not read`);
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
