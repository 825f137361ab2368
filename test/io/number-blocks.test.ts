import fc from 'fast-check';
import { zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { dump } from 'npyjs';
import { expect, test } from 'vitest';
import { bytesSource, readScores } from '../../src/io/index.ts';
import type { Scores } from '../../src/types.ts';

type Numbers = Float64Array | Float32Array | Int32Array | BigInt64Array;

interface Table {
  readonly id: Numbers;
  readonly score: Numbers;
  readonly included: Numbers;
}

/** What is wrong first, in the order of the rows and, within a row, of the columns. */
function firstWrong({ id, score, included }: Table): string | null {
  for (let row = 0; row < score.length; row++) {
    const [own, value, flag] = [id[row], Number(score[row]), Number(included[row])];
    // Whole numbers of 64 bits are written out as they are.
    if (typeof own === 'number' && !Number.isSafeInteger(own))
      return `invalid id in a, row ${row + 1}, column 'id'`;
    if (!Number.isFinite(value) || Math.abs(value) > 2 ** 53)
      return `invalid score in a, row ${row + 1}, column 'score'`;
    if (flag !== 0 && flag !== 1) return `invalid included in a, row ${row + 1}, column 'included'`;
  }
  return null;
}

function npz(table: Table): Uint8Array {
  const arrays = Object.entries(table).map(([name, values]) => [
    `${name}.npy`,
    new Uint8Array(dump(values, [values.length])),
  ]);
  return zipSync(Object.fromEntries(arrays), { level: 0 });
}

function parquet(table: Table): Uint8Array {
  const types = {
    Float64Array: 'DOUBLE',
    Float32Array: 'FLOAT',
    Int32Array: 'INT32',
    BigInt64Array: 'INT64',
  } as const;
  const columnData = Object.entries(table).map(([name, data]: [string, Numbers]) => ({
    name,
    data,
    type: types[data.constructor.name as keyof typeof types],
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 40 }));
}

const ROWS = 60;

/** Columns of plain numbers, with a value that is none of the column's in a row here and there. */
const tables = fc
  .record({
    kinds: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)),
    first: fc.constantFrom(0, 1, 5000),
    counting: fc.boolean(),
    wrong: fc.array(fc.tuple(fc.nat(2), fc.nat(ROWS - 1)), { maxLength: 3 }),
  })
  .map(({ kinds, first, counting, wrong }): Table => {
    const id = Array.from({ length: ROWS }, (_, i) => first + (counting || i < 25 ? i : 3 * i));
    const score = Array.from({ length: ROWS }, (_, i) => Math.fround(Math.sin(i)));
    const included = Array.from({ length: ROWS }, (_, i) => ((i * i) % 3) & 1);
    const big = (values: number[]) => BigInt64Array.from(values, (value) => BigInt(Math.round(value)));
    const [ids, scores, flags] = [
      [Float64Array.from(id), Int32Array.from(id), big(id)][kinds[0]],
      [Float64Array.from(score), Float32Array.from(score), big(score)][kinds[1]],
      [Float64Array.from(included), Int32Array.from(included), big(included)][kinds[2]],
    ];
    for (const [column, row] of wrong) {
      const values = [ids, scores, flags][column];
      if (values instanceof BigInt64Array) values[row] = column === 2 ? 2n : 2n ** 60n + 1n;
      else if (values instanceof Int32Array) values[row] = column === 2 ? -1 : values[row];
      else values[row] = column === 2 ? 0.5 : Number.NaN;
    }
    return { id: ids, score: scores, included: flags };
  });

test('arrays of numbers become what their rows become one by one, or are refused at the first wrong row', async () => {
  await fc.assert(
    fc.asyncProperty(tables, fc.boolean(), async (table, zipped) => {
      const source = bytesSource('a', zipped ? npz(table) : parquet(table));
      const wrong = firstWrong(table);
      if (wrong !== null) {
        await expect(readScores(source)).rejects.toThrow(wrong);
        return;
      }
      const text = `id,score,included\n${Array.from(
        { length: ROWS },
        (_, i) => `"${table.id[i]}","${table.score[i]}","${table.included[i]}"\n`,
      ).join('')}`;
      const expected: Scores = await readScores(bytesSource('a', new TextEncoder().encode(text)));
      expect(await readScores(source)).toEqual(expected);
    }),
    { seed: 12, numRuns: 80 },
  );
});

test('a wrong value far behind the first rows is named, and nothing before it', async () => {
  const rows = 20_000;
  const table = {
    id: Int32Array.from({ length: rows }, (_, i) => i),
    score: new Float64Array(rows),
    included: Int32Array.from({ length: rows }, (_, i) => i & 1),
  };
  for (const make of [npz, parquet]) expect(await readScores(bytesSource('a', make(table)))).toBeDefined();
  table.included[rows - 2] = 7;
  table.score[rows - 1] = Number.NaN;
  for (const make of [npz, parquet])
    await expect(readScores(bytesSource('a', make(table)))).rejects.toThrow(
      `invalid included in a, row ${rows - 1}, column 'included'; must be 0 or 1, false or true; write 1 for in, 0 for out: 7`,
    );
});

test('truth values are flags, and no numbers', async () => {
  const truths = Array.from({ length: 100 }, (_, i) => i % 3 === 0);
  const scores = Float64Array.from({ length: 100 }, (_, i) => i);
  const file = (columns: Record<string, unknown>) =>
    bytesSource(
      'a',
      new Uint8Array(
        parquetWriteBuffer({
          columnData: Object.entries(columns).map(([name, data]) => ({
            name,
            data: data as boolean[] | Float64Array,
            type: Array.isArray(data) ? 'BOOLEAN' : 'DOUBLE',
          })),
        }),
      ),
    );
  expect(await readScores(file({ score: scores, included: truths }))).toMatchObject({
    scores,
    included: Uint8Array.from(truths, Number),
  });
  await expect(readScores(file({ score: truths, included: scores }))).rejects.toThrow(
    "invalid score in a, row 1, column 'score'; must be a finite number: true",
  );
  await expect(readScores(file({ id: truths, score: scores, included: truths }))).rejects.toThrow(
    "invalid id in a, row 1, column 'id'",
  );
});
