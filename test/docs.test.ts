import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseFamily } from '../src/claims/index.ts';
import { epsilon, parseClaim, verdict } from '../src/index.ts';
import { pages, readPage } from './support/pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Pages that are made when the site is built, whose test follows the links to them. */
const MADE = /^(reference|api)\//;

test.each(pages)('the links of %s lead somewhere', (page) => {
  for (const [, target] of readPage(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
    if (page !== 'docs/index.md' || !MADE.test(target))
      expect(existsSync(join(root, dirname(page), target)), target).toBe(true);
});

test('the files that ARCHITECTURE.md and CONTRIBUTING.md name exist', () => {
  const files = ['src', 'test', 'bench', 'site'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `/${folder}/${name}`,
    ),
  );
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md'])
    for (const [, name] of readPage(page).matchAll(/`([\w./-]+\.ts|bench\/\w+\.js)`/g))
      if (!name.includes('NAME') && !name.startsWith('.'))
        expect(files, `${page}: ${name}`).toContainEqual(expect.stringMatching(new RegExp(`/${name}$`)));
});

const wordsOf = (page: string) =>
  readPage(page)
    .split(/\s+/)
    .filter((word) => word !== '').length;

test('the pages are short: the README, each of docs/, and all of docs/ together', () => {
  // The page of words is made from the list of terms.
  const docs = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/concepts/words.md');
  expect(wordsOf('README.md')).toBeLessThanOrEqual(900);
  expect(wordsOf('CHANGELOG.md')).toBeLessThanOrEqual(400);
  expect(docs.filter((page) => wordsOf(page) > 1500)).toEqual([]);
  expect(docs.reduce((sum, page) => sum + wordsOf(page), 0)).toBeLessThanOrEqual(30_000);
});

test('the README has an example and the library example holds', () => {
  expect(readPage('README.md').match(/```console/g)?.length).toBeGreaterThan(1);
  const counts = { m: 1000, guesses: 100, correct: 90 };
  expect(String(epsilon(counts, 'gaussian', { deltas: [1e-5] })[0].epsilon)).toMatch(/^2\.5263/);
  expect(readPage('README.md')).toContain('// proved.epsilon: 2.5263...');
  expect(verdict(counts, 'gaussian(sigma=4)').refuted).toBe(true);
});

test('every claim and family in the docs can be read', () => {
  const text = readPage('docs/claims.md');
  const [table, families] = text.split('## Families');
  const claims = [...table.matchAll(/`([a-z-]+\([^`]*\))`/g)]
    .map((match) => match[1])
    .filter((claim) => !/=[,)]/.test(claim));
  expect(claims.length).toBeGreaterThan(8);
  for (const claim of claims) if (!/\.\.\./.test(claim)) expect(() => parseClaim(claim)).not.toThrow();
  for (const [, name] of families.split('\n')[2].matchAll(/`([^`]+)`/g))
    expect(() => parseFamily(name)).not.toThrow();
});

/** The cells of the rows of a Markdown table, or of several. */
const rowsOf = (page: string) =>
  readPage(page)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

test('the table of bugs in the docs is the beginning of the measured one', () => {
  const shown = rowsOf('docs/mechanisms.md').map((cells) => cells.join(' | '));
  const measured = rowsOf('bench/results/zoo.md').filter(([bug]) => bug.startsWith('`'));
  expect(measured.length).toBe(12);
  for (const cells of measured) expect(shown).toContain(cells.slice(0, 4).join(' | '));
});

test('the table of scores in the docs has measured rows', () => {
  const measured = rowsOf('bench/results/scores.md');
  const shown = rowsOf('docs/scores.md').filter((cells) => cells.length === 6 && /^\d+$/.test(cells[1]));
  expect(shown.length).toBe(7);
  for (const [score, references, ...numbers] of shown)
    expect(
      measured.filter((row) => row[0] === score && row[1] === references).flatMap((row) => row.slice(-2)),
    ).toEqual(numbers);
});
