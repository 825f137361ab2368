import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWhole } from '../../src/cli/output/whole.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a file that goes while it is being replaced is no failure', async () => {
  const path = join(temporaryFolder(), 'checkpoint.json');
  for (let turn = 0; turn < 300; turn++) {
    await writeFile(path, 'old');
    await Promise.all([writeWhole(path, 'new'), rm(path, { force: true })]);
  }
  await writeWhole(path, 'new');
  expect(await readFile(path, 'utf8')).toBe('new');
});
