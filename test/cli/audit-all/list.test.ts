import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listRows } from '../../../src/cli/audit-all/find/list-rows.ts';
import { readList } from '../../../src/cli/audit-all/find/read-list.ts';
import { folderPlace } from '../../../src/cli/audit-all/folder-place.ts';
import { DEFAULT_LIMITS } from '../../../src/io/index.ts';
import { folderOf } from '../../support/audits-folder.ts';
import { onerun } from '../../support/cli.ts';

const read = (text: string) => {
  const folder = folderOf({ 'list.csv': text, 'a.csv': 'id,score,included\n', 'run/manifest.json': '{}' });
  return readList(folderPlace(folder), folder, 'list.csv', DEFAULT_LIMITS);
};

test('a list names audits and states what holds for each alone', async () => {
  const found = await read(
    '\ufeffpath,Name,claim,guesses,lower-is-in,family,confidence\r\n' +
      'a.csv,"first, ""a""","gaussian(sigma=1)",100 300,yes,gaussian; approx-dp(delta=1e-5),0.9\r\n\r\n' +
      './run/,,,,no,,\n',
  );
  expect(found).toEqual([
    {
      path: 'a.csv',
      isRun: false,
      name: 'first, "a"',
      settings: {
        claim: 'gaussian(sigma=1)',
        guesses: [100, 300],
        lowerIsIn: true,
        families: ['gaussian', 'approx-dp(delta=1e-5)'],
        tau: 0.1,
      },
    },
    { path: 'run', isRun: true, name: 'run', settings: { lowerIsIn: false } },
  ]);
});

test('a list that cannot be used is one sentence that names the row', async () => {
  for (const [text, why] of [
    ['path,clam\na.csv,x\n', 'list.csv: unknown column: clam (did you mean claim?)'],
    ['name\na\n', 'list.csv: a column path is needed'],
    ['path,path\na,b\n', 'list.csv: the column path is there twice'],
    ['path\n', 'list.csv lists nothing to audit'],
    ['', 'list.csv: a column path is needed'],
    ['path,claim\na.csv\n', 'list.csv, row 2: 1 fields where the header has 2'],
    ['path,claim\na.csv,\na.csv,gauss(1)\n', 'list.csv, row 3: invalid claim'],
    ['path,guesses\na.csv,ten\n', 'list.csv, row 2: invalid guesses'],
    ['path,sides\na.csv,up\n', 'list.csv, row 2: invalid sides; must be in, out or both: up'],
    ['path,lower-is-in\na.csv,maybe\n', 'list.csv, row 2: invalid lower-is-in; must be yes or no'],
    ['path\n/etc/passwd\n', 'list.csv, row 2: invalid path; it must lie within the folder'],
    ['path\n../a.csv\n', 'this one leads out of it: ../a.csv'],
    ['path\n"a.csv\n', 'a quote in row 2 of the list has no end, or no beginning'],
  ])
    await expect(read(text)).rejects.toThrow(why);
});

test('nothing is done for a bad list', async () => {
  const folder = folderOf({ 'list.csv': 'path,clam\na.csv,x\n' });
  const out = join(folder, 'out');
  const { code, err } = await onerun(['audit-all', join(folder, 'list.csv'), '--out', out]);
  expect([code, err.trim().split('\n').length, existsSync(out)]).toEqual([2, 1, false]);
});

test('fields are taken apart as spreadsheets write them', () => {
  expect(listRows('a,b\n1,\n,\n"x\ny","z,"')).toEqual([
    ['a', 'b'],
    ['1', ''],
    ['', ''],
    ['x\ny', 'z,'],
  ]);
  expect(listRows('a\n\n"b"')).toEqual([['a'], ['b']]);
});
