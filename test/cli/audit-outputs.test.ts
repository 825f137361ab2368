import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { withFileWords } from '../../src/cli/shell/words/file-words.ts';
import { auditSchema } from '../../src/forms/index.ts';
import { folderOf, QUICK, scoresCsv } from '../support/audits-folder.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary.ts';
import { CLAIM, HALF, read } from '../support/writers.ts';

const QUICKLY = ['--method', 'paper', '--family', 'gaussian'];

/** The elements of a JUnit file by their names. */
function junit(path: string) {
  const { document } = parseHTML(read(path).replace(/^<\?xml[^\n]*\n/, ''));
  const all = (name: string) => [...document.querySelectorAll(name)];
  const [suite] = all('testsuite');
  const counts = ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(suite.getAttribute(name)));
  const outcomes = all('property[name=outcome]').map((one) => one.getAttribute('value'));
  return { all, counts, outcomes };
}

test('an option with an optional file takes no score file for it', () => {
  const words = (line: string) => withFileWords(line.split(' ')).join(' ');
  expect(words('audit --json scores.csv --seed 1')).toBe('audit scores.csv --seed 1 --json');
  expect(words('audit --json - --seed 1')).toBe('audit - --seed 1 --json');
  expect(words('audit --json run/ -- -x.csv')).toBe('audit run/ --json -- -x.csv');
  expect(words('audit a.csv --json a.json')).toBe('audit a.csv --json=a.json');
  expect(words('audit a.csv --json --markdown A.MD')).toBe('audit a.csv --markdown=A.MD --json');
  expect(words('audit a.csv --json=results --claim x')).toBe('audit a.csv --json=results --claim x');
  expect(words('bound --json x.json')).toBe('bound --json x.json');
  expect(() => words('audit a.csv --json=')).toThrow('missing file behind --json=');
  expect(() => words('audit --json a.json b.json --force')).toThrow(
    'unclear with --force whether a.json is to be written or audited; write --json=a.json to write it',
  );
});

