import { existsSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences, sharedApp } from '../support/browser.ts';
import { onerun } from '../support/cli.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Debian's, or the one that FIREFOX names; without one these tests are skipped, also in continuous integration. */
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const firefoxThere = existsSync(FIREFOX);
if (!firefoxThere) console.warn(`No ${FIREFOX}: the app is not opened in Firefox.`);

const CLAIM = 'gaussian(sigma=1)';

/** Keeps what the page saves, which Firefox would hand to its own folder of downloads. */
function keepSaved(): void {
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (made: Blob | MediaSource) => {
    if (made instanceof Blob) Object.assign(window, { lastSaved: made.text() });
    return make(made);
  };
}

/** The first button with this text. */
async function press(page: Page, text: string): Promise<void> {
  const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${text}"])`);
  await button?.evaluate((element) => (element as HTMLElement).click());
}

describe.runIf(firefoxThere)('the app in Firefox', () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      headless: true,
      // As root it does not start in the home of another user, which is what a container of GitHub has.
      env: { ...process.env, HOME: temporaryFolder() },
    });
    page = await browser.newPage();
    page.setDefaultTimeout(90_000);
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.evaluateOnNewDocument(keepSaved);
  });
  afterAll(() => browser?.close());

  test.each(['half-noise.csv', 'sound.csv'])('the audit of %s is that of the command line', async (name) => {
    const path = join(ROOT, 'examples', name);
    await page.goto(`${await sharedApp()}#/audit?form=gaussian&claim=${encodeURIComponent(CLAIM)}`);
    await page.reload();
    const input = await page.waitForSelector('input[type=file]');
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    await page.waitForFunction(() => document.body.textContent?.includes('holds the scores of'));
    await press(page, 'Audit');
    await page.waitForSelector('.result .mark');
    await press(page, 'Download JSON');
    const text = await page.evaluate(() => (window as unknown as { lastSaved: Promise<string> }).lastSaved);
    const { out } = await onerun(['audit', path, '--claim', CLAIM, '--json']);
    expect(differences(JSON.parse(text), JSON.parse(out))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
