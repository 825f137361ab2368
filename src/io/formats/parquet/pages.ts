import type { ByteSource } from '../../source.ts';
import { crc32 } from '../crc32.ts';
import type { Allowance } from './allowance.ts';
import { leastCost, unpack } from './codecs/unpack.ts';
import { type DataPage, decode, decoderOf, type Values } from './decode.ts';
import type { ColumnChunk } from './layout.ts';
import { checkDictionary, checkValues } from './page-values.ts';
import { type Struct, ThriftReader } from './thrift.ts';
import { BOOLEAN, type ColumnType } from './types.ts';
import { Window } from './window.ts';

/** The fields of PageHeader that are needed. */
const PAGE = {
  1: true,
  2: true,
  3: true,
  4: true,
  5: { 1: true, 2: true },
  7: { 1: true, 2: true },
  8: { 1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true },
} as const;

const [DATA, , DICTIONARY, DATA_2] = Array(4).keys();

/** While a value is decoded, up to four lists hold it. */
const VALUE_BYTES = 32;

/**
 * The values of one column in one row group, page by page. Everything a page says is checked before it is
 * unpacked.
 */
export async function* readPages(
  source: ByteSource,
  chunk: ColumnChunk,
  type: ColumnType,
  allowance: Allowance,
): AsyncGenerator<Values> {
  const window = new Window(source, chunk.end, allowance);
  const [decoder, full] = [decoderOf(type), decoderOf({ ...type, optional: false })];
  let dictionary: Values | undefined;
  let left = chunk.values;
  let at = chunk.start;
  while (left > 0) {
    const { header, bodyStart } = await headerAt(window, at);
    const { size, packedSize } = sizesOf(header);
    at = bodyStart + packedSize;
    // Values that are converted, texts above all, are in memory twice.
    allowance.hold((type.convert === null ? 1 : 2) * size + packedSize);
    allowance.unpack(Math.max(size, leastCost(chunk.codec)));
    const packed = await window.bytes(bodyStart, packedSize);
    if (header[4] !== undefined && crc32(packed) !== (header[4] as number) >>> 0)
      throw new Error('a page has another checksum than announced');
    if (header[1] === DICTIONARY) {
      if (dictionary !== undefined) throw new Error('a column has two dictionaries');
      const entries = integer((header[7] as Struct | undefined)?.[1]);
      allowance.hold(entries * VALUE_BYTES);
      const page = await unpack(chunk.codec, packed, size);
      checkDictionary(page, entries, type);
      dictionary = converted(decode({ ...decoder, page, dictionary: entries }), type);
      continue;
    }
    const data = dataPage(header, packed);
    if (data.values > left) throw new Error(`a page has ${data.values} of ${left} values`);
    allowance.hold(data.values * VALUE_BYTES);
    const page = await unpackData(chunk.codec, packed, size, data);
    const fromDictionary = data.encoding === 2 || data.encoding === 8;
    const { start, count } = checkValues(page, data, type, allowance);
    if (fromDictionary && count > 0 && !dictionary?.length) throw new Error('a dictionary is missing');
    const entries = fromDictionary ? (dictionary ?? []) : undefined;
    // Where nothing is missing, the levels are left out: the decoder then has numbers in one array and no
    // lists.
    const raw =
      count === data.values
        ? decode({ ...full, page: page.subarray(start), data: { ...data, levels: 0 }, entries })
        : decode({ ...decoder, page, data, entries });
    if (raw.length !== data.values) throw new Error(`a page has ${raw.length} of ${data.values} values`);
    if (fromDictionary) checkFound(raw);
    left -= data.values;
    if (data.values === 0) continue;
    const values = fromDictionary ? raw : converted(raw, type);
    if (count < data.values) yield values;
    else if (type.physical === BOOLEAN) yield Uint8Array.from(values as ArrayLike<number>);
    else yield packedNumbers(values, entries);
  }
}

async function headerAt(window: Window, at: number): Promise<{ header: Struct; bodyStart: number }> {
  const bytes = await window.ahead(at);
  const reader = new ThriftReader(bytes);
  const header = reader.struct(PAGE);
  return { header, bodyStart: at + reader.at };
}

function sizesOf(header: Struct): { size: number; packedSize: number } {
  return { size: integer(header[2]), packedSize: integer(header[3]) };
}

function integer(value: unknown): number {
  if (typeof value !== 'number' || value < 0 || value >= 2 ** 31)
    throw new Error('a page is described wrongly');
  return value;
}

function dataPage(header: Struct, packed: Uint8Array): DataPage {
  if (header[1] === DATA && header[5] !== undefined) {
    const { 1: values, 2: encoding } = header[5] as Struct;
    return {
      version: 1,
      values: integer(values),
      encoding: integer(encoding),
      repetitions: 0,
      levels: 0,
      nulls: 0,
      packed: true,
    };
  }
  if (header[1] !== DATA_2 || header[8] === undefined) throw new Error('a page is of no known kind');
  const fields = header[8] as Struct;
  const [values, nulls, rows, encoding, levels, repetitions] = [1, 2, 3, 4, 5, 6].map((field) =>
    integer(fields[field]),
  );
  if (rows !== values || nulls > values || repetitions + levels > packed.length)
    throw new Error('a page is described wrongly');
  return { version: 2, values, encoding, repetitions, levels, nulls, packed: fields[7] !== false };
}

async function unpackData(
  codec: number,
  packed: Uint8Array,
  size: number,
  page: DataPage,
): Promise<Uint8Array> {
  if (page.version === 1) return unpack(codec, packed, size);
  const { repetitions, levels } = page;
  const length = size - repetitions - levels;
  if (length < 0) throw new Error('a page has two lengths');
  const body = packed.subarray(repetitions + levels);
  // A page without any value has nothing to unpack.
  const plain = !page.packed || body.length === 0;
  const values = await unpack(plain ? 0 : codec, body, length);
  const whole = new Uint8Array(levels + length);
  whole.set(packed.subarray(repetitions, repetitions + levels));
  whole.set(values, levels);
  return whole;
}

function converted(values: Values, { convert }: ColumnType): Values {
  if (convert === null) return values;
  return Array.from(values, (value) => (value === null || value === undefined ? null : convert(value)));
}

/** Numbers of which none is missing as an array of the kind that `like` is; others as they are. */
function packedNumbers(values: Values, like: Values | undefined): Values {
  if (!Array.isArray(values) || !ArrayBuffer.isView(like)) return values;
  return new (like.constructor as new (values: Values) => Values)(values);
}

/** A place beyond the dictionary's end gives undefined. */
function checkFound(values: Values): void {
  if (!Array.isArray(values)) return;
  for (let i = 0; i < values.length; i++)
    if (values[i] === undefined) throw new Error('a value lies beyond the dictionary');
}
