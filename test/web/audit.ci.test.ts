import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { csv, gzip, jsonLines, npy, npz, parquet } from '../io/files.ts';
import { browserThere, differences, open, saved, sharedApp, violations } from '../support/browser.ts';
import { onerun } from '../support/cli.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFile } from '../support/temporary.ts';

const EXAMPLE = join(ROOT, 'examples/half-noise.csv');
const CLAIM = 'gaussian(sigma=1)';
/** Few steps, of which the browser finds many curves in little time. */
const DPSGD = 'dpsgd(noise=1, rate=0.1, steps=20)';

/** The example in columns. */
function columnsOf(path: string) {
  const [head, ...rows] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return Object.fromEntries(head.map((name, i) => [name, rows.map((row) => Number(row[i]))]));
}

/** Chooses files, which are there as soon as the page names them. */
async function choose(page: Page, paths: string | string[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(paths);
  await page.locator('.chosen').first().waitFor();
}

/** Chooses files, claims a Gaussian, audits; what comes out as JSON. */
async function audited(page: Page, paths: string | string[], claim = CLAIM): Promise<unknown> {
  await choose(page, paths);
  await claimed(page, claim);
  await page.getByRole('button', { name: 'Audit', exact: true }).click();
  await page.locator('.result .mark').waitFor();
  return JSON.parse((await saved(page, 'Download JSON')).text);
}

async function claimed(page: Page, claim: string): Promise<void> {
  await page.getByLabel('another, written out').check();
  await page.getByLabel('The claim', { exact: true }).fill(claim);
}

const cli = async (...args: string[]) => JSON.parse((await onerun(['audit', ...args, '--json'])).out);

describe.runIf(browserThere)('an audit in the browser', () => {
  let app: string;
  beforeAll(async () => {
    app = await sharedApp();
  });

  const columns = columnsOf(EXAMPLE);
  const { id: _, ...unnamed } = columns;
  const files: [string, string][] = [
    ['CSV', EXAMPLE],
    ['JSON Lines', temporaryFile('half.jsonl', jsonLines(columns))],
    ['NPZ', temporaryFile('half.npz', npz({ scores: npy(columns.score), included: npy(columns.included) }))],
    ['Parquet', temporaryFile('half.parquet', parquet(columns))],
    ['Parquet packed otherwise', temporaryFile('packed.parquet', parquet(columns, 'GZIP'))],
    ['gzip', temporaryFile('half.csv.gz', gzip(csv(columns)))],
    ['gzip of Parquet', temporaryFile('half.parquet.gz', gzip(parquet(unnamed)))],
  ];

  test('each format gives the JSON of the command line, and nothing else is asked of anyone', async () => {
    const { page, context, requests, complaints } = await open(`${app}#/audit`);
    for (const [format, path] of files) {
      const found = await audited(page, path);
      expect(differences(found, await cli(path, '--claim', CLAIM)), format).toEqual([]);
    }
    const scores = columns.score;
    const side = (bit: number) => npy(scores.filter((__, i) => columns.included[i] === bit));
    const pair = [temporaryFile('members.npy', side(1)), temporaryFile('others.npy', side(0))];
    expect(
      differences(await audited(page, pair), await cli('--in', pair[0], '--out', pair[1], '--claim', CLAIM)),
      'NPY',
    ).toEqual([]);
    const apart = [
      temporaryFile('run.csv', csv({ id: columns.id, score: scores })),
      temporaryFile(
        'assignment.csv',
        csv({ id: [...columns.id].reverse(), included: [...columns.included].reverse() }),
      ),
    ];
    expect(
      differences(
        await audited(page, apart),
        await cli(apart[0], '--assignment', apart[1], '--claim', CLAIM),
      ),
      'joined',
    ).toEqual([]);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(app) && !url.startsWith('blob:'))).toEqual([]);
    await context.close();
  });

  test('other claims, games and settings agree too', async () => {
    const { page, context } = await open(`${app}#/audit`);
    const reconstruction = join(ROOT, 'examples/reconstruction.csv');
    expect(
      differences(await audited(page, reconstruction), await cli(reconstruction, '--claim', CLAIM)),
    ).toEqual([]);
    expect(differences(await audited(page, EXAMPLE, DPSGD), await cli(EXAMPLE, '--claim', DPSGD))).toEqual(
      [],
    );
    // A page that has not seen a verdict on these scores: another design would be late, and said to be.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await page.getByText('More settings').click();
    await page.getByLabel('Guesses', { exact: true }).fill('100, 300');
    await page.getByLabel('Confidence').fill('0.99');
    await page.getByLabel('Delta', { exact: true }).fill('1e-6');
    await page.getByLabel('Families to search').fill('laplace; pure-dp');
    await page.getByLabel('Scores are losses').check();
    await page.getByLabel('Which end').selectOption('in');
    const stated = ['--guesses', '100,300', '--confidence', '0.99', '--delta', '1e-6'];
    const families = ['--family', 'laplace', '--family', 'pure-dp', '--lower-is-in', '--sides', 'in'];
    expect(
      differences(await audited(page, EXAMPLE), await cli(EXAMPLE, '--claim', CLAIM, ...stated, ...families)),
    ).toEqual([]);
    const command =
      (await page.locator('section', { hasText: 'The command:' }).locator('pre').textContent()) ?? '';
    expect(command).toContain('--guesses 100,300 --sides in --lower-is-in --family laplace --family pure-dp');
    await context.close();
  });

  test('the report is that of the command line but for command and date', async () => {
    const { page, context } = await open(`${app}#/audit`);
    for (const [path, claim] of [
      [EXAMPLE, CLAIM],
      [join(ROOT, 'examples/reconstruction.csv'), CLAIM],
      [EXAMPLE, DPSGD],
    ]) {
      await page.reload();
      await audited(page, path, claim);
      const { name, text } = await saved(page, 'Download the report');
      expect(name).toMatch(/-report\.html$/);
      const report = temporaryFile('report.html', '');
      await onerun(['audit', path, '--claim', claim, '--report', report, '--force']);
      const made = readFileSync(report, 'utf8');
      const bare = (html: string) =>
        html
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DATE')
          .replace(/<pre>.*?<\/pre>/s, 'COMMAND')
          .replace(/<dt>Command<\/dt>\s*<dd>.*?<\/dd>/s, 'COMMAND')
          .replaceAll(/seed [0-9a-f]{16}/g, 'SEED');
      expect(bare(text) === bare(made), firstDifference(bare(text), bare(made))).toBe(true);
    }
    await context.close();
  });

  test('several runs, in files of their own or in one, have the numbers and pictures of the command line', async () => {
    const { page, context } = await open(`${app}#/audit`);
    const random = createRandom('runs in the browser');
    const drawn = ['a', 'b', 'c'].map((label) => {
      const included = Array.from({ length: 200 }, () => random.coin());
      const score = included.map((bit) => bit + 0.5 * random.normal());
      return { label, columns: { id: included.map((_, i) => i), score, included } };
    });
    const apart = drawn.map(({ label, columns: one }) => temporaryFile(`${label}.csv`, csv(one)));
    const rows = drawn.flatMap(({ label, columns: { id, score, included } }) =>
      id.map((one, i) => `${label},${one},${score[i]},${included[i]}`),
    );
    const whole = temporaryFile('runs.csv', `run,id,score,included\n${rows.join('\n')}\n`);
    await page.getByText('More settings').click();
    await page.getByLabel('Guesses', { exact: true }).fill('40');
    await page.getByLabel('Right guesses that make a run count').fill('38');
    const stated = ['--claim', CLAIM, '--guesses', '40', '--at-least', '38'];
    for (const paths of [apart, [whole]]) {
      expect(differences(await audited(page, paths), await cli(...paths, ...stated))).toEqual([]);
      await page.locator('.plots figure').nth(2).waitFor({ state: 'attached' });
      expect(await page.locator('.plots figure').count()).toBe(3);
      expect(await page.locator('details', { hasText: 'How well the attack did' }).count()).toBeGreaterThan(
        0,
      );
      expect(await violations(page)).toEqual([]);
    }
    await context.close();
  });

  test('the forms say the claim as the command line takes it', async () => {
    const { page, context } = await open(`${app}#/audit`);
    const text = page.locator('.claim-text');
    await page.getByLabel('DP-SGD').check();
    await page.getByLabel('Noise multiplier').fill('1.1');
    await page.getByLabel('Sampling rate').fill('4096/50000');
    await page.getByLabel('Steps').fill('2_500');
    expect(await text.textContent()).toContain('--claim "dpsgd(noise=1.1, rate=0.08192, steps=2500)"');
    await page.getByLabel('Gaussian').check();
    await page.getByLabel('Noise (sigma)').fill('2');
    expect(await text.textContent()).toContain('--claim "gaussian(sigma=2)"');
    await page.getByLabel('(epsilon, delta)').check();
    expect(await text.textContent()).toContain('--claim "approx-dp(epsilon=1, delta=1e-5)"');
    await page.getByLabel('Epsilon', { exact: true }).fill('-1');
    expect(await text.textContent()).toContain('epsilon must be 0 or above');
    await context.close();
  });

  test('the example is one click, and a link to it shows it again', async () => {
    const { page, context, complaints } = await open(`${app}#/audit`);
    await page.getByRole('button', { name: 'Try the example' }).click();
    await page.locator('.drawing > svg').nth(3).waitFor({ state: 'attached' });
    expect(await page.locator('.mark').textContent()).toBe('REFUTED');
    await page.waitForURL(/example=half-noise/);
    const again = await open(page.url());
    await again.page.locator('.drawing > svg').nth(3).waitFor({ state: 'attached' });
    expect(await again.page.locator('.mark').textContent()).toBe('REFUTED');
    expect([...complaints, ...again.complaints]).toEqual([]);
    await context.close();
    await again.context.close();
  });

  test('a dropped file is taken anywhere on the page; its name never goes into the address', async () => {
    const { page, context } = await open(`${app}#/audit`);
    const data = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'private-project.csv'));
        return transfer;
      },
      readFileSync(EXAMPLE, 'utf8'),
    );
    await page.dispatchEvent('footer', 'drop', { dataTransfer: data });
    await page.getByText('private-project.csv holds the scores of 1,000 canaries.').waitFor();
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.locator('.result .mark').waitFor();
    expect(page.url()).not.toContain('private');
    await context.close();
  });

  test('names and columns with HTML in them are text', async () => {
    const { page, context, complaints } = await open(`${app}#/audit`);
    const evil = '<img src=x onerror=alert(1)>';
    const path = temporaryFile(
      `${evil.replace('/', '')}.csv`,
      csv({ [evil]: columns.score, included: columns.included }),
    );
    await choose(page, path);
    await page.getByRole('columnheader', { name: evil }).waitFor();
    await page.getByLabel('Which column is the score').selectOption(evil);
    await page.getByLabel('no claim').check();
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.locator('.result .mark').waitFor();
    expect(await page.locator('img, .result script').count()).toBe(0);
    expect(await page.locator('.file-name').textContent()).toContain(evil);
    const { text } = await saved(page, 'Download the report');
    expect(text).not.toContain('<img');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a design that is changed after the verdict is called late', async () => {
    const { page, context } = await open(`${app}#/audit`);
    await audited(page, EXAMPLE);
    expect(await page.locator('.notice').count()).toBe(0);
    await page.getByText('More settings').click();
    await page.getByLabel('Guesses', { exact: true }).fill('50');
    await page.getByText('The settings have changed').waitFor();
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.getByText('the first verdict counts').waitFor();
    await page.getByText('the design was changed after a verdict on the same scores').first().waitFor();
    // Nor is it forgotten with the page.
    await page.reload();
    await audited(page, EXAMPLE);
    await page.getByText('the first verdict counts').waitFor();
    await context.close();
  });
});

function firstDifference(a: string, b: string): string {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return `${a.slice(Math.max(0, i - 80), i + 80)}\n--- and ---\n${b.slice(Math.max(0, i - 80), i + 80)}`;
}
