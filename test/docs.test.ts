import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { empiricalEpsilon } from '../src/audit/index.ts';
import { parseFamily } from '../src/claims/index.ts';
import { parseClaim, verdict } from '../src/index.ts';
import { onerun, words } from './support/cli.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  ...readdirSync(`${root}docs`)
    .filter((f) => f.endsWith('.md'))
    .map((f) => `docs/${f}`),
];
const read = (page: string) => readFileSync(join(root, page), 'utf8');

test.each(pages)('the console blocks of %s show what the commands print', (page) => {
  for (const [, command, output] of read(page).matchAll(/```console\n\$ onerun ([^\n]*)\n([\s\S]*?)```/g)) {
    const { out, err } = onerun(words(command), root);
    expect(err).toBe('');
    // What equal scores are drawn with is fresh each time.
    const same = (text: string) => text.trimEnd().replace(/seed [0-9a-f]{16},/, 'seed (fresh),');
    expect(same(out)).toBe(same(output));
  }
});

test.each(pages)('the links of %s lead somewhere', (page) => {
  for (const [, target] of read(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
    expect(existsSync(join(root, dirname(page), target)), target).toBe(true);
});

test('the README has an example and the library example holds', async () => {
  expect(read('README.md').match(/```console/g)?.length).toBeGreaterThan(1);
  const observation = { m: 1000, k: 2, guesses: 100, correct: 90 };
  expect(String((await empiricalEpsilon(observation, 'gaussian'))[0].epsilon)).toMatch(/^2\.5263/);
  expect(read('README.md')).toContain('// 2.5263...');
  expect((await verdict(observation, 'gaussian(sigma=4)')).refuted).toBe(true);
});

test('the picture in the README is what the command draws', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'onerun-')), 'curve.svg');
  expect(onerun(['curve', '--claim', 'gaussian(sigma=1)', '--plot', file]).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(read('docs/images/curve.svg'));
});

test('the errors of the attack in the README are what the audit draws', () => {
  const folder = mkdtempSync(join(tmpdir(), 'onerun-'));
  onerun(['audit', 'examples/half-noise.csv', '--claim', 'gaussian(sigma=1)', '--plots', folder], root);
  expect(readFileSync(join(folder, 'roc.svg'), 'utf8')).toBe(read('docs/images/roc.svg'));
});

test('every claim and family in the docs can be read', () => {
  const text = read('docs/claims.md');
  const [table, families] = text.split('## Families');
  const claims = [...table.matchAll(/`([a-z-]+\([^`]*\))`/g)]
    .map((match) => match[1])
    .filter((claim) => !/=[,)]/.test(claim));
  expect(claims.length).toBeGreaterThan(8);
  for (const claim of claims) if (!/\.\.\./.test(claim)) expect(() => parseClaim(claim)).not.toThrow();
  for (const [, name] of families.split('\n')[2].matchAll(/`([^`]+)`/g))
    expect(() => parseFamily(name)).not.toThrow();
});
