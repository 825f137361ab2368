import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditResult } from '../../src/index.ts';
import { browserThere, open, violations } from '../support/browser.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFile } from '../support/temporary.ts';
import { refuted } from './fixtures.ts';
import { pageOf } from './page.ts';

const EVIL = '</script><img src=http://evil.example/ onerror=alert(1)>';

/** An audit whose canaries have ids from someone who means harm. */
function withEvilIds(): AuditResult {
  const result = refuted();
  const [field] = result.plots.fields;
  const name = field.dots.name.map((_, i) => `${EVIL}${i}`);
  return { ...result, plots: { ...result.plots, fields: [{ ...field, dots: { ...field.dots, name } }] } };
}

function reportFile(change = (html: string) => html): string {
  const text = readFileSync(join(ROOT, 'dist/report-script.js'), 'utf8');
  const sha256 = createHash('sha256').update(text).digest('base64');
  return pathToFileURL(temporaryFile('report.html', change(pageOf(withEvilIds(), { text, sha256 })))).href;
}

const FIGURE = '#audit-figure';
const words = (page: Page) => page.locator('[data-panel=tally] .bench-late').first().textContent();

/** Until the figure has computed what it shows. */
const settled = (page: Page, mode: string) =>
  page.locator(`${FIGURE}[data-mode=${mode}]:not(:has(.stale))`).waitFor();

const heard = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(0), 200);
})`);

describe.runIf(browserThere)('the figure of a report', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let address: string;
  beforeAll(async () => {
    address = reportFile();
    opened = await open(address, { viewport: { width: 1280, height: 720 } });
  });
  afterAll(() => opened.context.close());

  test('becomes live without a shift, computes in a worker and takes ids as text', async () => {
    const { page, requests, complaints } = opened;
    await page.waitForSelector(`${FIGURE}.bench-live`);
    expect(await heard(page)).toBe(0);
    expect(await words(page)).toMatch(/^291 of 292 right/);
    const cut = page.locator('[data-cut=top]');
    await cut.focus();
    await page.keyboard.press('ArrowUp');
    await settled(page, 'exploring');
    expect(await cut.getAttribute('aria-valuenow')).toBe('147');
    expect(await words(page)).toMatch(/^29\d of 293 right .*p-value [\d.e-]+ \((paper|optimal|steinke)\)/);
    expect(await page.locator('.bench-verdict').textContent()).toBe('REFUTED');
    await page.getByRole('button', { name: 'Back to the fixed cuts' }).click();
    await settled(page, 'fixed');
    await page.getByRole('slider', { name: 'Look at one canary' }).focus();
    await page.keyboard.press('Home');
    expect(await page.locator('.bench-field .bench-tip').textContent()).toContain('</script><img');
    expect(await page.locator('img').count()).toBe(0);
    expect({ requests: requests.filter((url) => !url.startsWith('blob:')), complaints }).toEqual({
      requests: [address],
      complaints: [],
    });
    expect(page.workers().length).toBeGreaterThan(0);
  });

  test('is accessible in both colours and on a phone, and prints on one light page', async () => {
    const { page } = opened;
    for (const [colorScheme, width] of [
      ['dark', 1280],
      ['light', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 720 });
      expect(await violations(page, FIGURE)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 720, height: 1000 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const [height, ground] = (await page.evaluate(
      `[document.querySelector('${FIGURE}').offsetHeight, getComputedStyle(document.querySelector('${FIGURE}')).backgroundColor]`,
    )) as [number, string];
    // A4 less its margins, at 96 pixels an inch.
    expect(height).toBeLessThan(1000);
    expect(ground).toBe('rgb(255, 255, 255)');
  });

  test('computes in the page where workers are refused, and stands still where scripts are', async () => {
    const here = await open(reportFile((html) => html.replace('worker-src blob:', "worker-src 'none'")));
    await here.page.locator('[data-cut=top]').focus();
    await here.page.keyboard.press('ArrowUp');
    await settled(here.page, 'exploring');
    expect(await words(here.page)).toMatch(/^29\d of 293 right .*p-value/);
    expect(here.page.workers()).toHaveLength(0);
    await here.context.close();
    const still = await open(
      reportFile((html) => html.replace(/script-src 'sha256-[^']*/, `script-src 'sha256-${'A'.repeat(43)}=`)),
    );
    expect(await still.page.locator(`${FIGURE}.bench-live`).count()).toBe(0);
    expect(await words(still.page)).toMatch(/^291 of 292 right .*refutes the claim/);
    expect(await still.page.locator('.bench-hint').isVisible()).toBe(false);
    await still.context.close();
  });
});
