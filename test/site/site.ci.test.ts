import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserThere, open, staticHost, violations } from '../support/browser.ts';
import { type BuiltPage, buildSite, builtPages, linksOf } from '../support/site.ts';

const MAIN = ['', 'reviewer.html', 'theorems/certificates.html', 'claims.html'];

let folder = '';
let pages = new Map<string, BuiltPage>();
let host: Awaited<ReturnType<typeof staticHost>>;

beforeAll(async () => {
  folder = await buildSite();
  pages = builtPages(folder);
  host = await staticHost('/any/path/', folder);
}, 600_000);
afterAll(() => host?.stop());

describe('the built pages', () => {
  test('all pages are there, the app among them', () => {
    expect(pages.size).toBeGreaterThan(60);
    expect(existsSync(join(folder, 'app/index.html'))).toBe(true);
    for (const name of ['index', 'changelog', 'api/index', 'reference/command-line', 'theorems/theorem-1'])
      expect(pages.has(`${name}.html`), name).toBe(true);
  });

  test('every link leads to a file of the site, and to a place that is there', () => {
    const dead: string[] = [];
    for (const [name, page] of pages)
      for (const { file, place } of linksOf(name, page)) {
        const path = join(folder, file);
        if (!existsSync(path) || statSync(path).isDirectory()) dead.push(`${name}: ${file}`);
        else if (place !== '' && file.endsWith('.html') && !/^(app|files)\//.test(file))
          if (!pages.get(file)?.places.has(place)) dead.push(`${name}: ${file}#${place}`);
      }
    expect([...new Set(dead)]).toEqual([]);
  });

  test('nothing is loaded from elsewhere, and nothing shows how it was written', () => {
    for (const [name, { text }] of pages) {
      const loaded = [
        ...text.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*?\s(?:src|href)="([^"]*)"/g),
      ];
      expect(
        loaded.map(([, address]) => address).filter((address) => /^([a-z]+:)?\/\//.test(address)),
        name,
      ).toEqual([]);
      expect(text, name).not.toMatch(/katex-error|\/onerun-site-base\//);
    }
    const style = pages.get('index.html')?.text.match(/href="\.\/(assets\/style[^"]*\.css)"/)?.[1] ?? '';
    expect(readFileSync(join(folder, style), 'utf8')).not.toMatch(/url\(["']?(https?:)?\/\//);
  });
});

describe.runIf(browserThere)('the site in a browser', () => {
  test('search finds a term, pages follow each other, and no request leaves the site', async () => {
    const { page, context, requests, complaints } = await open(`${host.url}concepts/words.html`);
    await page.getByRole('link', { name: 'Certificates', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.locator('#localsearch-input').fill('supermartingale');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/theorems\/several-runs\.html#runs-multiply$/);
    // Links that were drawn on a page at another depth still lead there.
    await page.getByRole('link', { name: 'Changelog', exact: true }).first().click();
    await page.waitForURL(`${host.url}changelog.html`);
    await page.getByRole('link', { name: 'App', exact: true }).click();
    await page.getByRole('link', { name: 'Learn', exact: true }).waitFor();
    expect(requests.filter((url) => !url.startsWith(host.url))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the live figure of a page works, in the colours of the page', async () => {
    const { page, context, requests, complaints } = await open(`${host.url}concepts/one-run.html`);
    await page.locator('iframe').scrollIntoViewIfNeeded();
    const figure = page.frameLocator('iframe');
    await figure.locator('.bench-cut').first().waitFor();
    expect(await figure.locator('header.top').isVisible()).toBe(false);
    const theme = () => figure.locator('html').getAttribute('data-theme');
    expect(await theme()).toBe('light');
    await page.locator('.VPNavBarAppearance button').click();
    await expect.poll(theme).toBe('dark');
    // As high as the figure, so that nothing in it has to be scrolled.
    const hidden = () => figure.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight);
    await expect.poll(hidden).toBeLessThanOrEqual(0);
    expect(requests.filter((url) => !url.startsWith(host.url))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(['light', 'dark'] as const)('axe objects to nothing, %s', async (colorScheme) => {
    const { page, context } = await open(host.url, { colorScheme });
    for (const name of MAIN) {
      await page.goto(host.url + name);
      await page.locator('.vp-doc h1').waitFor();
      // What is in the frames is the app, whose own tests look at it.
      expect(await violations(page, 'html', 'iframe'), name).toEqual([]);
    }
    await context.close();
  });

  test('no page is wider than a phone, nor the main ones than a desktop', async () => {
    // The pages are complete before any script runs, which saves the time of running it.
    const still = { javaScriptEnabled: false };
    const { page, context } = await open(host.url, { ...still, viewport: { width: 390, height: 800 } });
    const wide: string[] = [];
    const look = async (name: string) => {
      await page.goto(host.url + name, { waitUntil: 'domcontentloaded' });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) wide.push(`${name}: ${over}`);
    };
    for (const name of pages.keys()) if (!name.startsWith('files/')) await look(name);
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const name of [...MAIN, 'reference/command-line.html', 'reference/files.html']) await look(name);
    expect(wide).toEqual([]);
    await context.close();
  });
});
