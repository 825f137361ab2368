import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditsSchema } from '../../../src/cli/schemas/audits.ts';
import { auditSchema } from '../../../src/forms/index.ts';
import { folderOf, manifest, QUICK, scoresCsv } from '../../support/audits-folder.ts';
import { onerun } from '../../support/cli.ts';

const NAME = 'half <b>"noise"&.csv';
const sound = scoresCsv(1000, 1, 'sound');

const folder = folderOf({
  [NAME]: scoresCsv(400, 0.3, 'broken'),
  'Prüfung 1.csv': sound,
  'sub/copy.csv': sound,
  'bad.csv': 'id,score\n1,x\n',
  'reversed.csv': scoresCsv(120, 0.3, 'broken', -1),
  'tiny.csv': scoresCsv(8, 1, 'tiny'),
  'run/manifest.json': manifest({ claim: 'gaussian(sigma=2)', tau: 0.001, guesses: [40] }),
  'run/scores.csv': scoresCsv(120, 2, 'run'),
  'run/other.csv': sound,
  'notes.txt': 'not scores',
  '.hidden.csv': sound,
  'canaries.csv': 'id,included\na,1\n',
  'canaries.csv.commitment.json': '{}',
});
symlinkSync('/etc/passwd', join(folder, 'link.csv'));
const out = join(folder, 'out');
// A claim is typed for files; a typed one would depart from the manifest's.
const [, , ...FAMILY] = QUICK;
const all = (...more: string[]) =>
  onerun(['audit-all', folder, '--out', out, '--claim', 'gaussian(sigma=1)', ...FAMILY, ...more]);
/** When each file of each audit was written. */
const written = () => {
  const reports = join(out, 'reports');
  const names = readdirSync(reports).flatMap((audit) =>
    readdirSync(join(reports, audit)).map((file) => join(audit, file)),
  );
  return Object.fromEntries(names.map((name) => [name, statSync(join(reports, name)).mtimeMs]));
};

test('a mixed folder: a row each, errors among them, hostile names, and exit code 1', async () => {
  const { code, out: printed } = await all('--json');
  expect(code).toBe(1);
  const { rows, claims } = auditsSchema.parse(JSON.parse(printed));
  const found = rows.map(({ name, outcome }) => [name.slice(folder.length + 1), outcome]);
  expect(found).toEqual([
    ['Prüfung 1.csv', 'not-refuted'],
    ['bad.csv', 'error'],
    [NAME, 'refuted'],
    ['reversed.csv', 'no-verdict'],
    ['run', 'could-not-have-noticed'],
    ['sub/copy.csv', 'not-refuted'],
    ['tiny.csv', 'could-not-have-noticed'],
  ]);
  expect(claims).toBe(7);
  const [first, bad, broken, , run, copy] = rows;
  expect((broken.correctedPValue ?? 0) / (broken.pValue ?? 1)).toBeCloseTo(7, 9);
  expect(copy.notes.join()).toContain('Prüfung 1.csv, counted in each row');
  expect(first.notes.join()).toContain('sub/copy.csv, counted in each row');
  expect(bad).toMatchObject({ report: null, notes: [expect.stringContaining('missing column')] });
  expect(run.notes.join()).toContain('its own tau is 0.001');
  expect(run.notes.join()).toContain('departs from its design: claim gaussian(sigma=1)');
  const report = broken.report ?? '';
  expect(report).toMatch(/^reports\/[\p{L}\p{N}_-]+\/report\.html$/u);
  expect(readFileSync(join(out, report), 'utf8')).toContain('this audit is one of several');
  const data = readFileSync(join(out, report.replace('report.html', 'audit.json')), 'utf8');
  expect(auditSchema.parse(JSON.parse(data)).outcome).toBe('refuted');
  const page = readFileSync(join(out, 'index.html'), 'utf8');
  expect(page).toContain(`<a href="${report}">`);
  expect(page).not.toContain('<b>');
});

test('what is done is not done again; what changed is, and so is what was asked otherwise', async () => {
  const before = written();
  const again = await all();
  expect([again.code, again.err]).toEqual([1, '']);
  expect(written()).toEqual(before);
  writeFileSync(join(folder, 'bad.csv'), scoresCsv(120, 1, 'mended'));
  writeFileSync(join(folder, 'tiny.csv'), scoresCsv(8, 1, 'other'));
  const [lost] = Object.keys(before).filter((name) => name.includes('copy') && name.endsWith('.html'));
  rmSync(join(out, 'reports', lost));
  await all('--correction', 'bh');
  const after = written();
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed.filter((name) => !/bad-csv|tiny-csv|copy-csv/.test(name))).toEqual([]);
  expect(changed).toHaveLength(9);
  await all('--guesses', '4');
  expect(Object.keys(after).filter((name) => written()[name] === after[name])).toEqual([]);
});

test('what was kept and is damaged is done again', async () => {
  const single = folderOf({ 'a.csv': sound });
  const path = join(single, 'out', 'reports');
  const once = () => onerun(['audit-all', join(single, 'a.csv'), '--out', join(single, 'out'), ...QUICK]);
  expect((await once()).code).toBe(0);
  const kept = join(readdirSync(path)[0], 'kept');
  const text = readFileSync(join(path, kept), 'utf8');
  writeFileSync(join(path, kept), text.slice(0, 500));
  expect((await once()).code).toBe(0);
  expect(readFileSync(join(path, kept), 'utf8').length).toBeGreaterThan(1000);
});

test('exit code 2 where nothing is refuted and an audit has no answer, 0 where all have one', async () => {
  const some = folderOf({ 'a.csv': sound, 'bad.csv': '' });
  const { code, err } = await onerun(['audit-all', some, '--out', join(some, 'out'), ...QUICK]);
  expect([code, err]).toEqual([2, '1 of 2 audits have no answer\n']);
  const { code: fine } = await onerun([
    'audit-all',
    join(some, 'a.csv'),
    '--out',
    join(some, 'out'),
    ...QUICK,
  ]);
  expect(fine).toBe(0);
});

test('nothing of worth is replaced, and bad input is told before any work', async () => {
  const fresh = join(folder, 'fresh');
  for (const [args, why] of [
    [['--claim', 'gausian(sigma=1)'], /unknown name: gausian/],
    [['--correction', 'bonferroni'], /Allowed choices are holm, bh, none/],
    [['--tau', '2'], /invalid tau/],
    [['--tau', '0.1', '--confidence', '0.9'], /say the same/],
    [['--workers', '0'], /invalid workers/],
  ] as const) {
    const { code, err } = await onerun(['audit-all', folder, '--out', fresh, ...args]);
    expect([code, err]).toEqual([2, expect.stringMatching(why)]);
  }
  const nothing = await onerun(['audit-all', folderOf({ 'a.txt': '' }), '--out', fresh]);
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('nothing to audit in')]);
  expect((await onerun(['audit-all', join(folder, 'none'), '--out', fresh])).code).toBe(2);
  expect(existsSync(fresh)).toBe(false);
  const mine = folderOf({ 'index.html': 'mine' });
  const refused = await onerun(['audit-all', folder, '--out', mine, ...QUICK]);
  expect([refused.code, readFileSync(join(mine, 'index.html'), 'utf8')]).toEqual([2, 'mine']);
});
