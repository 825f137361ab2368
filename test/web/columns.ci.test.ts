import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { csv } from '../io/files.ts';
import { browserThere, differences, open, saved, sharedApp, violations } from '../support/browser.ts';
import { onerun } from '../support/cli.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary.ts';

const RUNS = join(ROOT, 'examples/cifar10');
const CLAIM = 'gaussian(sigma=2)';

const cli = async (...args: string[]) => JSON.parse((await onerun(['audit', ...args, '--json'])).out);

async function audited(page: Page): Promise<unknown> {
  await page.getByRole('button', { name: 'Audit', exact: true }).click();
  await page.locator('.result .mark').waitFor();
  return JSON.parse((await saved(page, 'Download JSON')).text);
}

/** Chooses a folder as a user does. */
async function chooseFolder(page: Page, folder: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'or a run folder' }).click(),
  ]);
  await chooser.setFiles(folder);
}

/** Drops files and folders onto the page as a file manager does. */
async function dropOnto(page: Page, ...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
}

/** Less the folders that lead to a file: the page knows those from the one that was chosen on. */
const named = (found: unknown) =>
  JSON.parse(
    JSON.stringify(found).replaceAll(join(RUNS, '/'), '').replaceAll(join(ROOT, 'examples/llm/'), ''),
  );

/** A run folder with a plan and an assignment below. */
async function plannedRun(): Promise<string> {
  const folder = join(temporaryFolder(), 'planned');
  mkdirSync(join(folder, 'coins'), { recursive: true });
  const random = createRandom('a planned run');
  const included = Array.from({ length: 100 }, () => random.coin());
  const id = included.map((_, i) => i);
  const score = included.map((bit) => 2 * bit + random.normal());
  writeFileSync(join(folder, 'scores.csv'), csv({ id, score }));
  writeFileSync(join(folder, 'coins/canaries.csv'), csv({ id, included }));
  const plan = ['--claim', CLAIM, '--guesses', '20', '--out', join(folder, 'plan.json')];
  await onerun(['plan', '-m', '100', ...plan]);
  const named = { scores: 'scores.csv', assignment: 'coins/canaries.csv', plan: 'plan.json' };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ schema: 'onerun-run/1', ...named }));
  return folder;
}

describe.runIf(browserThere)('files of any columns, and run folders', () => {
  let app: string;
  beforeAll(async () => {
    app = await sharedApp();
  });

  test('columns that no name tells are shown and asked for, and give the verdict of the command line', async () => {
    const { page, context, complaints } = await open(
      `${app}#/audit?form=written&claim=${CLAIM}&families=gaussian`,
    );
    const scores = join(RUNS, 'epsilon-8/scores.csv');
    await page.locator('input[type=file]').setInputFiles(scores);
    await page.getByText('which column has the scores').waitFor();
    await page.waitForFunction(() => document.activeElement?.className === 'columns');
    const cells = await page
      .locator('.first-rows tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    const lines = readFileSync(scores, 'utf8').split('\n', 5);
    expect(cells).toEqual(lines.map((line) => line.split(',')));
    const score = page.getByLabel('Which column is the score');
    expect(await page.getByLabel('Which column says who was in').inputValue()).toBe('included');
    expect(await page.getByLabel('Which column is the id').inputValue()).toBe('id');
    expect(await score.inputValue()).toBe('');
    const columns = lines[0].split(',');
    expect(columns).toContain('likelihood_ratio');
    expect(await score.locator('option').allTextContents()).toEqual(['choose a column', ...columns]);
    await score.selectOption('likelihood_ratio');
    await page.getByText('scores.csv holds the scores of').waitFor();
    await page.waitForURL(/score=likelihood_ratio/);
    expect(
      differences(
        await audited(page),
        await cli(scores, '--claim', CLAIM, '--family', 'gaussian', '--score-column', 'likelihood_ratio'),
      ),
    ).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a run folder is audited as the command line does it, by its manifest', async () => {
    // What is stated in place of the manifest's stands in the verdict.
    const { page, context, complaints } = await open(`${app}#/audit?families=gaussian`);
    for (const folder of [join(RUNS, 'broken'), join(ROOT, 'examples/llm/leak')]) {
      await chooseFolder(page, folder);
      await page.locator('.found', { hasText: 'holds the' }).waitFor();
      const found = await audited(page);
      expect(differences(named(found), named(await cli(folder, '--family', 'gaussian')))).toEqual([]);
    }
    // A folder that is really dropped, with coins in a folder of its own and a plan.
    const dropped = await plannedRun();
    await page.goto(`${app}#/audit`);
    await page.reload();
    await dropOnto(page, dropped);
    await page.locator('.found', { hasText: 'holds the' }).waitFor();
    expect(await page.locator('.manifest').textContent()).toContain('guesses20');
    const around = (found: unknown) =>
      JSON.parse(JSON.stringify(found).replaceAll(join(dirname(dropped), '/'), ''));
    const verdict = await audited(page);
    expect(verdict).toMatchObject({ fixed: { guesses: { from: 'plan' } } });
    expect(differences(around(verdict), around(await cli(dropped)))).toEqual([]);
    writeFileSync(join(dropped, 'manifest.json'), '{ "schema": "onerun-run/1", "guess": 5 }');
    await page.goto(`${app}#/audit`);
    await page.reload();
    await dropOnto(page, dropped);
    const refused = (await onerun(['audit', dropped])).err.trim().replace(join(dirname(dropped), '/'), '');
    expect((await page.locator('.problem').textContent())?.toLowerCase()).toBe(refused.toLowerCase());
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('several runs say what they need where they are shown; an error takes the focus', async () => {
    const { page, context } = await open(`${app}#/audit?form=written&claim=${CLAIM}`);
    const random = createRandom('several runs');
    const files = ['a', 'b', 'c'].map((name) => {
      const included = Array.from({ length: 200 }, () => random.coin());
      const score = included.map((bit) => bit + random.normal());
      return temporaryFile(`${name}.csv`, csv({ score, included }));
    });
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByText('3 runs are judged together').waitFor();
    await page.getByText('c.csv holds the scores').waitFor();
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.locator('.problem, .result .mark').first().waitFor();
    expect(await page.locator('.problem').textContent()).toContain(
      'everal runs need a number of right guesses',
    );
    await page.waitForFunction(() => document.activeElement?.className === 'problem');
    const box = await page.locator('.problem').boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(720);
    await page.getByLabel('Right guesses that make a run count').fill('5');
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.locator('.result .mark').waitFor();
    await context.close();
  });
});
