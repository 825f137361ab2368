import { crc32 } from 'node:zlib';

/** A field's value: numbers are written as 32 bits, bigints as 64; a Raw goes in as it is. */
type Value = number | bigint | boolean | string | Value[] | Fields | Raw;
interface Fields {
  readonly [field: number]: Value;
}

/** Bytes in place of a value, with the type that they claim to have. */
class Raw {
  readonly type: number;
  readonly bytes: readonly number[];

  constructor(type: number, bytes: readonly number[]) {
    this.type = type;
    this.bytes = bytes;
  }
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

const zigzag = (value: bigint) => varint((value << 1n) ^ (value >> 63n));

function typeOf(value: Value): number {
  if (value instanceof Raw) return value.type;
  if (typeof value === 'boolean') return value ? 1 : 2;
  if (typeof value === 'number') return 5;
  if (typeof value === 'bigint') return 6;
  if (typeof value === 'string') return 8;
  return Array.isArray(value) ? 9 : 12;
}

function bytesOf(value: Value): number[] {
  if (value instanceof Raw) return [...value.bytes];
  if (typeof value === 'boolean') return [];
  if (typeof value === 'number' || typeof value === 'bigint') return zigzag(BigInt(value));
  if (typeof value === 'string') {
    const text = new TextEncoder().encode(value);
    return [...varint(BigInt(text.length)), ...text];
  }
  if (Array.isArray(value))
    return [0xf0 | typeOf(value[0] ?? 0), ...varint(BigInt(value.length)), ...value.flatMap(bytesOf)];
  return struct(value);
}

/** A struct in Thrift's compact protocol. */
function struct(fields: Fields): number[] {
  const bytes = Object.entries(fields).flatMap(([field, value]) => [
    typeOf(value),
    ...zigzag(BigInt(field)),
    ...bytesOf(value),
  ]);
  return [...bytes, 0];
}

/** One page: its header's fields beside the sizes, and its bytes. */
interface Page {
  readonly fields: Fields;
  readonly body: Uint8Array;
  /** Sizes other than the true ones. */
  readonly size?: number;
  readonly packedSize?: number;
  readonly checksum?: boolean | number;
}

/** A page of plain values, in the older form of pages. */
export function plainPage(values: Float64Array | Int32Array | BigInt64Array, count = values.length): Page {
  return { fields: { 1: 0, 5: { 1: count, 2: 0, 3: 3, 4: 3 } }, body: new Uint8Array(values.buffer) };
}

/** A text as Parquet writes it plainly: its length in bytes, then these. */
export function plainText(text: string | Uint8Array): Uint8Array {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return Uint8Array.from([...new Uint8Array(Uint32Array.of(bytes.length).buffer), ...bytes]);
}

export interface TestColumn {
  readonly name: string;
  /** Parquet's number of the physical type. */
  readonly type: number;
  readonly pages: readonly Page[];
  readonly values: number;
  readonly optional?: boolean;
  /** Fields of ColumnMetaData in place of the true ones. */
  readonly meta?: Fields;
  readonly schema?: Fields;
}

/**
 * A Parquet file without compression, of one row group, or of `times` that are the same and share their bytes;
 * `footer` replaces fields of FileMetaData.
 */
export function parquetFile(columns: readonly TestColumn[], footer: Fields = {}, times = 1): Uint8Array {
  const parts: ArrayLike<number>[] = [MAGIC];
  let at = MAGIC.length;
  const put = (bytes: ArrayLike<number>) => {
    parts.push(bytes);
    at += bytes.length;
  };
  const chunks = columns.map(({ name, type, pages, values, meta = {} }) => {
    const start = at;
    for (const { fields, body, size = body.length, packedSize = body.length, checksum } of pages) {
      const sum = checksum === true ? crc32(body) | 0 : checksum;
      put(struct({ ...fields, 2: size, 3: packedSize, ...(sum ? { 4: sum } : {}) }));
      put(body);
    }
    const own = { 1: type, 2: [0], 3: [name], 4: 0, 5: BigInt(values), 6: BigInt(at - start) };
    const place = { 7: BigInt(at - start), 9: BigInt(start) };
    return { 2: BigInt(start), 3: { ...own, ...place, ...meta } };
  });
  const rows = BigInt(columns[0].values);
  const schema: Fields[] = [
    { 4: 'schema', 5: columns.length },
    ...columns.map(({ name, type, optional = false, schema = {} }) => ({
      1: type,
      3: optional ? 1 : 0,
      4: name,
      ...schema,
    })),
  ];
  const groups: Value = Array.from({ length: times }, () => ({ 1: chunks, 2: 0n, 3: rows }));
  const end = struct({ 1: 1, 2: schema, 3: rows * BigInt(times), 4: groups, ...footer });
  for (const bytes of [end, new Uint8Array(Uint32Array.of(end.length).buffer), MAGIC]) put(bytes);
  const file = new Uint8Array(at);
  let filled = 0;
  for (const bytes of parts) {
    file.set(bytes, filled);
    filled += bytes.length;
  }
  return file;
}

const MAGIC = [0x50, 0x41, 0x52, 0x31];
