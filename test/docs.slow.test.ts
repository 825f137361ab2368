import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { onerun, words } from './support/cli.ts';
import { pages, readPage } from './support/pages.ts';
import { temporaryFolder } from './support/temporary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test.each(pages)('the console blocks of %s show what the commands print', async (page) => {
  for (const [, command, output] of readPage(page).matchAll(
    /```console\n\$ onerun ([^\n]*)\n([\s\S]*?)```/g,
  )) {
    const { out, err } = await onerun(words(command), root);
    expect(err).toBe('');
    // What equal scores are drawn with is fresh each time.
    const same = (text: string) => text.trimEnd().replace(/seed [0-9a-f]{16},/, 'seed (fresh),');
    expect(same(out)).toBe(same(output));
  }
});

test('the picture in the README is what the command draws', async () => {
  const file = join(temporaryFolder(), 'curve.svg');
  expect((await onerun(['curve', '--claim', 'gaussian(sigma=1)', '--plot', file])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(readPage('docs/images/curve.svg'));
});

test('the errors of the attack in the README are what the audit draws', async () => {
  const folder = temporaryFolder();
  await onerun(['audit', 'examples/half-noise.csv', '--claim', 'gaussian(sigma=1)', '--plots', folder], root);
  expect(readFileSync(join(folder, 'roc.svg'), 'utf8')).toBe(readPage('docs/images/roc.svg'));
});
