import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../src/errors.ts';
import { bytesSource, openParquet, readRun, readScores } from '../../src/io/index.ts';
import type { MembershipScores } from '../../src/types.ts';
import { parquet, withoutIds } from './files.ts';
import { parquetFile, plainPage, plainText, Raw, type TestColumn } from './parquet-file.ts';

const DOUBLE = 5;
const INT32 = 1;
const INT64 = 2;
const BOOLEAN = 0;
const TEXT = 6;

const scores = Float64Array.of(0.5, -1, 2, 0.25);
const flags = Int32Array.of(1, 0, 0, 1);
const score: TestColumn = { name: 'score', type: DOUBLE, values: 4, pages: [plainPage(scores)] };
const included: TestColumn = { name: 'included', type: INT32, values: 4, pages: [plainPage(flags)] };

async function refusal(bytes: Uint8Array): Promise<string> {
  const begin = performance.now();
  const message = await readScores(bytesSource('a.parquet', bytes)).then(
    () => 'accepted',
    (error: unknown) => {
      expect(error).toBeInstanceOf(InvalidInput);
      return (error as Error).message;
    },
  );
  expect(performance.now() - begin).toBeLessThan(5000);
  return message;
}

const broken = (reason: string) => `invalid file a.parquet; must be a whole Parquet file: ${reason}`;

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

test('no change of one byte makes the reader hang, crash or take much memory', async () => {
  const values = Array.from({ length: 300 }, (_, i) => Math.sin(i));
  const columns = {
    id: values.map((_, i) => `c${i}`),
    score: values,
    included: values.map((_, i) => i % 2 === 0),
    note: values.map((v) => (v > 0 ? 'up' : null)),
  };
  const files = [
    parquet(columns),
    parquet(columns, 'GZIP'),
    parquetFile([score, included, { name: 'b', type: BOOLEAN, values: 4, pages: [plainPage(flags)] }]),
  ];
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 900; i++) {
    const bytes = files[i % files.length].slice();
    const footer = new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
    const at = i % 2 ? random(bytes.length) : bytes.length - 9 - random(footer);
    bytes[at] = [bytes[at] ^ (1 << random(8)), 0xff, 0, 0x80, random(256)][i % 5];
    const table = await openParquet(bytesSource('a.parquet', bytes)).catch((error) => error);
    if (table instanceof Error) {
      expect(table).toBeInstanceOf(InvalidInput);
      continue;
    }
    for (const position of table.names.keys())
      try {
        for await (const { rows } of table.batches([position])) expect(rows).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInput);
      }
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
});

test('the hash of a Parquet file is that of its bytes', async () => {
  const { createHash } = await import('node:crypto');
  const bytes = parquetFile([score, included]);
  const { input } = await readRun(bytesSource('a.parquet', bytes));
  expect(input.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});
