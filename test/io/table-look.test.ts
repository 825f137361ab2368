import { expect, test } from 'vitest';
import { bytesSource, columnsByRole, lookAtTable, missingRoles } from '../../src/io/index.ts';
import { csv, gzip, jsonLines, npy, npz, parquet, text } from './files.ts';

const columns = { name: ['a', 'b', 'c', 'd', 'e', 'f'], llr: [1, 2, 3, 4, 5, 6], member: [0, 1, 0, 1, 0, 1] };

test.each([
  ['a.csv', csv(columns)],
  ['a.csv.gz', gzip(csv(columns))],
  ['a.jsonl', jsonLines(columns)],
  ['a.parquet', parquet(columns)],
])('the columns and first rows of %s', async (name, bytes) => {
  expect(await lookAtTable(bytesSource(name, bytes))).toEqual({
    columns: ['name', 'llr', 'member'],
    shown: ['name', 'llr', 'member'],
    rows: [
      ['a', '1', '0'],
      ['b', '2', '1'],
      ['c', '3', '0'],
      ['d', '4', '1'],
    ],
  });
});

test('arrays of an archive are columns, also where their rows cannot be put side by side', async () => {
  const archive = npz({ scores: npy([1, 2]), member: npy([0, 1]), weights: npy([1, 2, 3]) });
  const look = await lookAtTable(bytesSource('a.npz', archive));
  expect([...look.columns].sort()).toEqual(['member', 'scores', 'weights']);
  expect(look.rows).toEqual([]);
});

test('a file without rows has its header, one without a header is refused', async () => {
  expect(await lookAtTable(text('a,b\n'))).toEqual({ columns: ['a', 'b'], shown: ['a', 'b'], rows: [] });
  await expect(lookAtTable(bytesSource('a.npy', npy([1])))).rejects.toThrow('one NPY array');
});

test('of many columns those with a role are shown, and long values are cut', async () => {
  const names = [...Array.from({ length: 30 }, (_, i) => `x${i}`), 'score'];
  const look = await lookAtTable(text(`${names.join(',')}\n${names.map(() => 'y'.repeat(500)).join(',')}\n`));
  expect(look.columns).toEqual(names);
  expect(look.shown).toEqual(['x0', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'score']);
  expect(Math.max(...look.rows[0].map((value) => value.length))).toBeLessThan(60);
});

test('roles by name, and those that have still to be named', () => {
  const names = ['id', 'included', 'likelihood_ratio', 'sum'];
  expect(columnsByRole(names, {})).toEqual({ id: 'id', included: 'included' });
  expect(missingRoles(names, {}, false)).toEqual(['score']);
  expect(missingRoles(names, { score: 'nowhere' }, false)).toEqual(['score']);
  expect(missingRoles(names, { score: 'SUM' }, false)).toEqual([]);
  expect(missingRoles(['a', 'b'], {}, false)).toEqual(['score', 'included']);
  expect(missingRoles(['a', 'b'], {}, true)).toEqual(['score', 'id']);
  expect(missingRoles(['truth', 'guess'], {}, false)).toEqual([]);
  expect(missingRoles(['score_0', 'score_1', 'truth'], {}, false)).toEqual([]);
});
