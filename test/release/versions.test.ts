import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { pages, readPage } from '../support/pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(root + name, 'utf8');
const { version } = JSON.parse(read('package.json'));

test('every file that names the version names the same', () => {
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  expect(read('python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
  expect(read('python/src/onerun_audit/__init__.py')).toContain(`__version__ = "${version}"`);
  expect(parse(read('CITATION.cff')).version).toBe(version);
  for (const page of pages.filter((name) => name !== 'CHANGELOG.md'))
    for (const [, named] of readPage(page).matchAll(/(?:Program: onerun |\bonerun-)(\d+\.\d+\.\d+)/g))
      expect(named, page).toBe(version);
});

test('CITATION.cff has what version 1.2.0 of its form asks for', () => {
  const citation = parse(read('CITATION.cff'));
  expect(citation['cff-version']).toBe('1.2.0');
  for (const key of ['message', 'title', 'authors']) expect(citation[key]?.length, key).toBeGreaterThan(0);
  const known = ['abstract', 'authors', 'cff-version', 'date-released', 'keywords', 'license', 'message'];
  for (const key of Object.keys(citation))
    expect([...known, 'references', 'title', 'type', 'version']).toContain(key);
  for (const { type, title, authors } of citation.references)
    expect([type, title, authors.length > 0]).toEqual(['conference-paper', expect.any(String), true]);
});
