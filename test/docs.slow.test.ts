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

test('the errors of the attack in the README are what the audit draws', async () => {
  const folder = temporaryFolder();
  await onerun(['audit', 'examples/half-noise.csv', '--claim', 'gaussian(sigma=1)', '--plots', folder], root);
  expect(readFileSync(join(folder, 'roc.svg'), 'utf8')).toBe(readPage('docs/images/roc.svg'));
});

test('the counts in docs/losses.md are those of the audits', async () => {
  const page = readPage('docs/losses.md');
  const folder = temporaryFolder();
  const of = async (...words: string[]) =>
    JSON.parse((await onerun(['audit', ...words, '--json'], root)).out);
  const signals = 'examples/signals/plain';
  const losses = await of(
    ...[`${signals}/target.csv`, '--score-column', 'loss', '--lower-is-in'],
    ...['--claim', 'gaussian(sigma=5)', '--seed', '1'],
  );
  const worst = losses.results.filter((row: { family: string }) => row.family.startsWith('approx-dp'));
  const most = Math.max(...worst.map(({ epsilon }: { epsilon: number }) => epsilon));
  expect(page).toContain(`${losses.observation.correct} of ${losses.observation.guesses} guesses were right`);
  expect(page).toContain(`epsilon is at least ${(Math.floor(100 * most) / 100).toFixed(2)} `);
  const scores = join(folder, 'scores.csv');
  await onerun(
    [
      'score',
      `${signals}/target.csv`,
      '--reference',
      `${signals}/references.npz`,
      '--kind',
      'rmia',
      '--out',
      scores,
    ],
    root,
  );
  const { observation } = await of(scores, '--claim', 'approx-dp(epsilon=2, delta=1e-5)', '--seed', '1');
  expect(page).toContain(`Now ${observation.correct} of ${observation.guesses} guesses are right`);
});
