import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { auditsSchema } from '../../../src/cli/schemas/audits.ts';
import { folderOf, scoresCsv } from '../../support/audits-folder.ts';
import { browserThere, open, violations } from '../../support/browser.ts';
import { onerun } from '../../support/cli.ts';
import { runKilled } from '../../support/crash.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
// Equal scores, among which a draw decides.
const tied = (seed: string) => scoresCsv(200, 1, seed).replace(/(\.\d)\d+/g, '$1');
const folder = folderOf(Object.fromEntries(names.map((name) => [`${name}.csv`, tied(name)])));
const OPTIONS = ['--claim', 'gaussian(sigma=1)', '--method', 'paper', '--family', 'gaussian', '--json'];
const out = join(folder, 'out');
const command = ['audit-all', folder, '--out', out, ...OPTIONS];
const logged = (): [string, string][] =>
  readFileSync(join(out, 'audits.log.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const { task, result } = JSON.parse(line);
        return result === undefined ? [] : [[task, result.summary.seed] as [string, string]];
      } catch {
        return [];
      }
    });

test('killed and begun again, it goes on where it was, and draws are kept', async () => {
  let before: [string, string][] = [];
  for (const times of [2, 3]) {
    const { killed } = await runKilled([...command, '--workers', '2'], { change: 30 * times });
    expect(killed).toBe(true);
    // What is there by now looks like nothing whole.
    for (const name of ['index.html', 'audits.csv', 'audits.jsonl'])
      expect(existsSync(join(out, name)), name).toBe(false);
    const now = logged();
    expect(now.slice(0, before.length)).toEqual(before);
    before = now;
  }
  expect(before.length).toBeGreaterThan(0);
  const { code, out: printed } = await runKilled([...command, '--workers', '2'], null);
  expect(code).toBe(0);
  const { rows } = auditsSchema.parse(JSON.parse(printed));
  expect(rows.map(({ name }) => name)).toEqual(names.map((name) => `${name}.csv`));
  const seeds = new Map(rows.map(({ path, seed }) => [path, seed]));
  for (const [path, seed] of before) expect(seeds.get(path)).toBe(seed);
  expect(new Set(seeds.values()).size).toBe(names.length);
});

test('a report that is gone is made again with the same draw; one of a file that is gone is told', async () => {
  const report = join(out, 'reports', 'c.csv.html');
  const seed = /seed ([0-9a-f]{16})/.exec(readFileSync(report, 'utf8'))?.[1];
  rmSync(report);
  rmSync(join(folder, 'h.csv'));
  const { code, out: printed } = await onerun([...command, '--workers', '1']);
  expect(code).toBe(0);
  expect(readFileSync(report, 'utf8')).toContain(`seed ${seed}`);
  const { oldReports, earlier, rows } = auditsSchema.parse(JSON.parse(printed));
  expect(oldReports).toEqual(['reports/h.csv.html']);
  expect(existsSync(join(out, 'reports', 'h.csv.html'))).toBe(true);
  expect([rows.length, earlier?.audits]).toEqual([7, 8]);
});

describe.runIf(browserThere)('the page in a browser', () => {
  test('sorts by its buttons, complains of nothing, and is accessible in light, dark and on a phone', async () => {
    const address = pathToFileURL(join(out, 'index.html')).href;
    for (const [colorScheme, width] of [
      ['light', 1200],
      ['dark', 1200],
      ['light', 390],
    ] as const) {
      const { page, context, complaints } = await open(address, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      const name = (row: number) => page.locator('tbody th').nth(row).textContent();
      expect(await name(0)).toBe('a.csv');
      const button = page.getByRole('button', { name: 'audit' });
      await button.click();
      await button.press('Enter');
      expect(await name(0)).toBe('g.csv');
      expect(await page.locator('thead th').first().getAttribute('aria-sort')).toBe('descending');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    }
    const { page, context } = await open(address, { javaScriptEnabled: false });
    expect(await page.locator('thead th').first().textContent()).toBe('audit');
    expect(await page.locator('button').count()).toBe(0);
    await page.getByRole('link', { name: 'c.csv' }).click();
    expect(await page.locator('h1').textContent()).toBe('Privacy audit of gaussian(sigma=1)');
    await context.close();
  });
});
