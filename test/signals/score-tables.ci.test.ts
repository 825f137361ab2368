import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scoreLines } from '../support/score-table.ts';

const page = readFileSync(new URL('../../docs/scores.md', import.meta.url), 'utf8');

test.each(['plain', 'private'])('docs/scores.md has the table of %s signals', async (setting) => {
  const [, after] = page.split(`<!-- ${setting}, made by bench/scores.js -->\n`);
  const rows = after.slice(0, after.indexOf('<!-- end -->')).trimEnd().split('\n').slice(2);
  expect(rows).toEqual(await scoreLines(setting));
});
