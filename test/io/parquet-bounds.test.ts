import { expect, test } from 'vitest';
import { bytesSource, LimitReached, openParquet, readScores } from '../../src/io/index.ts';
import { parquetFile, plainText, repeated, type TestColumn } from './parquet-file.ts';

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
