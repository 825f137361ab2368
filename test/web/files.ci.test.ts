import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../src/cli/shell/run.ts';
import { csv, gzip, npy, npz, parquet } from '../io/files.ts';
import { browserThere, differences, open, saved, sharedApp } from '../support/browser.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFile } from '../support/temporary.ts';

const CLAIM = 'gaussian(sigma=1)';
const score = Array.from({ length: 200 }, (_, i) => Math.sin(i));
const included = score.map((_, i) => i % 2);
const whole = parquet({ score, included });

/** Files that no audit can use, as the command line meets them. */
const BAD: [string, string, string | Uint8Array][] = [
  ['empty file', 'bad.csv', ''],
  ['header only', 'bad.csv', 'id,score,included\n'],
  ['missing column', 'bad.csv', 'id,score\n1,2\n'],
  ['NaN', 'bad.csv', 'score,included\nNaN,1\n1,0\n'],
  ['infinite', 'bad.csv', 'score,included\n1,0\nInfinity,1\n'],
  ['a word for a score', 'bad.csv', 'score,included\n1,1\nabc,0\n'],
  ['included not 0/1', 'bad.csv', 'score,included\n1,2\n'],
  ['doubled id', 'bad.csv', 'id,score,included\na,1,1\na,2,0\n'],
  ['a short row', 'bad.csv', 'id,score,included\na,1,0\nb,1\n'],
  ['an open quote', 'bad.csv', 'id,score,included\n"a,1,0\nb,1,0\n'],
  ['both games', 'bad.csv', 'score,included,truth,guess\n1,1,1,1\n'],
  ['a JSON array', 'bad.json', '[{"score":1,"included":0}]'],
  ['a broken line of JSON', 'bad.jsonl', '{"score":1,"included":0}\n{"score":1,"inclu'],
  ['a negative truth', 'bad.csv', 'truth,guess\n-1,0\n'],
  ['cut Parquet', 'bad.parquet', whole.slice(0, whole.length >> 1)],
  ['cut gzip', 'bad.csv.gz', gzip(csv({ score, included })).slice(0, 400)],
  ['NPZ without scores', 'bad.npz', npz({ weights: npy(score) })],
  ['NPZ of unequal lengths', 'bad.npz', npz({ scores: npy(score), included: npy(included.slice(1)) })],
  ['a picture', 'bad.csv', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)],
  ['another format than its name', 'bad.parquet', csv({ score, included })],
];

/** What can be read, and yet gives no verdict. */
const VOID: [what: string, content: string, why: string][] = [
  ['all in', 'score,included\n1,1\n2,1\n', 'all 2 canaries are in'],
  [
    'unfair',
    `score,included\n${'1,1\n'.repeat(900)}${'0,0\n'.repeat(100)}`,
    'which fair draws do not produce',
  ],
];

async function audit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Audit', exact: true }).click();
}

