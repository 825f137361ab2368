import { describe, expect, test } from 'vitest';
import { bytesSource, openParquet, readScores } from '../../src/io/index.ts';
import type { MembershipScores } from '../../src/types.ts';
import { BOOLEAN, flags, INT64, included, refusal, score, scores, TEXT } from './parquet-canaries.ts';
import { parquetFile, plainPage, plainText, Raw, type TestColumn } from './parquet-file.ts';

test('missing values are told from the levels, which must be whole', async () => {
  const page = (levels: number[], values: Float64Array) => ({
    fields: { 1: 0, 5: { 1: 4, 2: 0, 3: 3, 4: 3 } },
    body: Uint8Array.from([levels.length, 0, 0, 0, ...levels, ...new Uint8Array(values.buffer)]),
  });
  const of = (levels: number[], values: Float64Array) =>
    parquetFile([{ ...score, optional: true, pages: [page(levels, values)] }, included]);
  expect(await refusal(of([8, 1], scores))).toBe('accepted');
  expect(await refusal(of([3, 0b1011], scores.slice(0, 3)))).toMatch(/row 3, column 'score'.*\(empty\)/);
  expect(await refusal(of([8, 1], scores.slice(0, 3)))).toMatch(/4 values announced, 24 bytes there/);
  expect(await refusal(of([0xfe, 0xff, 0xff, 0xff, 7, 1], scores))).toMatch(/does not fit/);
});

test('whole numbers beyond 2^53 are refused, not rounded', async () => {
  const of = (last: bigint) =>
    parquetFile([
      { ...score, type: INT64, pages: [plainPage(BigInt64Array.of(1n, -5n, 2n ** 53n, last))] },
      included,
    ]);
  expect(await refusal(of(3n))).toBe('accepted');
  expect(await refusal(of(2n ** 53n + 1n))).toBe(
    "invalid score in a.parquet, row 4, column 'score'; must be at most 2^53 in size, beyond which numbers are rounded: 9007199254740993",
  );
  expect(await refusal(of(-(2n ** 63n)))).toMatch(/row 4, column 'score'; must be at most 2\^53/);
});

test('truth values are no scores, also where a value is missing in another page', async () => {
  const page = (level: number, body: number[]) => ({
    fields: { 1: 0, 5: { 1: 2, 2: 0, 3: 3, 4: 3 } },
    body: Uint8Array.from([2, 0, 0, 0, 4, level, ...body]),
  });
  const truths: TestColumn = { ...score, type: BOOLEAN, optional: true, pages: [page(1, [1]), page(0, [])] };
  expect(await refusal(parquetFile([truths, included]))).toBe(
    "invalid score in a.parquet, row 1, column 'score'; must be a finite number: true",
  );
});

/** A signed whole number, its most significant byte first, in so many bytes. */
function bigEndian(value: bigint, length: number): number[] {
  return Array.from({ length }, (_, i) => Number((value >> BigInt(8 * (length - 1 - i))) & 255n));
}

