import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserThere, differences, open, saved, sharedApp, violations } from '../support/browser.ts';
import { onerun } from '../support/cli.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary.ts';

const RUNS = join(ROOT, 'examples/mnist-runs');
const LEDGER = readFileSync(join(ROOT, 'examples/ledger.jsonl'), 'utf8');
const input = 'input[type=file]:not([webkitdirectory])';

/** Damage to a ledger, as an editor, a copy or a crash does it. */
const lines = LEDGER.split('\n');
const DAMAGE: readonly (readonly [what: string, text: string])[] = [
  ['a count was changed', LEDGER.replace('"least":152', '"least":153')],
  ['a line was taken out', lines.filter((_, i) => i !== 2).join('\n')],
  ['the design was taken out', lines.slice(1).join('\n')],
  ['two lines were exchanged', [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n')],
  ['line ends of another system', LEDGER.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${LEDGER}`],
  ['an empty line', LEDGER.replace('\n', '\n\n')],
  ['no line end', lines[0]],
];

describe.runIf(browserThere)('several runs and ledgers', () => {
  let app: string;
  beforeAll(async () => {
    app = await sharedApp();
  });

  test('one row per run, with its counts', async () => {
    const files = readdirSync(RUNS)
      .filter((name) => name.startsWith('honest'))
      .map((name) => join(RUNS, name));
    const asked = 'form=written&claim=gaussian(sigma=1)&guesses=60&atLeast=54';
    const { page, context, complaints } = await open(`${app}#/audit?${asked}`, {
      viewport: { width: 1280, height: 900 },
    });
    await page.locator(input).first().setInputFiles(files);
    await page.locator('.found').first().waitFor();
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    const rows = page.locator('.bench-rows .r-label');
    await rows.nth(9).waitFor({ state: 'attached' });
    expect(await rows.count()).toBe(10);
    expect(await page.locator('.bench-runs .bench-mode').textContent()).toBe(
      '2 of 10 runs reached 54 right of 60, fixed in advance; 8 or more refute the claim.',
    );
    const { observations, joint } = JSON.parse((await saved(page, 'Download JSON')).text);
    expect(joint).toMatchObject({ runs: 10, atLeast: 54, reached: 2, needed: 8 });
    const counts = observations.map(({ correct }: { correct: number }) => String(correct));
    expect(await page.locator('.r-count, .r-reached-count').allTextContents()).toEqual(counts);
    expect(await page.locator('.bench-rows .r-reached').count()).toBe(2);

    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a ledger is shown with the numbers of the command line, and a damaged one refused in its sentence', async () => {
    const { page, context, complaints } = await open(`${app}#/audit`, {
      viewport: { width: 1280, height: 900 },
      colorScheme: 'dark',
    });
    for (const [what, text] of DAMAGE) {
      const path = temporaryFile('ledger.jsonl', text);
      await page.locator(input).first().setInputFiles(path);
      const said = (await page.locator('.problem p').textContent()) ?? '';
      const { err } = await onerun(['ledger', 'show', 'ledger.jsonl'], join(path, '..'));
      expect(said.toLowerCase(), what).toBe(err.trim().toLowerCase());
      expect(await page.locator('.result .mark').count(), what).toBe(0);
    }
    const path = temporaryFile('ledger.jsonl', `${LEDGER}{"entry":"run","at":`);
    await page.locator(input).first().setInputFiles(path);
    await page.locator('.result figure svg').first().waitFor();
    const { out } = await onerun(['ledger', 'show', 'ledger.jsonl', '--json'], join(path, '..'));
    const shown = JSON.parse((await saved(page, 'Download JSON')).text);
    expect(differences(shown, JSON.parse(out))).toEqual([]);
    expect(shown.notices).toHaveLength(1);
    const html = await saved(page, 'Download the report (HTML)');
    expect(html.text).toContain('onerun ledger show ledger.jsonl');

    expect(await violations(page)).toEqual([]);
    await page
      .locator(input)
      .first()
      .setInputFiles([path, temporaryFile('a.csv', 'score,included\n1,1\n')]);
    await page.getByText('ledger.jsonl is a ledger: choose it alone').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the report of several runs has the figure without a script, on every width', async () => {
    const files = readdirSync(RUNS).map((name) => join(RUNS, name));
    const report = join(temporaryFolder(), 'report.html');
    const asked = ['--claim', 'gaussian(sigma=1)', '--guesses', '60', '--at-least', '54'];
    await onerun(['audit', ...files, ...asked, '--report', report]);
    for (const width of [390, 1280]) {
      const { page, context, complaints } = await open(`file://${report}`, {
        viewport: { width, height: 800 },
        javaScriptEnabled: false,
      });
      expect(await page.locator('.bench-rows .r-label').count()).toBe(20);
      expect(await page.locator('.bench-rows .r-reached').count()).toBe(12);
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});