describe.runIf(browserThere)('files in the browser', () => {
  let app: string;
  beforeAll(async () => {
    app = await sharedApp();
  });

  test('what cannot be used is refused in the sentence of the command line', async () => {
    const { page, context, complaints } = await open(`${app}#/audit?form=written&claim=${CLAIM}`);
    for (const [what, name, content] of BAD) {
      const path = temporaryFile(name, content);
      await page.locator('input[type=file]').setInputFiles(path);
      await page.locator('.problem, .found').first().waitFor();
      await audit(page);
      const said = (await page.locator('.problem p').textContent()) ?? '';
      let err = '';
      await run(['audit', path, '--claim', CLAIM], { out: () => {}, err: (text) => (err += text) });
      // The page has no flags to name.
      expect(said.toLowerCase(), what).toBe(
        err
          .trim()
          .replace(/ \(--[^)]*\)/, '')
          .toLowerCase(),
      );
      expect(said, what).not.toMatch(/internal|undefined|\[object/);
      expect(await page.locator('.result .mark').count(), what).toBe(0);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('what voids a verdict is said in its place', async () => {
    const { page, context, complaints } = await open(`${app}#/audit?form=written&claim=${CLAIM}`);
    for (const [what, content, why] of VOID) {
      await page.locator('input[type=file]').setInputFiles(temporaryFile('void.csv', content));
      await page.locator('.found').first().waitFor();
      await audit(page);
      const box = page.locator('.result .verdict');
      await box.getByText(why).first().waitFor();
      expect(await box.locator('.mark').textContent(), what).toBe('NO VERDICT');
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a limit that is reached is a refusal, and can be raised where it is shown', async () => {
    const { page, context, complaints } = await open(`${app}#/audit?form=written&claim=${CLAIM}`);
    const nest = gzip(gzip(gzip(csv({ score, included }))));
    await page.locator('input[type=file]').setInputFiles(temporaryFile('nest.csv.gz', nest));
    const problem = page.locator('.problem');
    await problem.waitFor();
    expect(await problem.locator('p').first().textContent()).toBe(
      'Limit reached in nest.csv.gz; must be gzipped at most 2 times (limit gzip: 2)',
    );
    await problem.getByRole('button', { name: 'Read it with a limit of 20' }).click();
    await page.getByText('nest.csv.gz holds the scores of 200 canaries.').waitFor();
    expect(await problem.count()).toBe(0);
    await page.getByText('More settings').click();
    const limits = page.getByLabel('Limits of reading');
    expect(await limits.inputValue()).toBe('gzip=20');
    await audit(page);
    await page.locator('.result .mark').waitFor();
    expect(JSON.parse((await saved(page, 'Download JSON')).text).provenance.command).toContain(
      '--limit gzip=20',
    );
    await limits.fill('gzip=20 rows=199');
    await audit(page);
    await problem.getByText('must have at most 199 rows').waitFor();
    await problem.getByRole('button', { name: 'Read it with a limit of 1990' }).click();
    await page.getByText('nest.csv.gz holds the scores of 200 canaries.').waitFor();
    expect(await limits.inputValue()).toBe('gzip=20 rows=1990');
    await limits.fill('row=5');
    await audit(page);
    await problem.getByText('Unknown limit: row=5').waitFor();
    expect(await problem.getByRole('button').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('one NPY file asks for the other, in the words of the page', async () => {
    const { page, context } = await open(`${app}#/audit`);
    await page.locator('input[type=file]').setInputFiles(temporaryFile('a.npy', npy(score)));
    await page
      .getByRole('alert')
      .getByText('one with the scores of canaries in and one with those of canaries out')
      .waitFor();
    expect(await page.locator('.problem').textContent()).not.toContain('--');
    await context.close();
  });

  test('a million rows: progress moves, the page answers, the verdict is the command line’s', async () => {
    const lines = ['score,included'];
    let bits = 1;
    for (let i = 0; i < 1_000_000; i++) {
      bits = (Math.imul(bits, 1664525) + 1013904223) | 0;
      const bit = bits >>> 31;
      lines.push(`${(((bits >>> 3) % 1000) / 400 + bit).toFixed(4)},${bit}`);
    }
    const path = temporaryFile('million.csv', `${lines.join('\n')}\n`);
    const { page, context, complaints } = await open(`${app}#/audit?form=written&claim=${CLAIM}`);
    // Everything that progress shows, and the longest that the page was busy with itself.
    await page.evaluate(() => {
      const start = performance.now();
      const seen = { shares: [] as number[], longest: 0, start, last: start };
      Object.assign(globalThis, { seen });
      setInterval(() => {
        const now = performance.now();
        seen.longest = Math.max(seen.longest, now - seen.last);
        seen.last = now;
        const share = document.querySelector('progress')?.value;
        if (share !== undefined && share > 0) seen.shares.push(share);
      }, 10);
    });
    await page.locator('input[type=file]').setInputFiles(path);
    await page.locator('.working').waitFor();
    await audit(page);
    // While the worker is at it, another view opens and comes back.
    expect(await page.locator('.result .mark').count()).toBe(0);
    await page.getByRole('link', { name: 'Learn' }).click();
    await page.getByRole('heading', { name: 'How one training run tells on itself' }).waitFor();
    const during = await page.evaluate(() => document.querySelector('.result .mark') === null);
    expect(during).toBe(true);
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await page.locator('.result .mark').waitFor({ timeout: 60_000 });
    const { shares, longest, start, last } = await page.evaluate(
      () =>
        (
          globalThis as unknown as {
            seen: { shares: number[]; longest: number; start: number; last: number };
          }
        ).seen,
    );
    expect(new Set(shares).size).toBeGreaterThan(2);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    // Work on the page itself would hold it for most of the time.
    expect(longest).toBeLessThan(0.5 * (last - start));
    const found = JSON.parse((await saved(page, 'Download JSON')).text);
    expect(found.inputs[0].rows).toBe(1_000_000);
    // Many scores are equal: only the same draw among them finds the same.
    const { seed } = found.provenance;
    const again = await onerun(['audit', path, '--claim', CLAIM, '--seed', seed, '--json']);
    expect(differences(found, JSON.parse(again.out))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('reading can be stopped, and another file taken', async () => {
    const { page, context } = await open(`${app}#/audit`);
    const path = temporaryFile('long.csv', `score,included\n${'0.5,1\n0.25,0\n'.repeat(1_000_000)}`);
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.working').waitFor({ state: 'detached' });
    await page
      .locator('input[type=file]')
      .setInputFiles(temporaryFile('short.csv', csv({ score, included })));
    await page.getByText('short.csv holds the scores of 200 canaries.').waitFor();
    await context.close();
  });
});