describe('decimals', () => {
  const DECIMAL = 5;
  const fields = { 1: 0, 5: { 1: 4, 2: 0, 3: 3, 4: 3 } };
  /** The same decimals in each of the types that hold them. */
  const kinds: { [name: string]: (values: bigint[], scale: number) => TestColumn } = {
    INT64: (values, scale) => ({
      ...score,
      type: INT64,
      pages: [plainPage(BigInt64Array.from(values))],
      schema: { 6: DECIMAL, 7: scale, 8: 18 },
    }),
    BYTE_ARRAY: (values, scale) => ({
      ...score,
      type: TEXT,
      pages: [{ fields, body: Uint8Array.from(values.flatMap((v) => [12, 0, 0, 0, ...bigEndian(v, 12)])) }],
      schema: { 6: DECIMAL, 7: scale, 8: 28 },
    }),
    FIXED: (values, scale) => ({
      ...score,
      type: 7,
      pages: [{ fields, body: Uint8Array.from(values.flatMap((v) => bigEndian(v, 16))) }],
      schema: { 2: 16, 6: DECIMAL, 7: scale, 8: 38 },
    }),
  };
  for (const [kind, column] of Object.entries(kinds)) {
    const read = async (values: bigint[], scale: number) => {
      const bytes = parquetFile([column(values, scale), included]);
      const { scores } = (await readScores(bytesSource('a.parquet', bytes))) as MembershipScores;
      return [...scores];
    };

    test(`${kind}: read as their text would be`, async () => {
      const values = [0n, -125n, 2n ** 53n, 9_007_199_254_740_000_000n];
      expect(await read(values, 3)).toEqual([0, -0.125, 9007199254740.992, 9007199254740000]);
      // Half, a third in 16 digits, and a number of which only the first digits are not 0.
      const tenths = [500_000_000_000_000_000n, 333_333_333_333_333_300n, 1n, -4_700_000_000_000_000_000n];
      expect(await read(tenths, 18)).toEqual([0.5, 0.3333333333333333, 1e-18, -4.7]);
      expect(await read([1n, 3n, 7n, -9n], 30)).toEqual([1e-30, 3e-30, 7e-30, -9e-30]);
    });

    test(`${kind}: refused where numbers would be rounded`, async () => {
      const of = (last: bigint, scale: number) => parquetFile([column([1n, 2n, 3n, last], scale), included]);
      const rule = 'must be at most 2^53 in size, beyond which numbers are rounded';
      expect(await refusal(of(2n ** 53n + 1n, 0))).toBe(
        `invalid score in a.parquet, row 4, column 'score'; ${rule}: 9007199254740993`,
      );
      expect(await refusal(of(-(2n ** 53n) - 1n, 2))).toBe(
        `invalid score in a.parquet, row 4, column 'score'; ${rule}: {"unscaled":"-9007199254740993","scale":2}`,
      );
    });
  }

  test('decimals as ids are exact, or refused', async () => {
    const flagged = [score, included];
    const of = (last: bigint, scale: number) =>
      parquetFile([{ ...kinds.INT64([2n ** 60n, 2n ** 60n + 1n, 3n, last], scale), name: 'id' }, ...flagged]);
    expect(await refusal(of(4n, 0))).toBe('accepted');
    expect(await refusal(of(2n ** 60n, 0))).toMatch(/^doubled id/);
    expect(await refusal(of(4n, 2))).toMatch(/^invalid id in a.parquet, row 1, column 'id'; must be a text/);
  });
});

describe('texts are taken as they are', () => {
  const ids = (...texts: (string | number[])[]) => {
    const body = texts.flatMap((text) => [
      ...plainText(typeof text === 'string' ? text : Uint8Array.from(text)),
    ]);
    const page = { fields: { 1: 0, 5: { 1: 4, 2: 0, 3: 3, 4: 3 } }, body: Uint8Array.from(body) };
    return parquetFile([{ name: 'id', type: TEXT, values: 4, pages: [page] }, score, included]);
  };

  test('a mark of byte order is part of an id, here as in CSV', async () => {
    expect(await refusal(ids('a', '\ufeffa', '\ufeff\ufeffa', '\u00a0a'))).toBe('accepted');
    expect(await refusal(ids('a', ' a', 'b', 'c'))).toMatch(/^doubled id/);
    const rows = ['b', 'a', '\ufeffa', '\u00a0a'];
    const csv = ['id,score,included', ...rows.map((id, i) => `${id},${scores[i]},${flags[i]}`)].join('\n');
    const read = (name: string, bytes: Uint8Array) => readScores(bytesSource(name, bytes));
    const fromText = await read('a.csv', new TextEncoder().encode(csv));
    expect((await read('a.parquet', ids(...rows))).ids).toEqual(fromText.ids);
  });

  test('an id that is no UTF-8 is refused', async () => {
    expect(await refusal(ids('a', [0x61, 0xff], [0x61, 0xfe], 'b'))).toBe(
      "invalid id in a.parquet, row 2, column 'id'; must be a text or a number: 0x61ff",
    );
    expect(await refusal(ids('a', [0xed, 0xa0, 0x80], 'b', 'c'))).toMatch(/row 2.*: 0xeda080$/);
    // The character that stands for others is one itself.
    expect(await refusal(ids('a', '\ufffd', 'b', 'c'))).toBe('accepted');
  });

  test('names that are no UTF-8 are told apart', async () => {
    const name = (byte: number) => new Raw(8, [2, 0x61, byte]) as unknown as string;
    const named = (byte: number) => ({ ...score, name: name(byte), schema: { 4: name(byte) } });
    const bytes = parquetFile([
      { ...named(0xff), meta: { 3: [name(0xff)] } },
      { ...named(0xfe), meta: { 3: [name(0xfe)] } },
      score,
      included,
    ]);
    expect((await openParquet(bytesSource('a.parquet', bytes))).names).toEqual([
      '0x61ff',
      '0x61fe',
      'score',
      'included',
    ]);
    expect(await refusal(bytes)).toBe('accepted');
  });
});

test('times are no scores', async () => {
  const micros = { ...score, type: INT64, schema: { 6: 10 } };
  const pages = [plainPage(BigInt64Array.of(1n, 2n, 3n, 4n))];
  expect(await refusal(parquetFile([{ ...micros, pages }, included]))).toMatch(/must hold numbers or texts/);
});
