import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { auditsSchema } from '../../../src/cli/schemas/audits.ts';
import { folderOf, manifest, QUICK, scoresCsv } from '../../support/audits-folder.ts';
import { onerun } from '../../support/cli.ts';

const NAME = 'half <b>"noise"&.csv';
const sound = scoresCsv(120, 1, 'sound');

function mixed(): string {
  const folder = folderOf({
    [NAME]: scoresCsv(400, 0.3, 'broken'),
    'Prüfung 1.csv': sound,
    'sub/copy.csv.gz': gzipSync(sound),
    'bad.csv': 'id,score\n1,x\n',
    'empty.csv': '',
    'reversed.csv': scoresCsv(120, 0.3, 'broken', -1),
    'run/manifest.json': manifest({ claim: 'gaussian(sigma=2)', tau: 0.001, guesses: [40] }),
    'run/scores.csv': scoresCsv(120, 2, 'run'),
    'run/other.csv': sound,
    'notes.txt': 'not scores',
    '.hidden.csv': sound,
    'canaries.csv': 'id,included\na,1\n',
    'canaries.csv.commitment.json': '{}',
  });
  symlinkSync('/etc/passwd', join(folder, 'link.csv'));
  return folder;
}

const folder = mixed();
const out = join(folder, 'out');
const all = (...more: string[]) => onerun(['audit-all', folder, '--out', out, ...QUICK, ...more]);
const log = () => readFileSync(join(out, 'audits.log.jsonl'), 'utf8').trim().split('\n');
const audited = () => log().filter((line) => line.startsWith('{"key"')).length;

test('a mixed folder: a row each, the errors among them, and exit code 1', async () => {
  const { code, out: printed, err } = await all('--json');
  expect(code).toBe(1);
  expect(err.trim().split('\n').at(-1)).toMatch(
    /^3 of 7 audits have no answer, the first: bad\.csv: missing column/,
  );
  const found = auditsSchema.parse(JSON.parse(printed));
  expect(found.rows.map(({ path, outcome }) => [path, outcome])).toEqual([
    ['Prüfung 1.csv', 'not-refuted'],
    ['bad.csv', 'error'],
    ['empty.csv', 'error'],
    [NAME, 'refuted'],
    ['reversed.csv', 'no-verdict'],
    ['run', 'not-refuted'],
    ['sub/copy.csv.gz', 'not-refuted'],
  ]);
  expect(found.claims).toBe(7);
  const row = Object.fromEntries(found.rows.map((one) => [one.path, one]));
  const broken = row[NAME];
  expect((broken.adjustedPValue ?? 0) / (broken.pValue ?? 1)).toBeCloseTo(7, 9);
  expect(row['sub/copy.csv.gz'].sameScores).toEqual(['Prüfung 1.csv']);
  expect(row['Prüfung 1.csv'].notes.join()).toContain('The same scores as sub/copy.csv.gz');
  // The manifest goes before what was typed, its level included.
  expect([row.run.claim, row.run.tau, row.run.guesses]).toEqual(['gaussian(sigma=2)', 0.001, [40]]);
  expect(row.run.notes.join()).toMatch(/Its own tau is 0\.001/);
  expect(row['reversed.csv'].error).toBeNull();
  expect(row['reversed.csv'].notes.join()).toContain('point the other way');
  expect(found.skipped.map(({ path }) => path)).toEqual([
    '.hidden.csv',
    'canaries.csv',
    'canaries.csv.commitment.json',
    'link.csv',
    'notes.txt',
    'run/other.csv',
  ]);
  expect(broken.report).toBe('reports/half-b-noise-.csv.html');
  const report = readFileSync(join(out, broken.report ?? ''), 'utf8');
  expect(report).toContain('REFUTED');
  expect(report).toContain('one of several that were judged together');
  const page = readFileSync(join(out, 'index.html'), 'utf8');
  expect(page).toContain('href="reports/half-b-noise-.csv.html">half &lt;b&gt;&quot;noise&quot;&amp;.csv<');
  expect(page).toContain('href="reports/Pr%C3%BCfung-1.csv.html"');
  expect(page).not.toContain('<b>');
  const [head, ...rows] = readFileSync(join(out, 'audits.csv'), 'utf8').trim().split('\n');
  expect([head.split(',').slice(0, 4), rows.length]).toEqual([['name', 'path', 'kind', 'verdict'], 7]);
  const lines = readFileSync(join(out, 'audits.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(found.rows);
});

test('run again, nothing is audited twice and draws are kept; what changed is audited again', async () => {
  const before = audited();
  const rows = readFileSync(join(out, 'audits.jsonl'), 'utf8');
  const { code, out: printed } = await all();
  expect([code, audited(), readFileSync(join(out, 'audits.jsonl'), 'utf8')]).toEqual([1, before, rows]);
  expect(printed).toMatch(
    /^7 audits\. 4 claims tested: 1 refuted, 3 not refuted; 1 without a verdict; 2 errors\./,
  );
  expect(printed).toContain("Corrected for 7 claims by Holm's procedure");
  expect(printed).not.toContain('judged before');
  writeFileSync(join(folder, 'bad.csv'), scoresCsv(120, 1, 'mended'));
  const uncorrected = await all('--correction', 'none', '--tau', '0.01');
  expect(audited()).toBeGreaterThan(before);
  expect(uncorrected.out).toContain(
    'NOT CORRECTED for the number of audits: each claim is judged alone, at 1%.',
  );
  expect(uncorrected.out).toContain('judged before: 7 audits at 5%, holm, 1 refuted');
  const turned = await all('--lower-is-in', '--correction', 'none', '--tau', '0.01');
  expect(turned.out).toContain(
    'judged before, with other files, options or versions: 7 audits at 1%, no correction, 1 refuted',
  );
});

test('nothing of worth is replaced, and bad input is told before any work', async () => {
  writeFileSync(join(out, 'index.html'), 'mine');
  const refused = await all();
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('it was changed since; --force')]);
  const fresh = join(folder, 'fresh');
  for (const [args, why] of [
    [['--claim', 'gausian(sigma=1)'], /unknown name: gausian/],
    [['--correction', 'bonferroni'], /Allowed choices are holm, bh, none/],
    [['--tau', '2'], /invalid tau/],
    [['--tau', '0.1', '--confidence', '0.9'], /say the same/],
    [['--workers', '0'], /invalid workers/],
    [['--assignment', '/etc/passwd'], /must lie within the folder of all audits/],
  ] as const) {
    const { code, err } = await onerun(['audit-all', folder, '--out', fresh, ...args]);
    expect([code, err]).toEqual([2, expect.stringMatching(why)]);
  }
  expect(existsSync(fresh)).toBe(false);
  const nothing = await onerun(['audit-all', folderOf({ 'a.txt': '' }), '--out', fresh]);
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('nothing to audit in')]);
  expect((await onerun(['audit-all', join(folder, 'none')])).code).toBe(2);
});
