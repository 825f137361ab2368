import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FILE_FACTS } from '../../site/generated/files.ts';
import { wordsPage } from '../../site/generated/words.ts';
import { GROUPS } from '../../site/sidebar.ts';
import { pages } from '../support/pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

// To write the page anew: npx vitest run test/site/generated.test.ts -u
test('the page of words is the list of terms', async () => {
  await expect(wordsPage()).toMatchFileSnapshot(join(root, 'docs/concepts/words.md'));
});

test('the page about files is about every schema', () => {
  const names = readdirSync(`${root}schemas`).map((file) => file.replace('.schema.json', ''));
  expect(FILE_FACTS.map(([name]) => name).sort()).toEqual(names.sort());
});

test('every page is in the sidebar once', () => {
  const listed = GROUPS.flatMap(({ entries }) => entries.map(([, file]) => file));
  expect(new Set(listed).size).toBe(listed.length);
  const named = new Set([...listed, 'README.md', 'docs/index.md']);
  expect(pages.filter((page) => !named.has(page))).toEqual([]);
  const made = ['command-line', 'files', 'python'].map((name) => `docs/reference/${name}.md`);
  const known = new Set([...pages, ...made, 'docs/api/README.md']);
  expect(listed.filter((page) => !known.has(page))).toEqual([]);
});