test('one audit writes data, summary, test results and report, and prints words', async () => {
  const where = temporaryFolder();
  const at = (name: string) => join(where, name);
  const files = [`--json=${at('a.json')}`, `--markdown=${at('a.md')}`, '--junit', at('a.xml')];
  const args = ['audit', HALF, ...CLAIM, ...QUICKLY, ...files, '--report', at('a.html'), '--seed', '1'];
  const { code, out, err } = await onerun(args);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/^REFUTED: gaussian\(sigma=3\) does not hold/);
  const found = auditSchema.parse(JSON.parse(read(at('a.json'))));
  expect(found.outcome).toBe('refuted');
  expect(read(at('a.md'))).toMatch(/^## onerun audit: \*\*REFUTED\*\*/);
  const { all, counts, outcomes } = junit(at('a.xml'));
  expect([counts, outcomes]).toEqual([[1, 1, 0, 0], ['refuted']]);
  expect(all('failure')[0].getAttribute('message')).toMatch(/^REFUTED: gaussian\(sigma=3\) does not hold/);
  expect(all('testcase')[0].getAttribute('name')).toBe('gaussian(sigma=3): half.csv');
  // By force the same again replaces them; what was printed alone is what the files hold.
  const json = await onerun(['audit', '--json', HALF, ...CLAIM, ...QUICKLY, '--seed', '1']);
  const { provenance: _, ...printed } = JSON.parse(json.out);
  expect(found).toMatchObject(printed);
  const markdown = await onerun(['audit', HALF, ...CLAIM, ...QUICKLY, '--markdown', '--seed', '1']);
  expect(markdown.out).toMatch(/^## onerun audit: /);
  expect((await onerun([...args, '--force'])).code).toBe(1);
  expect(readdirSync(where).sort()).toEqual(['a.html', 'a.json', 'a.md', 'a.xml']);
});

test('data and summary do not both go to standard output', async () => {
  const { code, err } = await onerun(['audit', HALF, ...CLAIM, '--json', '--markdown']);
  expect(code).toBe(2);
  expect(err).toMatch(/^--json and --markdown would both print to standard output: give one of them a file/);
});

test.each(['--json=', '--markdown=', '--junit='])('%s replaces no file of somebody else', async (option) => {
  const path = temporaryFile('mine.txt', '## onerun audit: mine');
  const { code, err } = await onerun(['audit', HALF, ...CLAIM, ...QUICKLY, option + path]);
  expect(code).toBe(2);
  expect(err).toContain('exists and is not replaced');
  expect(read(path)).toBe('## onerun audit: mine');
});

test('what could not have noticed is skipped, and an error where power was required', async () => {
  const tiny = temporaryFile('tiny.csv', read(HALF).split('\n').slice(0, 7).join('\n'));
  const path = join(temporaryFolder(), 'a.xml');
  const args = ['audit', tiny, '--claim', 'approx-dp(epsilon=8, delta=1e-5)', ...QUICKLY, '--junit', path];
  const result = await onerun([...args, '--json']);
  expect([result.code, JSON.parse(result.out).outcome]).toEqual([0, 'could-not-have-noticed']);
  expect(junit(path).counts).toEqual([1, 0, 0, 1]);
  expect(junit(path).all('skipped')[0].getAttribute('message')).toContain(
    'cannot refute approx-dp(epsilon=8, delta=1e-5)',
  );
  const required = await onerun([...args, '--json', '--require-power', '0.9', '--force']);
  expect([required.code, JSON.parse(required.out).outcome]).toEqual([2, 'could-not-have-noticed']);
  expect(junit(path)).toMatchObject({ counts: [1, 0, 1, 0], outcomes: ['could-not-have-noticed'] });
});

test('audit-all too ends with 2, and has an error, where the power that is required is not reached', async () => {
  const folder = folderOf({
    'sound.csv': scoresCsv(3000, 1, 'sound'),
    'blind.csv': scoresCsv(3000, 1e6, 'b'),
  });
  const path = join(temporaryFolder(), 'all.xml');
  const args = ['audit-all', folder, '--out', join(folder, 'out'), ...QUICK, '--force', '--junit', path];
  expect((await onerun(args)).code).toBe(0);
  expect(junit(path).counts).toEqual([2, 0, 0, 1]);
  const required = await onerun([...args, '--require-power', '0.9']);
  expect(required).toMatchObject({ code: 2, err: '1 of 2 audits has less power than is required\n' });
  expect(junit(path)).toMatchObject({ counts: [2, 0, 1, 0] });
});

test('an audit that fails leaves an error, by force in the place of an earlier pass', async () => {
  const path = join(temporaryFolder(), 'a.xml');
  await onerun(['audit', HALF, '--claim', 'gaussian(sigma=1)', ...QUICKLY, '--junit', path]);
  expect(junit(path)).toMatchObject({ counts: [1, 0, 0, 1], outcomes: ['could-not-have-noticed'] });
  const { code, err } = await onerun(['audit', `${HALF}x`, ...CLAIM, '--junit', path, '--force']);
  expect(code).toBe(2);
  expect(junit(path)).toMatchObject({ counts: [1, 0, 1, 0], outcomes: ['failed'] });
  expect(junit(path).all('error')[0].textContent).toBe(err.trim());
  const mine = temporaryFile('mine.xml', '<mine/>');
  expect((await onerun(['audit', `${HALF}x`, ...CLAIM, '--junit', mine])).code).toBe(2);
  expect(read(mine)).toBe('<mine/>');
  const none = join(temporaryFolder(), 'none', 'a.xml');
  expect((await onerun(['audit', HALF, '--claim', 'nonsense', '--junit', none])).code).toBe(2);
  expect(existsSync(none)).toBe(false);
});

test('audit-all writes one case per row, hostile names included', async () => {
  const name = 'half <b>"noise"&\u0007\uffff.csv';
  const folder = folderOf({
    [name]: scoresCsv(400, 0.3, 'broken'),
    'bad.csv': 'id,score\n1,x\n',
    'sound.csv': scoresCsv(3000, 1, 'sound'),
    'tiny.csv': scoresCsv(8, 1, 'tiny'),
  });
  const path = join(temporaryFolder(), 'all.xml');
  const out = join(folder, 'out');
  const { code } = await onerun(['audit-all', folder, '--out', out, ...QUICK, '--junit', path]);
  expect(code).toBe(1);
  const { all, counts, outcomes } = junit(path);
  expect(counts).toEqual([4, 1, 1, 1]);
  expect(outcomes.sort()).toEqual(['could-not-have-noticed', 'failed', 'not-refuted', 'refuted']);
  const names = all('testcase').map((one) => one.getAttribute('name'));
  expect(names).toContainEqual(expect.stringContaining('half <b>"noise"&\\u0007?.csv'));
  expect(readFileSync(path, 'utf8')).not.toMatch(/<b>/);
  expect((await onerun(['audit-all', `${folder}x`, '--out', out, '--junit', path, '--force'])).code).toBe(2);
  expect(junit(path)).toMatchObject({ counts: [1, 0, 1, 0], outcomes: ['failed'] });
});
