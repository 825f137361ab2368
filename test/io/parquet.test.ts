import { describe, expect, test } from 'vitest';
import { bytesSource, readRun, readScores } from '../../src/io/index.ts';
import { withoutIds } from './files.ts';
import { broken, flags, included, refusal, score, scores, TEXT } from './parquet-canaries.ts';
import { parquetFile, plainPage, Raw, type TestColumn } from './parquet-file.ts';

test('the older form of pages is read as the newer is', async () => {
  const read = await readScores(bytesSource('a.parquet', parquetFile([score, included])));
  expect(withoutIds(read)).toEqual({
    kind: 'membership',
    scores,
    included: Uint8Array.from(flags),
  });
});

test('a page is held against its checksum', async () => {
  const page = { ...plainPage(scores), checksum: true };
  const whole = parquetFile([{ ...score, pages: [page] }, included]);
  expect(await refusal(whole)).toBe('accepted');
  const at = whole.indexOf(0xbf); // The sign of -1, its last byte.
  expect(at).toBeGreaterThan(0);
  const flipped = whole.map((byte, i) => (i === at ? byte ^ 0x80 : byte));
  expect(await refusal(flipped)).toBe(broken('a page has another checksum than announced'));
});

describe('what a file says is held against its length', () => {
  const huge = 2n ** 40n;
  const cases: [string, Uint8Array, RegExp][] = [
    ['more rows than values', parquetFile([score, included], { 3: huge }), /rows announced/],
    [
      'a column beyond the end',
      parquetFile([{ ...score, meta: { 7: huge } }, included]),
      /column 'score' goes from byte/,
    ],
    [
      'a column before the beginning',
      parquetFile([{ ...score, meta: { 9: -8n } }, included]),
      /number of bytes is -8/,
    ],
    [
      'a number beyond 2^53',
      parquetFile([{ ...score, meta: { 5: 2n ** 62n } }, included]),
      /beyond any length/,
    ],
    [
      'more values in a column than rows',
      parquetFile([{ ...score, meta: { 5: 5n } }, included]),
      /5 values in 4 rows/,
    ],
    [
      'more values in a page than its column has',
      parquetFile([{ ...score, pages: [plainPage(scores, 2 ** 31 - 1)] }, included]),
      /a page has 2147483647 of 4 values/,
    ],
    [
      'a page longer than its column',
      parquetFile([{ ...score, pages: [{ ...plainPage(scores), packedSize: 2 ** 31 - 1 }] }, included]),
      /limit reached|goes beyond its column/,
    ],
    [
      'a page of two lengths',
      parquetFile([{ ...score, pages: [{ ...plainPage(scores), size: 48 }] }, included]),
      /two lengths/,
    ],
    [
      'values that are not there',
      parquetFile([{ ...score, pages: [plainPage(scores.slice(0, 2), 4)] }, included]),
      /4 values announced, 16 bytes there/,
    ],
    [
      'a list longer than the file',
      parquetFile([score, included], { 4: new Raw(9, [0xfc, 0xff, 0xff, 0xff, 0xff, 0x0f]) }),
      /longer than what is there/,
    ],
    [
      'a text longer than the file',
      parquetFile([score, included], { 6: new Raw(8, [0xff, 0xff, 0xff, 0xff, 0x7f]) }),
      /longer than what is there/,
    ],
    [
      'structures without an end',
      parquetFile([score, included], { 9: new Raw(12, Array(10_000).fill(0x1c)) }),
      /nested too deep/,
    ],
    [
      'lists without an end',
      parquetFile([score, included], { 9: new Raw(9, Array(10_000).fill(0x19)) }),
      /nested too deep/,
    ],
    [
      'a number of endless digits',
      parquetFile([score, included], { 3: new Raw(6, Array(100_000).fill(0xff)) }),
      /damaged/,
    ],
    [
      'a schema of more columns than it lists',
      parquetFile([score, included], {
        2: [
          { 4: 'schema', 5: 2 ** 31 - 1 },
          { 1: 5, 3: 0, 4: 'score' },
        ],
      }),
      /schema breaks off/,
    ],
    [
      'a schema that is a thousand deep',
      parquetFile([score, included], {
        2: Array.from({ length: 1000 }, () => ({ 4: 'score', 5: 1 })),
      }),
      /nested too deep/,
    ],
    [
      'a column twice in a group',
      parquetFile([score, included, { ...score, schema: { 4: 'other' } }]),
      /stands twice/,
    ],
    ['two types', parquetFile([{ ...score, meta: { 1: 2 } }, included]), /two types/],
    ['an unknown codec', parquetFile([{ ...score, meta: { 4: 3 } }, included]), /compressed in a way/],
    [
      'a list of scores',
      parquetFile([{ ...score, schema: { 3: 2 } }, included]),
      /column 'score' must hold numbers or texts/,
    ],
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

  const cases: [string, Uint8Array, RegExp][] = [
    ['no dictionary', of(indexed([1, 3, 0b0110])), /dictionary is missing/],
    ['two dictionaries', of(dictionary, dictionary, indexed([1, 3, 6])), /two dictionaries/],
    ['places beyond the dictionary', of(dictionary, indexed([2, 3, 0b11100100, 0])), /beyond the dictionary/],
    [
      'a run of a thousand million',
      of(dictionary, indexed([1, 0xfe, 0xff, 0xff, 0xff, 7, 0])),
      /does not fit/,
    ],
    [
      'a run that counts backwards',
      of(dictionary, indexed([0, 0xff, 0xff, 0xff, 0xff, 0x0f])),
      /does not fit/,
    ],
    ['runs of nothing', of(dictionary, indexed([1, ...Array(1000).fill(0)])), /does not fit/],
    ['255 bits a place', of(dictionary, indexed([255, 3, 0b0110])), /damaged/],
    ['no places', of(dictionary, indexed([])), /breaks off/],
  ];
  for (const [what, bytes, message] of cases)
    test(what, async () => {
      expect(await refusal(bytes)).toMatch(message);
    });

  const deltas = (body: number[]) =>
    parquetFile([
      score,
      {
        ...included,
        pages: [{ fields: { 1: 0, 5: { 1: 4, 2: 5, 3: 3, 4: 3 } }, body: Uint8Array.from(body) }],
      },
    ]);
  test('differences in blocks', async () => {
    // Blocks of 128 in 4 parts; 4 values; the first is 1, the next differ by -1, 0 and 1, each two bits beside -1.
    const whole = deltas([0x80, 1, 4, 4, 2, 1, 2, 0, 0, 0, 0b100100, ...Array(7).fill(0)]);
    expect(await readScores(bytesSource('a.parquet', whole))).toMatchObject({
      included: Uint8Array.of(1, 0, 0, 1),
    });
    const huge = [0xff, 0xff, 0xff, 0xff, 7];
    expect(await refusal(deltas([0x80, 1, ...huge, 4, 2, 1, 2]))).toMatch(/damaged/);
    expect(await refusal(deltas([0x80, 1, 0, 4, 2, 1, 2]))).toMatch(/damaged/);
    expect(await refusal(deltas([0x80, 1, 4, ...huge, 2, 1, 2]))).toMatch(/4 values announced/);
    expect(await refusal(deltas([0x80, 1, 4, 4, ...Array(100_000).fill(0xff)]))).toMatch(/breaks off/);
    expect(await refusal(deltas([0x80, 1, 4, 4, 2, 1, 200, 0, 0, 0]))).toMatch(/damaged/);
  });

  test('texts that each repeat the one before a million times', async () => {
    const prefix = (first: number, step: number) => [0x80, 1, 4, 4, 2 * first, 2 * step, 0, 0, 0, 0];
    const bytes = parquetFile([
      {
        name: 'id',
        type: TEXT,
        values: 4,
        pages: [
          {
            fields: { 1: 0, 5: { 1: 4, 2: 7, 3: 3, 4: 3 } },
            body: Uint8Array.from([...prefix(0, 60), ...prefix(1, 0), 97, 98, 99, 100]),
          },
        ],
      },
      score,
      included,
    ]);
    expect(await refusal(bytes)).toMatch(/damaged/);
  });
});
test('the hash of a Parquet file is that of its bytes', async () => {
  const { createHash } = await import('node:crypto');
  const bytes = parquetFile([score, included]);
  const { input } = await readRun(bytesSource('a.parquet', bytes));
  expect(input.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});
