import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scoreLines } from '../support/score-table.ts';

const page = readFileSync(new URL('../../docs/scores.md', import.meta.url), 'utf8');

test('docs/scores.md has the numbers of all references, on the recorded signals without noise', async () => {
  const [, table] = page.split('<!-- plain, made by bench/scores.js -->');
  const lines = await scoreLines('plain', [16]);
  expect(lines).toHaveLength(10);
  for (const line of lines) expect(table.slice(0, table.indexOf('<!-- end -->'))).toContain(`${line}\n`);
});
