import { describe, expect, test } from 'vitest';
import { bytesSource, readScores } from '../../src/io/index.ts';
import type { MembershipScores } from '../../src/types.ts';
import { BOOLEAN, flags, INT64, included, refusal, score, scores, TEXT } from './parquet-canaries.ts';
import { parquetFile, plainPage, plainText, type TestColumn } from './parquet-file.ts';

test('missing values are told from the levels, which must be whole', async () => {
  const page = (levels: number[], values: Float64Array) => ({
    fields: { 1: 0, 5: { 1: 4, 2: 0, 3: 3, 4: 3 } },
    body: Uint8Array.from([levels.length, 0, 0, 0, ...levels, ...new Uint8Array(values.buffer)]),
  });
  const of = (levels: number[], values: Float64Array) =>
    parquetFile([{ ...score, optional: true, pages: [page(levels, values)] }, included]);
  expect(await refusal(of([8, 1], scores))).toBe('accepted');
  expect(await refusal(of([3, 0b1011], scores.slice(0, 3)))).toMatch(/row 3, column 'score'.*\(empty\)/);
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

test('decimals are numbers, in each of the types that hold them', async () => {
  const values = [0n, -125n, 3n, 9_007_199_254_740_000n];
  const fields = { 1: 0, 5: { 1: 4, 2: 0, 3: 3, 4: 3 } };
  const body = Uint8Array.from(values.flatMap((value) => bigEndian(value, 16)));
  for (const column of [
    { ...score, type: INT64, pages: [plainPage(BigInt64Array.from(values))], schema: { 6: 5, 7: 3, 8: 18 } },
    { ...score, type: 7, pages: [{ fields, body }], schema: { 2: 16, 6: 5, 7: 3, 8: 38 } },
  ]) {
    const read = await readScores(bytesSource('a.parquet', parquetFile([column, included])));
    expect((read as MembershipScores).scores).toEqual(Float64Array.of(0, -0.125, 0.003, 9007199254740));
  }
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
});

test('times are no scores', async () => {
  const micros = { ...score, type: INT64, schema: { 6: 10 } };
  const pages = [plainPage(BigInt64Array.of(1n, 2n, 3n, 4n))];
  expect(await refusal(parquetFile([{ ...micros, pages }, included]))).toMatch(
    /row 1, column 'score'; must be a finite number/,
  );
});
