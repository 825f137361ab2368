import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findAudits } from '../../../src/cli/audit-all/find/find-audits.ts';
import { folderPlace } from '../../../src/cli/audit-all/folder-place.ts';
import { reportNames } from '../../../src/cli/audit-all/report-names.ts';
import { DEFAULT_LIMITS } from '../../../src/io/index.ts';
import { folderOf, manifest } from '../../support/audits-folder.ts';

test('run folders and score files are found, in the order of their paths, and nothing twice', async () => {
  const folder = folderOf({
    'b.csv': 'x',
    'B.csv': 'x',
    'a/scores.tsv': 'x',
    'a/data.jsonl.gz': 'x',
    'a/x.npz': 'x',
    'a/x.npy': 'x',
    'a/readme.md': 'x',
    'assigned.csv': 'x',
    'r/manifest.json': manifest(),
    'r/scores.csv': 'x',
    'r/inner/more.csv': 'x',
    'r/inner/run/manifest.json': manifest(),
    'r/inner/run/scores.csv': 'x',
    'earlier/audits.log.jsonl': 'x',
    'earlier/audits.csv': 'x',
    'fig/gaussian.csv': 'x',
    'fig/gaussian.jsonl': '{"schema":"onerun-sweep/1","figure":"gaussian"}\n',
    'ledger.jsonl': '{"entry":"design","schema":"onerun-ledger/1"}\n',
    '.git/x.csv': 'x',
    'out/x.csv': 'x',
  });
  symlinkSync('b.csv', join(folder, 'link.csv'));
  symlinkSync('..', join(folder, 'a', 'up'));
  const { audits, skipped, inRuns } = await findAudits(folder, {
    out: join(folder, 'out'),
    settings: { assignment: 'assigned.csv' },
  });
  expect(audits.map(({ path, isRun }) => (isRun ? `${path}/` : path))).toEqual([
    'B.csv',
    'a/data.jsonl.gz',
    'a/scores.tsv',
    'a/x.npz',
    'b.csv',
    'r/',
    'r/inner/run/',
  ]);
  expect(Object.fromEntries(skipped.map(({ path, why }) => [path, why]))).toEqual({
    '.git': 'hidden',
    'a/readme.md': 'no score file by its name',
    'a/up': 'a link',
    'a/x.npy': 'one array, which does not say who was in',
    'assigned.csv': 'stated as an option',
    earlier: 'results of onerun audit-all',
    'fig/gaussian.csv': 'made by onerun',
    'fig/gaussian.jsonl': 'made by onerun',
    'ledger.jsonl': 'made by onerun',
    'link.csv': 'a link',
  });
  expect(inRuns).toEqual(['r/inner/more.csv', 'r/inner/run/scores.csv', 'r/scores.csv']);
});

test('a run folder itself is one audit', async () => {
  const folder = folderOf({ 'manifest.json': manifest(), 'scores.csv': 'x' });
  const { audits } = await findAudits(folder, { out: 'elsewhere', settings: {} });
  expect(audits).toMatchObject([{ path: '.', isRun: true }]);
});

test('results in the folder that is searched are left out', async () => {
  const names = ['audits.csv', 'audits.jsonl', 'audits.log.jsonl', 'index.html', 'reports/x.csv', 'a.csv'];
  const folder = folderOf(Object.fromEntries(names.map((name) => [name, 'x'])));
  const { audits, skipped } = await findAudits(folder, { out: folder, settings: {} });
  expect([audits.map(({ path }) => path), skipped]).toEqual([['a.csv'], []]);
});

test('names of reports are readable, safe on every system and unlike each other', () => {
  expect(reportNames(['runs/a.csv', 'Prüfung 日本.csv', '<b>&"x".csv', '../..', 'CON', 'con.csv'])).toEqual([
    'runs-a.csv',
    'Prüfung-日本.csv',
    'b-x-.csv',
    'audit',
    'audit-CON',
    'audit-con.csv',
  ]);
  const alike = reportNames(['a b.csv', 'a-b.csv', 'A-B.csv', 'c.csv']);
  expect(new Set(alike.map((name) => name.toLowerCase())).size).toBe(4);
  expect(alike[3]).toBe('c.csv');
  // Whatever comes later, the others keep their names.
  expect(reportNames(['a b.csv', 'a-b.csv'])).toEqual(alike.slice(0, 2));
  expect(new Set(reportNames(['a.csv', 'a.csv', 'a.csv'])).size).toBe(3);
  const [long] = reportNames([`${'é'.repeat(300)}.csv`]);
  expect(long.length).toBeLessThanOrEqual(80);
  for (const name of [...alike, long]) expect(name).not.toMatch(/[\s/\\:*?"<>|]|^\.|\.$/);
});

test('results in the folder that is searched are known by whatever links they were named', async () => {
  const folder = folderOf({ 'audits.csv': 'x', 'audits.lock': 'x', 'reports/x.csv': 'x', 'a.csv': 'x' });
  const link = join(folderOf({}), 'link');
  symlinkSync(folder, link);
  for (const [searched, out] of [
    [folder, link],
    [link, folder],
  ]) {
    const { audits, skipped } = await findAudits(searched, { out, settings: {} });
    expect([audits.map(({ path }) => path), skipped]).toEqual([['a.csv'], []]);
  }
  const { audits } = await findAudits(folder, { out: join(link, 'new', 'out'), settings: {} });
  expect(audits.map(({ path }) => path)).toEqual(['a.csv', 'audits.csv', 'reports/x.csv']);
});

test.skipIf(process.platform === 'win32')(
  'a pipe in place of a file is refused, not waited for',
  async () => {
    const folder = folderOf({ 'a.csv': 'x' });
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'manifest.json')]);
    const read = folderPlace(folder).reading(['manifest.json'], DEFAULT_LIMITS, async () => {});
    await expect(read).rejects.toThrow('cannot read manifest.json: it is not a regular file');
  },
);
