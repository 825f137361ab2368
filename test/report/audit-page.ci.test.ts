import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { AuditResult } from '../../src/index.ts';
import { browserThere, open, violations } from '../support/browser.ts';
import { heardOfPlots, heardOn, plotLook, tablesOffScreen } from '../support/plots-in-page.ts';
import { temporaryFile } from '../support/temporary.ts';
import {
  blind,
  bonferroni,
  hostile,
  noClaim,
  notRefutable,
  notRefuted,
  reconstruction,
  refuted,
  severalRuns,
} from './fixtures.ts';
import { pageOf } from './page.ts';

describe.runIf(browserThere)('the page in a browser', () => {
  /** Opens a report from its file. */
  async function openReport(result: AuditResult, colorScheme: 'light' | 'dark', width: number) {
    const address = pathToFileURL(temporaryFile('report.html', pageOf(result))).href;
    return { ...(await open(address, { colorScheme, viewport: { width, height: 800 } })), address };
  }

  /** Opens whatever is folded. */
  const unfold = (page: Page) =>
    page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`);

  test.each(
    Object.entries({ refuted, notRefuted, blind, notRefutable, bonferroni, severalRuns, noClaim, hostile }),
  )('%s: says what counts on three screens, and cuts nothing', async (_, make) => {
    const { page, context } = await openReport(make(), 'light', 1280);
    const folds = page.locator('details').first();
    expect((await folds.boundingBox())?.y).toBeLessThan(3 * 800);
    await unfold(page);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const cut = `[...document.querySelectorAll('html, .scroll')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.getAttribute('aria-label') ?? 'page')`;
      expect(await page.evaluate(cut)).toEqual([]);
    }
    await context.close();
  });

  const cases = {
    refuted,
    notRefuted,
    notRefutable,
    bonferroni,
    reconstruction,
    noClaim,
    hostile,
    severalRuns: () => severalRuns(),
  };
  test.each(Object.entries(cases))(
    '%s: fetches nothing, complains of nothing, is accessible',
    async (_, make) => {
      const { page, context, requests, complaints, address } = await openReport(make(), 'light', 1100);
      await unfold(page);
      for (const [colorScheme, width] of [
        ['light', 1100],
        ['dark', 360],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
      // On a phone, in the dark: texts can be read, plots are dark without a filter, every number is there.
      await page.setViewportSize({ width: 390, height: 800 });
      const { smallestText, grounds, ground, filters } = await plotLook(page);
      expect(smallestText).toBeGreaterThanOrEqual(12);
      expect(new Set(grounds)).toEqual(new Set([ground]));
      expect({ ground, filters }).toEqual({ ground: 'rgb(22, 24, 27)', filters: [] });
      expect(await tablesOffScreen(page)).toEqual([]);
      expect({ requests, complaints }).toEqual({ requests: [address], complaints: [] });
      await context.close();
    },
  );

  test('prints dark on white with whole tables; a screen reader hears each picture once', async () => {
    const { page, context } = await openReport(refuted(), 'dark', 720);
    await unfold(page);
    const plots = await heardOfPlots(page);
    expect(plots.map(({ images, captions }) => [images, captions])).toEqual(plots.map(() => [1, 1]));
    const texts = (await heardOn(page)).map(({ name }) => name);
    expect(texts).not.toContain('false positives (alpha)');
    expect(texts.filter((name) => name === 'REFUTED').length).toBeGreaterThan(0);
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = false`);
    await page.emulateMedia({ media: 'print' });
    const look = await page.evaluate(`[
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.body).color,
      Math.max(...[...document.querySelectorAll('.scroll')].map((box) => box.scrollWidth - box.clientWidth)),
    ]`);
    // What is folded on a screen is printed.
    expect(await page.locator('details th').first().boundingBox()).not.toBeNull();
    expect(look).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 0]);
    expect(new Set((await plotLook(page)).grounds)).toEqual(new Set(['rgb(255, 255, 255)']));
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
    await context.close();
  });
});
