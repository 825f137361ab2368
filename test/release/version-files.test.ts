import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkVersion, datedChangelog, versionEdits } from '../../scripts/release/version-files.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(root + name, 'utf8');
const { version } = JSON.parse(read('package.json'));

test('every file that names the version names the same', () => {
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  expect(read('python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
  expect(read('python/src/onerun/__init__.py')).toContain(`__version__ = "${version}"`);
  expect(parse(read('CITATION.cff')).version).toBe(version);
});

test('a release changes the version in each of them, and nothing else', () => {
  const edits = versionEdits(version, '98.7.6', '2031-02-03');
  for (const [name, edit] of Object.entries(edits)) {
    const [before, after] = [read(name), edit(read(name))];
    const known = new Set(before.split('\n'));
    const added = after.split('\n').filter((line) => !known.has(line));
    expect(added.join('\n'), name).toMatch(/98\.7\.6/);
    expect(added.length, name).toBeLessThanOrEqual(3);
    // Once more gives the same, but for the changelog, whose new section is empty.
    if (name === 'CHANGELOG.md') expect(() => edit(after)).toThrow('nothing to release');
  }
  const citation = parse(edits['CITATION.cff'](read('CITATION.cff')));
  expect(citation).toMatchObject({ version: '98.7.6', 'date-released': '2031-02-03' });
  const lock = JSON.parse(edits['package-lock.json'](read('package-lock.json')));
  expect([lock.version, lock.packages[''].version]).toEqual(['98.7.6', '98.7.6']);
  expect(() => edits['python/pyproject.toml']('[project]\n')).toThrow('pyproject.toml has no');
});

test('versions that are none, or go back, are refused', () => {
  for (const bad of ['1.2', 'v1.2.3', '1.2.3-rc.1', '01.2.3', '1.2.3; rm'])
    expect(() => checkVersion(bad, '0.1.0')).toThrow(`invalid version; must be like 1.2.3: ${bad}`);
  expect(() => checkVersion('0.9.9', '0.10.0')).toThrow('must not be before 0.10.0');
  for (const good of ['0.10.0', '0.10.1', '1.0.0']) expect(() => checkVersion(good, '0.10.0')).not.toThrow();
});

test('the section of a release is what was unreleased, up to the one before', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- new\n\n## 0.1.0 (2030-01-01)\n\n- old\n';
  const dated = datedChangelog(text, '0.2.0', '2031-02-03');
  expect(dated.section).toBe('- new');
  expect(dated.text).toContain('## Unreleased\n\n## 0.2.0 (2031-02-03)\n\n- new\n\n## 0.1.0');
  expect(() => datedChangelog('# Changelog\n', '0.2.0', '2031-02-03')).toThrow('has no section Unreleased');
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
