import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { type BigIntArray, keepNumbers } from '../columns/blocks.ts';
import type { StartTable } from '../columns/column.ts';
import { type ColumnReader, FlagColumn, type NumberArray } from '../columns/column.ts';
import { broken } from '../refuse.ts';
import type { ByteSource } from '../source.ts';
import type { SourceReading } from '../source-reading.ts';
import { peek } from '../stream.ts';
import { arrayOf, dataOf, type NumpyArray } from './npy.ts';
import { LONGEST_HEADER, type NpyHeader, parseHeader } from './npy-header.ts';
import { zipEntries, zipStream } from './zip.ts';

/** The most columns that an array may have: more than any score file needs. */
const MOST_COLUMNS = 100_000;

/** An array of an archive as far as its header tells, or why it cannot be used. */
interface Found {
  readonly name: string;
  readonly entry: FileEntry;
  readonly header: NpyHeader | InvalidInput;
}

/** One column of values in an array: every `stride`-th from `offset` on. */
interface Strip {
  readonly name: string;
  readonly found: Found;
  readonly offset: number;
  readonly stride: number;
}

/**
 * An archive of numpy arrays, of which only those in use are unpacked. An array of m x k counts as k columns
 * named after it: scores_0, scores_1, ...
 */
export async function readNpz(
  source: ByteSource,
  reading: SourceReading,
  start: StartTable,
): Promise<number> {
  const file = source.name;
  const entries = await zipEntries(source, '.npy');
  const strips: Strip[] = [];
  for (const entry of entries) {
    const found = await headerOf(source, entry);
    if (!isScalarRun(found)) strips.push(...stripsOf(file, found));
  }
  if (strips.length === 0)
    throw new InvalidInput(
      `no numpy arrays in ${quotedPath(file)}; write the scores as CSV, or by numpy savez(path, scores=..., included=...)`,
    );
  const { reads, allow, reserve } = start(strips.map(({ name }) => name));
  const used = reads.map(({ position, column }) => ({ ...strips[position], column }));
  const rows = rowsOf(file, used);
  const wanted = [...new Set(used.map(({ found }) => found))];
  const size = wanted.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  reading.checkInflated(size);
  allow(rows, size);
  const arrays = await unpacked(source, reading, wanted, size);
  const columns = used.map(({ found, offset, stride, column }) => {
    const array = arrays.get(found);
    if (array === undefined) throw new Error('internal: an array was not unpacked');
    return { array, offset, stride, column };
  });
  const plain = columns.map(({ array, offset, stride, column }) => ({
    column,
    values: stride === 1 ? numbersFor(column, array, offset, rows) : null,
  }));
  if (keepNumbers(plain, rows, reserve)) return rows;
  reserve(rows);
  for (let row = 0; row < rows; row++)
    for (const { array, offset, stride, column } of columns)
      column.fromValue(array.at(offset + row * stride));
  return rows;
}

/** The numbers of a column, where a typed array has them side by side; else null. */
function numbersFor(
  column: ColumnReader,
  { numbers, truths }: NumpyArray,
  offset: number,
  rows: number,
): NumberArray | BigIntArray | null {
  const values = column instanceof FlagColumn ? (truths ?? numbers) : numbers;
  return values === null ? null : values.subarray(offset, offset + rows);
}

/** Reads the header of an array. One that cannot be read is an error only where its values are asked for. */
async function headerOf(source: ByteSource, entry: FileEntry): Promise<Found> {
  const name = entry.filename.slice(0, -'.npy'.length);
  const file = `${source.name} (array '${name}')`;
  try {
    const { head, close } = await peek(zipStream(source.name, entry), LONGEST_HEADER);
    await close();
    const header = parseHeader(file, head);
    if (header.start + header.length * header.itemBytes !== entry.uncompressedSize)
      throw broken(file, 'NPY', `${header.length} values announced in ${entry.uncompressedSize} bytes`);
    return { name, entry, header };
  } catch (error) {
    if (error instanceof InvalidInput) return { name, entry, header: error };
    throw error;
  }
}

/** A single value called run is a remark about the archive, and tells no runs apart. */
function isScalarRun({ name, header }: Found): boolean {
  return name === 'run' && !(header instanceof InvalidInput) && header.shape.length === 0;
}

function stripsOf(file: string, found: Found): Strip[] {
  const { name, header } = found;
  const alone = { name, found, offset: 0, stride: 1 };
  if (header instanceof InvalidInput) return [alone];
  const { shape, fortranOrder } = header;
  const wrong = (rule: string, value: number) => {
    const problem = new InvalidInput(`invalid array '${name}' in ${file}; ${rule}: ${value}`);
    return [{ ...alone, found: { ...found, header: problem } }];
  };
  if (shape.length === 0 || shape.length > 2) return wrong('must have one or two dimensions', shape.length);
  const [length, width = 1] = shape;
  if (width > MOST_COLUMNS) return wrong(`must have at most ${MOST_COLUMNS} columns`, width);
  if (width === 1) return [alone];
  return Array.from({ length: width }, (_, i) => ({
    name: `${name}_${i}`,
    found,
    offset: fortranOrder ? i * length : i,
    stride: fortranOrder ? 1 : width,
  }));
}

/** How many rows all of the arrays have. */
function rowsOf(file: string, used: readonly Strip[]): number {
  const lengths = used.map(({ name, found: { header } }) => {
    if (header instanceof InvalidInput) throw header;
    return { name, length: header.shape[0] };
  });
  const { name, length } = lengths[0];
  for (const other of lengths)
    if (other.length !== length)
      throw new InvalidInput(
        `invalid array '${other.name}' in ${file}; must have as many rows as '${name}' (${length}): ${other.length}`,
      );
  return length;
}

/** The values of these arrays, which come to `size` bytes. */
async function unpacked(
  source: ByteSource,
  reading: SourceReading,
  wanted: readonly Found[],
  size: number,
): Promise<Map<Found, NumpyArray>> {
  const arrays = new Map<Found, NumpyArray>();
  let done = 0;
  async function* counted(stream: AsyncIterable<Uint8Array>) {
    for await (const bytes of stream) {
      done += bytes.length;
      reading.report(Math.floor((reading.source.byteLength * done) / size));
      yield bytes;
    }
  }
  for (const found of wanted) {
    const { name, entry, header } = found;
    if (header instanceof InvalidInput) throw header;
    const file = `${source.name} (array '${name}')`;
    const data = await dataOf(file, header, counted(zipStream(source.name, entry)));
    arrays.set(found, arrayOf(file, header, data));
  }
  return arrays;
}
