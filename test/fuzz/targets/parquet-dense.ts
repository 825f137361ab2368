import { brotliCompressSync, gzipSync } from 'node:zlib';
import { xxhash64 } from 'hyparquet/src/xxhash.js';
import type { Random } from '../../../src/numerics/index.ts';
import { parquetFile, plainText, repeated, type TestColumn, varint } from '../../io/parquet-file.ts';
import { damaged } from '../alter.ts';
import { pick, size, type Target, times } from '../target.ts';
import { within } from './parquet.ts';
import { fileCase, twinCase } from './tables.ts';

const [BOOLEAN, INT32, INT64, DOUBLE, TEXT, FIXED] = [0, 1, 2, 5, 6, 7];
const [UNCOMPRESSED, SNAPPY, GZIP, BROTLI, ZSTD, LZ4_RAW] = [0, 1, 2, 4, 6, 7];
const [PLAIN, RLE, DELTAS] = [0, 3, 5];

type Page = TestColumn['pages'][number];

/** A page of either version. */
function page(random: Random, values: number, encoding: number, body: Uint8Array, size = body.length): Page {
  const fields = random.bernoulli(0.7)
    ? { 1: 0, 5: { 1: values, 2: encoding, 3: RLE, 4: RLE } }
    : { 1: 3, 8: { 1: values, 2: 0, 3: values, 4: encoding, 5: 0, 6: 0, 7: true } };
  return { fields, body, size };
}

/** Whole numbers from 0 on in a few bytes: differences of no bits, in the largest blocks. */
function counted(random: Random, name: string, rows: number): TestColumn {
  const blocks = times(Math.ceil((rows - 1) / (1 << 20)), () => [2, 0]).flat();
  const head = [1 << 20, 1, rows, 0].flatMap((value) => varint(BigInt(value)));
  const body = Uint8Array.from([...head, ...blocks]);
  return { name, type: INT64, values: rows, pages: [page(random, rows, DELTAS, body)] };
}

/** One flag in every row, as one run. */
function flagged(random: Random, name: string, rows: number): TestColumn {
  const run = [...varint(2n * BigInt(rows)), 1];
  const body = Uint8Array.from([run.length, 0, 0, 0, ...run]);
  return { name, type: BOOLEAN, values: rows, pages: [page(random, rows, RLE, body)] };
}

/** One entry of a dictionary in every row: a number, a text of any length, or a decimal. */
function same(random: Random, name: string, rows: number): TestColumn {
  const bytes = times(pick(random, [1, 8, 12, 16, 16]), () => random.integer(256));
  const decimal = { 6: 5, 7: random.integer(30), 8: 38 };
  switch (random.integer(4)) {
    case 0:
      return repeated(name, DOUBLE, new Uint8Array(Float64Array.of(random.normal()).buffer), rows);
    case 1:
      return repeated(
        name,
        TEXT,
        plainText(pick(random, ['a', '€', '\0']).repeat(size(random, 1, 9000))),
        rows,
      );
    case 2:
      return { ...repeated(name, TEXT, plainText(Uint8Array.from(bytes)), rows), schema: decimal };
    default:
      return {
        ...repeated(name, FIXED, Uint8Array.from(bytes), rows),
        schema: { 2: bytes.length, ...decimal },
      };
  }
}

/** A frame of Zstandard with its bytes as they are, a window of any size, and perhaps a checksum. */
function zstd(random: Random, bytes: Uint8Array, summed = random.bernoulli(0.5)): Uint8Array {
  const sum = summed ? new Uint8Array(Uint32Array.of(Number(xxhash64(bytes) & 0xffffffffn)).buffer) : [];
  const head = (bytes.length << 3) | 1;
  return Uint8Array.from([
    ...[0x28, 0xb5, 0x2f, 0xfd, summed ? 4 : 0, random.integer(18) << 3],
    ...[head & 255, (head >> 8) & 255, head >> 16, ...bytes, ...sum],
  ]);
}

/** As many pages as rows, each packed by itself; the body may come to more or less than announced. */
function scattered(random: Random, name: string, rows: number): TestColumn {
  const value = new Uint8Array(Int32Array.of(random.integer(2)).buffer);
  const longer = random.bernoulli(0.1) ? new Uint8Array(size(random, 0, 100_000)) : value;
  const [codec, body] = pick(random, [
    [UNCOMPRESSED, value],
    [SNAPPY, Uint8Array.of(4, 3 << 2, ...value)],
    [LZ4_RAW, Uint8Array.of(0x40, ...value)],
    [GZIP, new Uint8Array(gzipSync(longer))],
    [BROTLI, new Uint8Array(brotliCompressSync(longer))],
    [ZSTD, zstd(random, longer.subarray(0, 1 << 17))],
  ] as const);
  const one = page(random, 1, PLAIN, body, 4);
  return { name, type: INT32, values: rows, meta: { 4: codec }, pages: times(rows, () => one) };
}

/** Parquet that holds much in few bytes: many rows, long texts, many pages, many row groups over the same bytes. */
export const parquetDense: Target = {
  name: 'parquet-dense',
  make(random) {
    const groups = pick(random, [1, 1, 1, size(random, 1, 3000)]);
    const many = size(random, 1, Math.ceil(1_500_000 / groups));
    const small = random.bernoulli(0.4);
    const rows = small ? size(random, 1, Math.ceil(20_000 / groups)) : many;
    const some = small ? [scattered] : [];
    const id = pick(random, [counted, counted, same])(random, 'id', rows);
    const columns = [
      ...(random.bernoulli(0.5) ? [id] : []),
      pick(random, [counted, same, ...some])(random, 'score', rows),
      pick(random, [flagged, ...some])(random, 'included', rows),
    ];
    const bytes = parquetFile(columns, {}, groups);
    return random.bernoulli(0.3) ? fileCase('a.parquet', bytes) : within(bytes);
  },
};

/** Checksums inside the frames of Zstandard. */
export const parquetFrames: Target = {
  name: 'parquet-frames',
  make(random) {
    const rows = size(random, 2, 60);
    const of = (values: Float64Array) => zstd(random, new Uint8Array(values.buffer), true);
    const scores = of(Float64Array.from({ length: rows }, () => random.normal()));
    const flags = of(Float64Array.from({ length: rows }, (_, i) => i & 1));
    const column = (name: string, body: Uint8Array): TestColumn => ({
      name,
      type: DOUBLE,
      values: rows,
      meta: { 4: ZSTD },
      pages: [page(random, rows, PLAIN, body, 8 * rows)],
    });
    const whole = parquetFile([column('score', scores), column('included', flags)]);
    const frame = pick(random, [scores, flags]);
    const from = Buffer.from(whole).indexOf(frame);
    const changed = damaged(random, whole, from, from + frame.length);
    return twinCase('a.parquet', whole, changed.length < whole.length ? whole : changed);
  },
};
