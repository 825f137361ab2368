import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from 'linkedom';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseClaim, printClaim } from '../../src/claims/index.ts';
import { ZOO } from '../../src/mechanisms/index.ts';
import { browserThere, open, openTakeMenu, sharedApp, violations } from '../support/browser.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFile } from '../support/temporary.ts';

const EXAMPLE = join(ROOT, 'examples/half-noise.csv');

/** What a button of the open menu saves. */
async function taken(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.take-menu').getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The text that a button of the open menu copies. */
async function copied(page: Page, button: string): Promise<string> {
  await page.locator('.take-menu').getByRole('button', { name: button, exact: true }).click();
  await page.locator('.take-menu .take-said', { hasText: 'Copied' }).first().waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

const openMenu = openTakeMenu;

/** What the figure says, and which cuts it has. */
async function figureOf(page: Page) {
  await page.locator('.bench[data-mode] .bench-panel:not(.stale)').last().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.bench-panel.stale').length === 0);
  const cut = (name: string) => page.locator(`[data-cut=${name}]`).getAttribute('aria-valuenow');
  return {
    mode: await page.locator('.bench-mode').first().textContent(),
    cuts: [await cut('top'), await cut('bottom')],
    words: await page.locator('[data-panel=tally] figcaption .bench-late').textContent(),
    bars: await page.locator('[data-panel=bars] figcaption .bench-late').textContent(),
    corner: await page.locator('[data-panel=curve] button').getAttribute('aria-pressed'),
  };
}

describe.runIf(browserThere)('what is taken away from the app', () => {
  let app: string;
  beforeAll(async () => {
    app = await sharedApp();
  });
  const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };

  test('a figure as SVG and PNG, and a link that shows the same state elsewhere', async () => {
    const { page, context, complaints } = await open(`${app}#/audit`, permissions);
    await page.locator('input[type=file]').setInputFiles(EXAMPLE);
    await page.getByLabel('another, written out').check();
    await page.getByLabel('The claim', { exact: true }).fill('gaussian(sigma=1)');
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.locator('.bench .bench-cut').first().waitFor();
    await page.locator('[data-cut=top]').focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
    await page.locator('[data-panel=curve] button').click();
    const before = await figureOf(page);
    expect(before.mode).toContain('Exploring');
    expect(before.cuts).not.toEqual(['108', '108']);

    await openMenu(page, 'the live figure');
    const svg = (await taken(page, 'SVG')).bytes.toString();
    expect(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement?.nodeName).toBe('svg');
    expect(svg).not.toMatch(/var\(|light-dark|href="(?!#)|<script/);
    const png = (await taken(page, 'PNG')).bytes;
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // Twice the size of the drawing.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(
      ['width', 'height'].map((side) => 2 * Number(new RegExp(`${side}="([\\d.]+)"`).exec(svg)?.[1])),
    );
    expect(await copied(page, 'Copy the command line')).toMatch(/^onerun bound -m 1000 -g \d+ -c \d+/);

    const plain = await copied(page, 'Copy a link to this state');
    expect(plain).not.toContain('half-noise');
    await page.getByRole('checkbox', { name: /by name and SHA-256/ }).check();
    const link = await copied(page, 'Copy a link to this state');
    const hash = createHash('sha256').update(readFileSync(EXAMPLE)).digest('hex');
    expect(link).toContain(hash);
    expect(await violations(page)).toEqual([]);
    // Left by the keyboard it is closed: its command line would be that of other cuts once they are moved.
    await page.locator('[data-cut=top]').focus();
    await page.locator('.take-menu').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pin to compare' }).click();
    expect(complaints).toEqual([]);

    const other = await open(link);
    await other.page.getByText('This link is about a file').waitFor();
    await other.page
      .locator('input[type=file]')
      .setInputFiles(temporaryFile('half-noise.csv', `${readFileSync(EXAMPLE, 'utf8')}1001,0.5,1\n`));
    await other.page.getByText('its SHA-256 is another').waitFor();
    expect(await other.page.getByRole('button', { name: 'Audit', exact: true }).isDisabled()).toBe(true);
    await other.page.locator('input[type=file]').setInputFiles(EXAMPLE);
    await other.page.getByRole('button', { name: 'Audit', exact: true }).click();
    await other.page.locator('.bench .bench-cut').first().waitFor();
    expect(await figureOf(other.page)).toEqual(before);
    await other.context.close();

    await page.getByRole('link', { name: 'Compare', exact: true }).first().click();
    const kept = page.locator('main > div:not([hidden])');
    await kept.locator('.bench .bench-cut').first().waitFor();
    expect(await kept.locator('.bench').count()).toBe(1);
    expect(await kept.locator('.bench-mode').textContent()).toContain('Exploring');
    expect(await kept.locator('[data-cut=top]').getAttribute('aria-valuenow')).toBe(before.cuts[0]);
    await context.close();
  });

  test('two audits stand beside each other: the examples, or the last two that were pinned', async () => {
    const { page, context, complaints } = await open(`${app}#/compare`);
    const view = page.locator('main > div:not([hidden])');
    await view.locator('.bench .bench-cut').nth(3).waitFor();
    expect(await view.locator('.bench-verdict').allTextContents()).toEqual([
      expect.stringMatching(/not refuted/i),
      'REFUTED',
    ]);
    expect(await violations(page)).toEqual([]);
    for (const hash of [
      '#/learn?step=luck&m=200&top=10&bottom=10',
      '#/explore?m=200&guesses=20&correct=17&k=2&claim=gaussian(sigma%3D2)',
      '#/explore?m=200&guesses=20&correct=18&k=2&claim=gaussian(sigma%3D2)',
    ]) {
      await page.evaluate((address) => {
        location.hash = address;
      }, hash);
      await view.locator('[data-cut=top]').waitFor();
      await view.getByRole('button', { name: 'Pin to compare' }).click();
      await view.getByText('Pinned: ').waitFor();
    }
    await page.getByRole('link', { name: 'Compare', exact: true }).first().click();
    await view.locator('.bench .bench-cut').nth(3).waitFor();
    expect(await view.locator('.bench').count()).toBe(2);
    expect(await view.locator('h2').allTextContents()).toEqual([
      'explore gaussian(sigma=2)',
      'explore gaussian(sigma=2)',
    ]);
    await view
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    expect(await view.locator('.bench').count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the gallery draws its pictures, and its links open what they show', async () => {
    const { page, context, requests, complaints } = await open(`${app}#/gallery?figure=gaussian`, {
      colorScheme: 'dark',
    });
    await page.locator('.big-figure svg').first().waitFor();
    // The figure is in full: its words can be read, and no blank page follows.
    const full = await page.locator('.big-figure').evaluate((section) => {
      const box = (of: string) => section.querySelector(of)?.getBoundingClientRect();
      return [box('figure > .drawing > svg')?.width, section.clientHeight - (box('figure')?.height ?? 0)];
    });
    expect(full[0]).toBeGreaterThan(800);
    expect(full[1]).toBeLessThan(60);
    await page.setViewportSize({ width: 390, height: 800 });
    const small = await page.locator('.big-figure .drawing > svg').boundingBox();
    expect(small?.width).toBeGreaterThan(600);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(requests.filter((url) => /scores-[\w-]+\.csv$/.test(url))).toEqual([]);
    // Every recorded run, every bug and every figure, each with the claim that it is audited for.
    const links = await page
      .locator('.card > a')
      .evaluateAll((all) => all.map((one) => (one.getAttribute('href') ?? '').split('?')));
    const found = links.map(
      ([view, query]) => [view, Object.fromEntries(new URLSearchParams(query))] as const,
    );
    const shownBy = (view: string) => found.filter(([of]) => of === view).map(([, settings]) => settings);
    const folders = readdirSync(join(ROOT, 'examples/cifar10'), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    const recorded = folders.map(({ name, parentPath }) => {
      const { claim } = JSON.parse(readFileSync(join(parentPath, name, 'manifest.json'), 'utf8'));
      return [`cifar10-${name}`, claim];
    });
    const bugs = Object.keys(ZOO).map((name) => [
      `zoo-${name}`,
      printClaim(parseClaim('dpsgd(noise=1, rate=0.02, steps=1000)')),
    ]);
    expect(
      shownBy('#/audit')
        .map(({ example, claim }) => [example, claim])
        .sort(),
    ).toEqual([...recorded, ...bugs].sort());
    expect(
      shownBy('#/gallery')
        .map(({ figure }) => figure)
        .sort(),
    ).toEqual(
      readdirSync(join(ROOT, 'docs/reproduction'))
        .flatMap((name) => (name.endsWith('.csv') ? [name.replace('.csv', '')] : []))
        .sort(),
    );
    const bug = page.locator('.card', { hasText: 'half noise' });
    await bug.scrollIntoViewIfNeeded();
    await bug.locator('.thumbnail svg').waitFor();
    // Pictures have the page's colours: light text on a dark ground.
    for (const text of [page.locator('.big-figure svg text').first(), bug.locator('svg text').first()])
      expect(
        await text.evaluate((one) =>
          Math.min(...(getComputedStyle(one).fill.match(/\d+/g) ?? []).map(Number)),
        ),
      ).toBeGreaterThan(90);
    expect(await violations(page)).toEqual([]);
    await openMenu(page, 'What one run proves about the Gaussian mechanism (the paper’s Figure 1)');
    const csv = (await taken(page, 'CSV')).bytes.toString();
    expect(csv).toBe(readFileSync(join(ROOT, 'docs/reproduction/gaussian.csv'), 'utf8'));
    await page.locator('.card', { hasText: 'noise over batch' }).getByRole('link').click();
    await page.locator('.result .mark').waitFor();
    expect(await page.locator('.result .mark').textContent()).toBe('REFUTED');
    await page.getByRole('link', { name: 'Gallery', exact: true }).first().click();
    await page.getByRole('link', { name: 'CIFAR-10, epsilon 1', exact: true }).click();
    await page.locator('.chosen', { hasText: 'cifar10-epsilon-1.csv' }).waitFor();
    await page.locator('.result .mark', { hasText: 'NOT REFUTED' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
