import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { parseHTML } from 'linkedom';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditResult } from '../../src/index.ts';
import { auditHtml } from '../../src/report/index.ts';
import { auditPlots } from '../../src/report/plots/audit-plots.ts';
import {
  bonferroni,
  hostile,
  noClaim,
  notRefutable,
  notRefuted,
  reconstruction,
  refuted,
} from './fixtures.ts';

const COMMAND = 'onerun audit scores.csv --claim "gaussian(sigma=1)" --report "a<b>.html"';

const plotsOf = (result: AuditResult) =>
  auditPlots(result, parseHTML('<!doctype html><body></body>').document);

const pageOf = (result: AuditResult) =>
  auditHtml(result, {
    plots: plotsOf(result),
    command: COMMAND,
    date: '2026-03-01 12:00 UTC',
    version: '1.2.3',
  });

describe('auditPlots', () => {
  test('draws every picture that the data have, each an SVG of its own with words for it', () => {
    const plots = plotsOf(refuted());
    expect(plots.map(({ name }) => name)).toEqual(['scores', 'roc', 'budgets', 'bounds']);
    for (const { svg, title, alt } of plots) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img" aria-label="/);
      expect(svg).toContain(title);
      expect(alt.length).toBeGreaterThan(80);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<figure/);
    }
    const [, roc, budgets] = plots;
    expect(roc.svg).toContain('holds only if canaries do not interact');
    expect(budgets.svg).toContain('To look at, not to choose by.');
    expect(budgets.svg).toContain('guesses (log scale)');
  });

  test('is the same for the same data', () => {
    const result = refuted();
    expect(plotsOf(result)).toEqual(plotsOf(result));
  });

  test('leaves out what there are no data for, and every epsilon that is void', () => {
    expect(plotsOf(reconstruction()).map(({ name }) => name)).toEqual(['bounds']);
    expect(plotsOf(noClaim()).map(({ name }) => name)).toEqual(['scores', 'roc', 'budgets', 'bounds']);
    expect(plotsOf(hostile()).map(({ name }) => name)).toEqual(['scores', 'roc']);
  });

  test('draws what has no end or no height', () => {
    const { claim, ...result } = refuted();
    if (claim === null) throw new Error('nothing was claimed');
    const rows = result.results.map((row) => ({ ...row, epsilon: 0, largestProvable: Infinity }));
    const plots = {
      ...result.plots,
      budgets: { curve: [], chosen: [], family: 'gaussian' },
    };
    for (const { svg } of plotsOf({
      ...result,
      claim: { ...claim, epsilon: Infinity },
      results: rows,
      plots,
    }))
      expect(svg).not.toMatch(/NaN|Infinity/);
  });
});

describe('auditHtml', () => {
  test('has the verdict, the inputs and the glossary', () => {
    const html = pageOf(refuted());
    const { document } = parseHTML(html);
    const text = document.body.textContent ?? '';
    expect(document.title).toBe('REFUTED: privacy audit of gaussian(sigma=1)');
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(document.querySelector('h2')?.textContent).toBe('REFUTED');
    expect(document.querySelectorAll('figure > svg[role=img]')).toHaveLength(4);
    for (const words of [
      'gaussian(sigma=1) does not hold',
      COMMAND,
      '2026-03-01',
      'onerun 1.2.3',
      'b5bb9d8014a0',
    ])
      expect(text).toContain(words);
    const terms = [...document.querySelectorAll('section:last-of-type dt')].map((term) => term.textContent);
    expect(terms).toEqual(
      expect.arrayContaining(['canary', 'abstain', 'trade-off curve', 'power', 'model-based']),
    );
    for (const table of document.querySelectorAll('table')) {
      expect(table.querySelector('caption')).not.toBeNull();
      expect(table.querySelectorAll('th:not([scope])')).toHaveLength(0);
    }
  });

  test('warns first where the design could not have refuted the claim', () => {
    const { document } = parseHTML(pageOf(notRefutable()));
    const [plainly, warning] = document.querySelectorAll('main p');
    expect(plainly.textContent).toContain('too small to find it broken');
    expect(warning.textContent).toContain('could not have refuted');
  });

  test('takes nothing from data as markup', () => {
    const html = pageOf(hostile());
    expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)"/);
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)');
    const { document } = parseHTML(html);
    expect(document.querySelectorAll('script, img, link, iframe, a')).toHaveLength(0);
  });
});

const CHROMIUM = '/usr/bin/chromium';
if (!existsSync(CHROMIUM))
  console.warn(`No ${CHROMIUM}: the report is not opened in a browser. CI installs it.`);

describe.runIf(existsSync(CHROMIUM) || process.env.CI)('the page in a browser', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'onerun-report-'));
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a report from its file and gathers whatever it asks for or complains of. */
  async function open(result: AuditResult, colorScheme: 'light' | 'dark', width: number) {
    const file = join(folder, 'report.html');
    writeFileSync(file, pageOf(result));
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    const [requests, complaints]: [string[], string[]] = [[], []];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => complaints.push(dialog.message()));
    const address = pathToFileURL(file).href;
    await page.goto(address);
    return { page, context, requests, complaints, address };
  }

  const cases = { refuted, notRefuted, notRefutable, bonferroni, reconstruction, noClaim, hostile };
  test.each(Object.entries(cases))(
    '%s: fetches nothing, complains of nothing, is accessible',
    async (_, make) => {
      const result = make();
      for (const [colours, width] of [
        ['light', 1100],
        ['dark', 1100],
        ['light', 360],
      ] as const) {
        const { page, context, requests, complaints, address } = await open(result, colours, width);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect({ requests, complaints }).toEqual({ requests: [address], complaints: [] });
        await context.close();
      }
    },
  );

  test('prints dark on white with whole tables', async () => {
    const { page, context } = await open(refuted(), 'dark', 720);
    await page.emulateMedia({ media: 'print' });
    const look = await page.evaluate(`[
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.body).color,
      Math.max(...[...document.querySelectorAll('.scroll')].map((box) => box.scrollWidth - box.clientWidth)),
    ]`);
    expect(look).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 0]);
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
    await context.close();
  });
});
