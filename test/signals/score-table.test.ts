import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scoreLines } from '../support/score-table.ts';

const page = readFileSync(new URL('../../bench/results/scores.md', import.meta.url), 'utf8');

// All rows: score-tables.ci.test.ts.
test('bench/results/scores.md has the numbers of the loss on the recorded signals', async () => {
  const [line, ...others] = await scoreLines('plain', []);
  expect(others).toEqual([]);
  expect(page).toContain(`${line}\n`);
});
