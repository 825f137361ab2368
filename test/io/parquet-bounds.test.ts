import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digits, writeDigits } from '../../src/digits.ts';
import {
  bytesSource,
  DEFAULT_LIMITS,
  LimitReached,
  type Limits,
  openParquet,
  readScores,
} from '../../src/io/index.ts';
import { parquetFile, plainPage, plainText, repeated, type TestColumn } from './parquet-file.ts';

const DOUBLE = 5;
const TEXT = 6;
const one = new Uint8Array(Float64Array.of(1).buffer);

/** A file of few bytes with as many rows as stated, and `columns` beside the scores. */
function small(rows: number, ...columns: TestColumn[]): Uint8Array {
  return parquetFile([
    ...columns,
    repeated('score', DOUBLE, one, rows),
    repeated('included', DOUBLE, one, rows),
  ]);
}

/** How many bytes the values of a batch take when each is written out. */
function writtenOut(columns: readonly ArrayLike<unknown>[]): number {
  const size = (value: unknown) => (typeof value === 'string' ? value.length : 8);
  return columns.reduce((sum, values) => Array.from(values).reduce<number>((a, v) => a + size(v), sum), 0);
}

test('a text that a dictionary holds once counts in every row', async () => {
  for (const text of ['a'.repeat(5000), '€'.repeat(3000)]) {
    const bytes = small(1 << 18, repeated('id', TEXT, plainText(text), 1 << 18));
    expect(bytes.length).toBeLessThan(10_000);
    const begin = process.cpuUsage();
    const error = await readScores(bytesSource('a.parquet', bytes)).catch((error) => error);
    const { user, system } = process.cpuUsage(begin);
    expect(error).toBeInstanceOf(LimitReached);
    expect(error.message).toMatch(/^limit reached in a\.parquet; .*\(limit ratio: 40\)$/);
    expect((user + system) / 1e6).toBeLessThan(3);
  }
});

test('rows with long texts travel in small batches', async () => {
  const rows = 8000;
  const bytes = small(rows, repeated('id', TEXT, plainText('a'.repeat(5000)), rows));
  const table = await openParquet(bytesSource('a.parquet', bytes));
  let seen = 0;
  for await (const { rows, columns } of table.batches([0, 1, 2])) {
    expect(writtenOut(columns)).toBeLessThan(20e6);
    for (const values of columns) expect(values.length).toBe(rows);
    expect(columns[0][rows - 1]).toHaveLength(5000);
    seen += rows;
  }
  expect(seen).toBe(rows);
});

/** A page of one value of 32 bits. */
const page = (value: number, body = new Uint8Array(Int32Array.of(value).buffer)) => ({
  ...plainPage(Int32Array.of(value)),
  body,
  size: 4,
});

async function batchesOf(bytes: Uint8Array, columns: readonly number[], limits: Partial<Limits> = {}) {
  const batches = [];
  const table = await openParquet(bytesSource('a.parquet', bytes), { ...DEFAULT_LIMITS, ...limits });
  for await (const batch of table.batches(columns)) batches.push(batch);
  return batches;
}

test('pages of single values are gathered to batches, beside pages of many', async () => {
  const rows = 3000;
  const texts = Array.from({ length: rows }, (_, i) => `t${i}`);
  const bytes = parquetFile([
    { name: 'small', type: 1, values: rows, pages: texts.map((_, i) => page(i)) },
    {
      name: 'text',
      type: TEXT,
      values: rows,
      pages: texts.map((text) => ({ ...page(0), body: plainText(text), size: 4 + text.length })),
    },
    { name: 'large', type: 1, values: rows, pages: [plainPage(Int32Array.from(texts, (_, i) => i))] },
  ]);
  const batches = await batchesOf(bytes, [0, 1, 2]);
  expect(batches).toHaveLength(1);
  for (const column of [0, 2])
    expect(batches.flatMap(({ columns }) => Array.from(columns[column]))).toEqual([...texts.keys()]);
  expect(batches.flatMap(({ columns }) => Array.from(columns[1]))).toEqual(texts);
});

test('row groups of single rows are gathered to batches', async () => {
  const rows = 2000;
  const whole = parquetFile([{ name: 'score', type: 1, values: 1, pages: [page(7)] }]);
  expect(await batchesOf(whole, [0])).toHaveLength(1);
  const bytes = parquetFile([{ name: 'score', type: 1, values: 1, pages: [page(7)] }], {}, rows);
  expect(await batchesOf(bytes, [0])).toEqual([{ rows, columns: [new Int32Array(rows).fill(7)] }]);
});

describe('a page costs something, however small', () => {
  const packed = {
    'as it is': [0, page(1).body, 600],
    gzip: [2, new Uint8Array(gzipSync(page(1).body)), 80],
    brotli: [4, new Uint8Array(brotliCompressSync(page(1).body)), 5],
  } as const;
  for (const [what, [codec, body, rows]] of Object.entries(packed))
    test(what, async () => {
      const pages = Array(rows).fill(page(1, body));
      const bytes = parquetFile([{ name: 'score', type: 1, values: rows, meta: { 4: codec }, pages }]);
      expect(await batchesOf(bytes, [0])).toHaveLength(1);
      await expect(batchesOf(bytes, [0], { bytes: 1e6 })).rejects.toThrow(/\(limit bytes: 1000000\)/);
    });
});

test('bytes that many row groups share are counted for each', async () => {
  const filler = { ...page(1), body: new Uint8Array(1 << 20), size: 1 << 20 };
  const column: TestColumn = { name: 'score', type: 1, values: 1, pages: [page(1), filler] };
  await expect(batchesOf(parquetFile([column], {}, 1000), [0])).rejects.toThrow(/limit ratio: 40/);
});

test('digits of whole numbers are those of their text', () => {
  const written = (value: number) => String.fromCharCode(...digits.subarray(writeDigits(value)));
  for (const value of [0, 1, 9, 10, 99_999_999, 1e8, 1e8 + 1, 1e15, 1e16 - 1e8, Number.MAX_SAFE_INTEGER])
    expect(written(value)).toBe(String(value));
  fc.assert(fc.property(fc.maxSafeNat(), (value) => written(value) === String(value)));
  fc.assert(fc.property(fc.nat(), (value) => written(value) === String(value)));
});

test('ids that are whole numbers are the same in every type', async () => {
  const ids = [0n, 7n, 100_000_000n, 2n ** 53n - 1n];
  const of = (column: TestColumn) =>
    readScores(
      bytesSource(
        'a.parquet',
        parquetFile([column, repeated('score', DOUBLE, one, 4), repeated('included', DOUBLE, one, 4)]),
      ),
    );
  const texts = Uint8Array.from(ids.flatMap((id) => [...plainText(String(id))]));
  const { ids: asTexts } = await of({
    name: 'id',
    type: TEXT,
    values: 4,
    pages: [{ ...plainPage(new Int32Array(4)), body: texts }],
  });
  const { ids: asNumbers } = await of({
    name: 'id',
    type: 2,
    values: 4,
    pages: [plainPage(BigInt64Array.from(ids))],
  });
  expect(asNumbers).toEqual(asTexts);
});
