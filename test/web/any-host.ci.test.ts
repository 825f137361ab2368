import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parquet } from '../io/files.ts';
import { browserThere, open, staticHost, WEB } from '../support/browser.ts';
import { temporaryFile } from '../support/temporary.ts';

describe.runIf(browserThere)('the built folder on any host', () => {
  test('works under a path of its own, and asks only for files below it, each when it is needed', async () => {
    const host = await staticHost('/some/where/onerun/');
    const { page, context, requests, complaints } = await open(`${host.url}#/audit`);
    await page.getByRole('button', { name: 'Try the example' }).waitFor();
    const loaded = requests.map((url) => url.slice(host.url.length));
    expect(loaded.filter((name) => /parquet|plots|npz|\/(bench-)?worker-/.test(name))).toEqual([]);
    const bytes = loaded.reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(WEB, name === '' ? 'index.html' : name))).length,
      0,
    );
    expect(bytes).toBeLessThan(60_000);
    await page.getByRole('button', { name: 'Try the example' }).click();
    await page.locator('.drawing > svg').nth(3).waitFor({ state: 'attached' });
    expect(requests.some((url) => /plots-/.test(url))).toBe(true);
    expect(requests.filter((url) => !url.startsWith(host.url))).toEqual([]);
    expect(host.asked.filter((path) => !path.startsWith('/some/where/onerun/'))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
    host.stop();
  });

  test('works with the network off after the first load, Parquet and all', async () => {
    const host = await staticHost('/app/');
    const { page, context } = await open(`${host.url}#/audit`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    // The page that is kept is asked for anew: one that the browser had may be older than the other files.
    expect(host.asked.filter((path) => path === '/app/').length).toBe(2);
    host.stop();
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Try the example' }).click();
    await page.locator('.drawing > svg').nth(3).waitFor({ state: 'attached' });
    expect(await page.locator('.mark').textContent()).toBe('REFUTED');
    const score = Array.from({ length: 300 }, (_, i) => Math.sin(i));
    const path = temporaryFile('scores.parquet', parquet({ score, included: score.map((_, i) => i % 2) }));
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByText('scores.parquet holds the scores of 300 canaries.').waitFor();
    await page.getByRole('link', { name: 'Explore' }).click();
    await page.locator('main > div:not([hidden]) .bench .bench-cut').first().waitFor();
    await page.locator('main > div:not([hidden]) .drawing > svg').first().waitFor();
    await context.close();
  });
});
