import { describe, expect, test } from 'vitest';
import { bytesSource, openParquet, type ParquetTable, readRun, readScores } from '../../src/io/index.ts';
import { withoutIds } from './files.ts';
import { flags, included, refusal, score, scores } from './parquet-canaries.ts';
import { parquetFile, plainPage, type TestColumn } from './parquet-file.ts';

test('the older form of pages is read as the newer is', async () => {
  const read = await readScores(bytesSource('a.parquet', parquetFile([score, included])));
  expect(withoutIds(read)).toEqual({
    kind: 'membership',
    scores,
    included: Uint8Array.from(flags),
  });
});

describe('what a file says is held against its length', () => {
  const huge = 2n ** 40n;
  const cases: [string, Uint8Array, RegExp][] = [
    ['more rows than values', parquetFile([score, included], { 3: huge }), /limit rows|rows announced/],
    [
      'a column beyond the end',
      parquetFile([{ ...score, meta: { 7: huge } }, included]),
      /column 'score' goes from byte/,
    ],
    [
      'more values in a column than rows',
      parquetFile([{ ...score, meta: { 5: 5n } }, included]),
      /5 values in 4 rows/,
    ],
    [
      'a list of scores',
      parquetFile([{ ...score, schema: { 3: 2 } }, included]),
      /column 'score' must hold numbers or texts/,
    ],
    [
      'fewer values in the pages than in the column',
      parquetFile([{ ...score, pages: [plainPage(scores.slice(0, 2))] }, included]),
      /column 'score' has 2 of 4 values/,
    ],
    ['an unknown codec', parquetFile([{ ...score, meta: { 4: 3 } }, included]), /codec/],
  ];
  for (const [what, bytes, message] of cases)
    test(what, async () => {
      expect(await refusal(bytes)).toMatch(message);
    });
});

describe('what a page holds is held against its bytes', () => {
  const indexed = (body: number[], count = 4) => ({
    fields: { 1: 0, 5: { 1: count, 2: 8, 3: 3, 4: 3 } },
    body: Uint8Array.from(body),
  });
  const dictionary = {
    fields: { 1: 2, 7: { 1: 2, 2: 0 } },
    body: new Uint8Array(Float64Array.of(5, 6).buffer),
  };
  const of = (...pages: TestColumn['pages']) => parquetFile([{ ...score, pages }, included]);

  test('values from a dictionary', async () => {
    const bytes = of(dictionary, indexed([1, 3, 0b0110]));
    expect(await readScores(bytesSource('a.parquet', bytes))).toMatchObject({
      scores: Float64Array.of(5, 6, 6, 5),
    });
  });

  test('differences in blocks', async () => {
    // Blocks of 128 in 4 parts; 4 values; the first is 1, the next differ by -1, 0 and 1, each two bits beside -1.
    const body = Uint8Array.from([0x80, 1, 4, 4, 2, 1, 2, 0, 0, 0, 0b100100, ...Array(7).fill(0)]);
    const page = { fields: { 1: 0, 5: { 1: 4, 2: 5, 3: 3, 4: 3 } }, body };
    const whole = parquetFile([score, { ...included, pages: [page] }]);
    expect(await readScores(bytesSource('a.parquet', whole))).toMatchObject({
      included: Uint8Array.of(1, 0, 0, 1),
    });
  });
});

test('pages of single values and row groups of single rows are read as one column', async () => {
  const single = Array.from({ length: 3000 }, (_, i) => plainPage(Int32Array.of(i)));
  const of = (pages: TestColumn['pages'], groups: number) =>
    openParquet(
      bytesSource(
        'a.parquet',
        parquetFile([{ name: 'score', type: 1, values: pages.length, pages }], {}, groups),
      ),
    );
  const [pages, groups] = [await of(single, 1), await of(single.slice(7, 8), 50)];
  const all = async (table: ParquetTable) => {
    const values: unknown[] = [];
    for await (const { columns } of table.batches([0])) values.push(...Array.from(columns[0]));
    return values;
  };
  expect(await all(pages)).toEqual([...single.keys()]);
  expect(await all(groups)).toEqual(Array(50).fill(7));
});

test('the hash of a Parquet file is that of its bytes', async () => {
  const { createHash } = await import('node:crypto');
  const bytes = parquetFile([score, included]);
  const { input } = await readRun(bytesSource('a.parquet', bytes));
  expect(input.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});
