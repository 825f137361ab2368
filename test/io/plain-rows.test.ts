import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { PlainRows } from '../../src/io/formats/plain-rows.ts';
import { type ByteSource, readScores } from '../../src/io/index.ts';
import { gzip, inPieces, text } from './files.ts';

afterEach(() => void vi.restoreAllMocks());

/** What becomes of a file: its scores, or the sentence that refuses it. */
async function outcome(source: ByteSource): Promise<unknown> {
  return readScores(source).catch((error: Error) => error.message);
}

/** The same by the general reader alone. */
async function naive(source: ByteSource): Promise<unknown> {
  const off = vi.spyOn(PlainRows, 'of').mockReturnValue(null);
  try {
    return await outcome(source);
  } finally {
    off.mockRestore();
  }
}

const plainNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer({ min: -1000, max: 1000 }).map(String),
  fc.double({ min: -10, max: 10, noNaN: true }).map((x) => x.toFixed(12)),
);
const oddNumber = fc.constantFrom(
  ...['', '-', '.', '+1', '1.', '.5', '-.5', '1e5', '1E-300', '1e400', '5e', '0x10', 'nan', 'inf', '1.2.3'],
  ...['12345678901234567890', '9007199254740993', '9007199254740992', '0.1234567890123456789', '"0.5"'],
  ...['  7', '7  ', '\t7', '1_000', '1\u00a0', '--1', '00012', '-0', '1e', '1;2', '"1', '1"'],
);
const flag = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('0', '1') },
  { weight: 1, arbitrary: fc.constantFrom('true', 'False', '2', '', '1.0', '"1"', ' 1', '01') },
);
const note = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('', 'x', 'a b', 'é') },
  { weight: 1, arbitrary: fc.constantFrom('"a,\n""b"""', '"open', 'a"b', '\0', '"x"y') },
);
const end = fc.oneof(
  { weight: 9, arbitrary: fc.constant('\n') },
  { weight: 2, arbitrary: fc.constantFrom('\r\n', '\n\n', '\n \r\n', '\r', ' \n', ',\n', '') },
);

interface Row {
  readonly id: string | null;
  readonly score: string;
  readonly flag: string;
  readonly note: string;
  readonly end: string;
}

const rows = (odd: number): fc.Arbitrary<Row[]> =>
  fc.array(
    fc.record({
      // Null goes on counting.
      id: fc.oneof(
        { weight: 12, arbitrary: fc.constant(null) },
        { weight: odd, arbitrary: fc.constantFrom('7', '007', 'a', '', 'é', '1e3', '"8"', ' 9', '3 ') },
      ),
      score: fc.oneof({ weight: 30, arbitrary: plainNumber }, { weight: odd, arbitrary: oddNumber }),
      flag: odd === 0 ? fc.constantFrom('0', '1') : flag,
      note: odd === 0 ? fc.constantFrom('', 'x', 'é') : note,
      end: odd === 0 ? fc.constantFrom('\n', '\r\n') : end,
    }),
    { maxLength: 25 },
  );

/** The file in one of several orders of its columns. */
function fileOf(table: readonly Row[], order: number, first: number, delimiter: string): string {
  const columns = [
    ['id', 'score', 'included', 'note'],
    ['score', 'included'],
    ['note', 'included', 'score', 'id'],
    ['included', 'note', 'score'],
  ][order];
  const lines = table.map((row, i) => {
    const fields: Record<string, string> = {
      id: row.id ?? String(first + i),
      score: row.score,
      included: row.flag,
      note: row.note,
    };
    return columns.map((column) => fields[column]).join(delimiter) + row.end;
  });
  return `${columns.join(delimiter)}\n${lines.join('')}`;
}

const file = (odd: number) =>
  fc
    .tuple(rows(odd), fc.nat(3), fc.constantFrom(0, 1, 8, 97, 999_999), fc.constantFrom(',', ';', '\t'))
    .map((parts) => text(fileOf(...parts)));

test.each([
  ['plain', 0],
  ['odd here and there', 1],
  ['odd everywhere', 10],
])('rows that are %s are read, or refused, as the general reader does', async (_, odd) => {
  await fc.assert(
    fc.asyncProperty(file(odd), fc.integer({ min: 1, max: 60 }), async (source, size) => {
      const expected = await naive(source);
      expect(await outcome(source)).toEqual(expected);
      expect(await outcome(inPieces(source, size))).toEqual(expected);
    }),
    { seed: 17, numRuns: 120 },
  );
});

test('wherever the bytes are cut, and in gzip', async () => {
  const table =
    'id,score,included,note\n1,0.25,1,\n2,-1.5e-3,0,"a\nb"\r\n\n3,0.12345678901234567,1,x\n10,7,0,';
  const source = text(table);
  const expected = await naive(source);
  expect(expected).toMatchObject({ included: Uint8Array.of(1, 0, 1, 0) });
  for (let size = 1; size <= table.length; size++)
    expect(await outcome(inPieces(source, size))).toEqual(expected);
  const packed = gzip(new TextEncoder().encode(table));
  const { slice, stream } = text('');
  expect(
    await outcome({
      name: 'scores.csv.gz',
      byteLength: packed.length,
      slice,
      async *stream() {
        yield* stream();
        yield packed;
      },
    }),
  ).toEqual(expected);
});
