import { expect, test } from 'vitest';
import { bytesSource, readRuns, readScores } from '../../src/io/index.ts';
import { type Columns, csv, gzip, jsonLines, npy, npz, parquet, text } from './files.ts';

const included = Array.from({ length: 300 }, (_, i) => i % 2);
const score = included.map((_, i) => Math.sin(i));

/** Ids that count, that do so for a while, that never do, and that are not ASCII. */
const IDS: [string, readonly (string | number)[]][] = [
  ['counting', included.map((_, i) => 7 + i)],
  ['counting for a while', included.map((_, i) => (i < 200 ? i : 3 * i))],
  ['texts', included.map((_, i) => `canary-${i}`)],
  ['other letters', included.map((_, i) => `Kanarienvögel ${i}, “${i}”`.replaceAll(',', ';'))],
];

const tables = (columns: Columns): [string, Uint8Array][] => [
  ['a.csv', csv(columns)],
  ['a.csv.gz', gzip(csv(columns))],
  ['a.jsonl', jsonLines(columns)],
  ['a.parquet', parquet(columns)],
];

test.each(IDS)('the ids of small files are kept as they are written: %s', async (_, id) => {
  const names = id.map(String);
  const files = tables({ id, score, included });
  if (id.every((one) => typeof one === 'number'))
    files.push(['a.npz', npz({ id: npy(id as number[]), scores: npy(score), included: npy(included) })]);
  for (const [name, bytes] of files)
    expect((await readScores(bytesSource(name, bytes))).names, name).toEqual(names);
  // Joined, they are those of the score file, in its order.
  const assignment = bytesSource('b.csv', csv({ id: [...id].reverse(), included: [...included].reverse() }));
  for (const [name, bytes] of tables({ id, score }))
    expect((await readScores(bytesSource(name, bytes), { assignment })).names, name).toEqual(names);
});

test('each of several runs has its own, a guess among candidates too, and a file without ids has none', async () => {
  const rows = included.map((one, i) => `${i % 3},c${i >> 1},${one},${i % 2}\n`);
  const runs = await readRuns(text(`run,id,truth,guess\n${rows.join('')}`));
  expect(runs.map(({ scores }) => scores.names?.slice(0, 3))).toEqual([
    ['c0', 'c1', 'c3'],
    ['c0', 'c2', 'c3'],
    ['c1', 'c2', 'c4'],
  ]);
  expect(await readScores(bytesSource('a.csv', csv({ score, included })))).not.toHaveProperty('names');
});

test('files of more than 65,536 rows have none', async () => {
  for (const prefix of ['', 'c'])
    for (const rows of [65_536, 65_537]) {
      const lines = Array.from({ length: rows }, (_, i) => `${prefix}${i},1,${i % 2}\n`);
      const { names } = await readScores(text(`id,score,included\n${lines.join('')}`));
      expect(names?.length).toBe(rows === 65_536 ? rows : undefined);
      expect(names?.at(-1)).toBe(rows === 65_536 ? `${prefix}65535` : undefined);
    }
});

test('those of very long ids are not kept', async () => {
  const id = included.map((_, i) => `${i}${'x'.repeat(100_000)}`);
  const read = await readScores(bytesSource('a.csv', csv({ id, score, included })));
  expect(read).not.toHaveProperty('names');
  expect(read.ids).toHaveLength(2 * id.length);
});
