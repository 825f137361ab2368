import { expect, test } from 'vitest';
import { IdTable } from '../../src/io/columns/ids/id-table.ts';
import { type ByteSource, readScores } from '../../src/io/index.ts';
import { often } from '../support/thorough.ts';

const ROWS = often(1_000_000, 100_000);
const scoreOf = (row: number) => Math.sin(row);

/** Makes its rows as they are read, so that only the reader's memory counts. */
function generated(name: string, header: string, line: (row: number) => string): ByteSource {
  const encoder = new TextEncoder();
  return {
    name,
    byteLength: 0,
    slice: () => Promise.reject(new Error('not for slices')),
    async *stream() {
      yield encoder.encode(header);
      for (let row = 0; row < ROWS; row += 5000) {
        let lines = '';
        for (let i = row; i < row + 5000; i++) lines += line(i);
        yield encoder.encode(lines);
      }
    },
  };
}

const files = [
  generated('a.csv', 'id,score,included\n', (i) => `canary-${i},${scoreOf(i)},${i & 1}\n`),
  generated('a.jsonl', '', (i) => `{"id":${i},"score":${scoreOf(i)},"included":${i % 2 === 1}}\n`),
];

for (const file of files)
  test(`${ROWS} rows of ${file.name} are read whole`, async () => {
    const read = await readScores(file);
    if (read.kind !== 'membership') throw new Error('not membership');
    expect(read.scores.length).toBe(ROWS);
    let wrong = 0;
    for (let i = 0; i < ROWS; i++) if (read.scores[i] !== scoreOf(i) || read.included[i] !== (i & 1)) wrong++;
    expect(wrong).toBe(0);
  });

test('one doubled id among many is found', async () => {
  const file = generated('a.csv', 'id,score,included\n', (i) => `${i === ROWS - 12_346 ? 123 : i},0,1\n`);
  await expect(readScores(file)).rejects.toThrow(
    `doubled id in a.csv, row ${ROWS - 12_345}, column 'id'; every canary must stand once: 123`,
  );
});

test('a table of ids tells where each was added, and knows no others', () => {
  const table = new IdTable(true);
  const encoder = new TextEncoder();
  const bytes = (id: string) => encoder.encode(id);
  const ids = Array.from({ length: 50_000 }, (_, i) => `${i % 2 ? 'x' : ''}${i * i}`);
  for (const id of ids) expect(table.add(bytes(id), 0, id.length)).toBe(true);
  for (const [place, id] of ids.entries()) expect(table.find(bytes(id), 0, id.length)).toBe(place);
  expect(table.add(bytes(ids[7]), 0, ids[7].length)).toBe(false);
  expect(table.find(bytes('y'), 0, 1)).toBe(-1);
  expect(table.size).toBe(ids.length);
});
