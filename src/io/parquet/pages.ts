import { readPage } from 'hyparquet/src/column.js';
import { crc32 } from '../crc32.ts';
import type { ByteSource } from '../source.ts';
import type { Chunk } from './layout.ts';
import { checkDictionary, checkValues, type Encoding } from './page-values.ts';
import { type Struct, ThriftReader } from './thrift.ts';
import { type ColumnType, PHYSICAL } from './types.ts';
import { unpack } from './unpack.ts';
import { Window } from './window.ts';

/** Numbers or texts; null where a value is missing. */
export type Values = ArrayLike<unknown>;

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

/** What keeps pages within bounds: refuses so many bytes in memory. */
export type CheckMemory = (bytes: number) => void;

/** While a value is decoded, it stands in up to four lists. */
const VALUE_BYTES = 32;

/** The values of one column in one row group, page by page. Everything a page says is checked before it is unpacked. */
export async function* readPages(
  source: ByteSource,
  chunk: Chunk,
  type: ColumnType,
  checkMemory: CheckMemory,
): AsyncGenerator<Values> {
  const window = new Window(source, chunk.end);
  const [decoder, full] = [decoderOf(type), decoderOf({ ...type, optional: false })];
  let dictionary: Values | undefined;
  let left = chunk.values;
  let at = chunk.start;
  while (left > 0) {
    const { header, bodyStart } = await headerAt(window, at);
    const { size, packedSize } = sizesOf(header);
    at = bodyStart + packedSize;
    checkMemory(size + packedSize);
    const packed = await window.bytes(bodyStart, packedSize);
    if (header[4] !== undefined && crc32(packed) !== (header[4] as number) >>> 0)
      throw new Error('a page has another checksum than announced');
    if (header[1] === DICTIONARY) {
      if (dictionary !== undefined) throw new Error('a column has two dictionaries');
      const entries = integer((header[7] as Struct | undefined)?.[1]);
      checkMemory(entries * VALUE_BYTES);
      const page = await unpack(chunk.codec, packed, size);
      checkDictionary(page, entries, type);
      dictionary = converted(decode({ ...decoder, page, dictionary: entries }), type);
      continue;
    }
    const data = dataPage(header, packed);
    if (data.values > left) throw new Error(`a page has ${data.values} of ${left} values`);
    checkMemory(data.values * VALUE_BYTES);
    const page = await unpackData(chunk.codec, packed, size, data);
    const fromDictionary = data.encoding === 2 || data.encoding === 8;
    if (fromDictionary && (dictionary === undefined || dictionary.length === 0))
      throw new Error('a dictionary is missing');
    const { start, count } = checkValues(page, data, type, checkMemory);
    const entries = fromDictionary ? dictionary : undefined;
    // Where nothing is missing, the levels are left out: the decoder then has numbers in one array and no lists.
    const raw =
      count === data.values
        ? decode({ ...full, page: page.subarray(start), data: { ...data, levels: 0 }, entries })
        : decode({ ...decoder, page, data, entries });
    if (raw.length !== data.values) throw new Error(`a page has ${raw.length} of ${data.values} values`);
    if (fromDictionary) checkFound(raw);
    left -= data.values;
    if (data.values > 0) yield fromDictionary ? raw : converted(raw, type);
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

/** A data page: how many values, and where its levels (which are missing) and its values lie. */
export interface DataPage {
  readonly version: 1 | 2;
  readonly values: number;
  readonly encoding: Encoding;
  /** Of version 2: bytes of the levels, which are never packed, and how many values are missing. */
  readonly levels: number;
  readonly nulls: number;
  readonly packed: boolean;
}

function dataPage(header: Struct, packed: Uint8Array): DataPage {
  if (header[1] === DATA && header[5] !== undefined) {
    const { 1: values, 2: encoding } = header[5] as Struct;
    return {
      version: 1,
      values: integer(values),
      encoding: integer(encoding),
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
  if (rows !== values || repetitions !== 0 || nulls > values || levels > packed.length)
    throw new Error('a page is described wrongly');
  return { version: 2, values, encoding, levels, nulls, packed: fields[7] !== false };
}

async function unpackData(
  codec: number,
  packed: Uint8Array,
  size: number,
  page: DataPage,
): Promise<Uint8Array> {
  if (page.version === 1) return unpack(codec, packed, size);
  const { levels } = page;
  if (size < levels) throw new Error('a page has two lengths');
  const body = packed.subarray(levels);
  // A page without any value has nothing to unpack.
  const plain = !page.packed || body.length === 0;
  const values = await unpack(plain ? 0 : codec, body, size - levels);
  const whole = new Uint8Array(size);
  whole.set(packed.subarray(0, levels));
  whole.set(values, levels);
  return whole;
}

/** What the decoder needs to know of a column; what its values stand for is left to us. */
function decoderOf({ physical, width, optional }: ColumnType) {
  const element = {
    name: 'column',
    type: PHYSICAL[physical],
    repetition_type: optional ? ('OPTIONAL' as const) : ('REQUIRED' as const),
    ...(physical === 7 ? { type_length: width } : {}),
  };
  const leaf = { children: [], count: 1, element, path: ['column'] };
  const root = { children: [leaf], count: 2, element: { name: 'root', num_children: 1 }, path: [] };
  return { element, schemaPath: [root, leaf] };
}

interface Work extends ReturnType<typeof decoderOf> {
  readonly page: Uint8Array;
  readonly dictionary?: number;
  readonly data?: DataPage;
  readonly entries?: Values | undefined;
}

const ENCODINGS = [
  'PLAIN',
  undefined,
  'PLAIN_DICTIONARY',
  'RLE',
  undefined,
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
  'RLE_DICTIONARY',
  'BYTE_STREAM_SPLIT',
] as const;

/** Hands an unpacked and checked page to the decoder. */
function decode({ element, schemaPath, page, dictionary, data, entries }: Work): Values {
  const sizes = { uncompressed_page_size: page.length, compressed_page_size: page.length };
  const encoding = ENCODINGS[data?.encoding ?? 0] ?? 'PLAIN';
  const header =
    data === undefined
      ? {
          ...sizes,
          type: 'DICTIONARY_PAGE' as const,
          dictionary_page_header: { num_values: dictionary ?? 0, encoding },
        }
      : data.version === 1
        ? {
            ...sizes,
            type: 'DATA_PAGE' as const,
            data_page_header: {
              num_values: data.values,
              encoding,
              definition_level_encoding: 'RLE' as const,
              repetition_level_encoding: 'RLE' as const,
            },
          }
        : {
            ...sizes,
            type: 'DATA_PAGE_V2' as const,
            data_page_header_v2: {
              num_values: data.values,
              num_nulls: data.nulls,
              num_rows: data.values,
              encoding,
              definition_levels_byte_length: data.levels,
              repetition_levels_byte_length: 0,
              is_compressed: false,
            },
          };
  const reader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 };
  const column = {
    pathInSchema: ['column'],
    type: element.type,
    element,
    schemaPath,
    codec: 'UNCOMPRESSED' as const,
    parsers: {} as never,
    utf8: false,
  };
  const known = entries as Parameters<typeof readPage>[3];
  return (readPage(reader, header, column, known, undefined, 0).data ?? []) as Values;
}

function converted(values: Values, { convert }: ColumnType): Values {
  if (convert === null) return values;
  return Array.from(values, (value) => (value === null || value === undefined ? null : convert(value)));
}

/** A place beyond the dictionary's end gives undefined. */
function checkFound(values: Values): void {
  if (!Array.isArray(values)) return;
  for (let i = 0; i < values.length; i++)
    if (values[i] === undefined) throw new Error('a value lies beyond the dictionary');
}
