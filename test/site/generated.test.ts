import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandLinePage } from '../../site/generated/command-line.ts';
import { FILE_FACTS, filesPage } from '../../site/generated/files.ts';
import { wordsPage } from '../../site/generated/words.ts';
import { GROUPS } from '../../site/sidebar.ts';
import { claimUsage } from '../../src/claims/index.ts';
import { programOf } from '../../src/cli/shell/program.ts';
import { pages } from '../support/pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const nothing = () => {};

// To write the pages anew: npx vitest run test/site/generated.test.ts -u

test('the page about the command line is what the program says', async () => {
  const page = commandLinePage(programOf(nothing, nothing, claimUsage()));
  await expect(page).toMatchFileSnapshot(join(root, 'docs/reference/command-line.md'));
});

test('the page of words is the list of terms', async () => {
  await expect(wordsPage()).toMatchFileSnapshot(join(root, 'docs/concepts/words.md'));
});

test('the page about files is what the schemas say, of every schema', async () => {
  const names = readdirSync(`${root}schemas`).map((file) => file.replace('.schema.json', ''));
  expect(FILE_FACTS.map(([name]) => name).sort()).toEqual(names.sort());
  const schemas = new Map(
    names.map((name) => [name, JSON.parse(readFileSync(`${root}schemas/${name}.schema.json`, 'utf8'))]),
  );
  await expect(filesPage(schemas)).toMatchFileSnapshot(join(root, 'docs/reference/files.md'));
});

test('every page is in the sidebar once', () => {
  const listed = GROUPS.flatMap(({ entries }) => entries.map(([, file]) => file));
  expect(new Set(listed).size).toBe(listed.length);
  const named = new Set([...listed, 'README.md', 'docs/index.md']);
  expect(pages.filter((page) => !named.has(page))).toEqual([]);
});
