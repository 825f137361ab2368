import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { onerun } from './support/cli.ts';
import { playPage } from './support/console.ts';
import { pages, readPage } from './support/pages.ts';
import { temporaryFolder } from './support/temporary.ts';
import { THOROUGH } from './support/thorough.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Forty audits. */
const LONGEST = 'docs/several-runs.md';

// To write what the commands print into the pages: npx vitest run test/docs.slow.test.ts -u
test.each(pages.filter((page) => THOROUGH || page !== LONGEST))(
  'the console blocks of %s show what the commands print, and their pictures',
  async (page) => {
    const text = readPage(page);
    const played = await playPage(text);
    await expect(played.text).toMatchFileSnapshot(join(root, page));
    for (const [, picture] of text.matchAll(/\]\((images\/[\w-]+\.svg)\)/g)) {
      const drawn = join(played.folder, basename(picture));
      if (existsSync(drawn))
        await expect(readFileSync(drawn, 'utf8')).toMatchFileSnapshot(join(root, dirname(page), picture));
    }
  },
);

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
