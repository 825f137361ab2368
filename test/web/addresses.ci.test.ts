import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserThere, open, sharedApp } from '../support/browser.ts';
import { ROOT } from '../support/process.ts';

const HALF = join(ROOT, 'examples/half-noise.csv');

const mark = async (page: Page) => (await page.locator('.result .mark').textContent())?.split(',')[0];
const fileName = (page: Page) => page.locator('.file-name').textContent();

/** Drops a file on a part of the page. */
async function drop(page: Page, on: string, name: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([text, as]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], as));
      return transfer;
    },
    [readFileSync(HALF, 'utf8'), name],
  );
  await page.dispatchEvent(on, 'drop', { dataTransfer: data });
}

describe.runIf(browserThere)('addresses and files', () => {
  let app: string;
  beforeAll(async () => {
    app = await sharedApp();
  });

  test('another example in the address is another verdict; back and forward bring back all of it', async () => {
    const { page, context, complaints } = await open(`${app}#/audit?example=half-noise`);
    await page.locator('.drawing > svg').nth(3).waitFor({ state: 'attached' });
    expect([await mark(page), await fileName(page)]).toEqual(['REFUTED', 'half-noise.csv']);
    await page.evaluate(() => scrollTo(0, 1500));
    await page.waitForTimeout(100);
    // As who types another address: at once nothing of the old one is left.
    await page.evaluate(() => {
      location.hash = '#/audit?example=sound';
    });
    await page.waitForFunction(() => document.querySelector('.result .mark')?.textContent !== 'REFUTED');
    await page.locator('.file-name', { hasText: 'sound.csv' }).waitFor();
    await page.locator('.result .mark').waitFor();
    expect([await mark(page), await fileName(page)]).toEqual(['NOT REFUTED', 'sound.csv']);
    await page.goBack();
    expect([await mark(page), await fileName(page)]).toEqual(['REFUTED', 'half-noise.csv']);
    expect(page.url()).toContain('example=half-noise');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500);
    await page.goForward();
    expect([await mark(page), await fileName(page)]).toEqual(['NOT REFUTED', 'sound.csv']);
    // An address of settings alone has no data, and an example that nobody knows is refused.
    await page.evaluate(() => {
      location.hash = '#/audit?form=written&claim=perfect()';
    });
    await page.locator('.file-name').waitFor({ state: 'detached' });
    expect(await page.locator('.result .mark').count()).toBe(0);
    expect(await page.getByLabel('The claim', { exact: true }).inputValue()).toBe('perfect()');
    await page.evaluate(() => {
      location.hash = '#/audit?example=nothing';
    });
    await page.getByRole('alert').getByText('Unknown example: nothing').waitFor();
    // What is refused is not at work any more.
    await page.evaluate(() => {
      location.hash = '#/audit?example=sound&delta=-1';
    });
    await page.getByRole('alert').getByText('Invalid delta').waitFor();
    await page.waitForTimeout(100);
    expect(await page.locator('.working').count()).toBe(0);
    for (let i = 0; i < 3; i++) await page.goBack();
    expect(await mark(page)).toBe('NOT REFUTED');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a link never tests another claim than it names', async () => {
    // No claim was asked for: the link says so, and who opens it gets no verdict.
    const { page, context, complaints } = await open(`${app}#/audit?example=half-noise`);
    await page.locator('.result .mark').getByText('REFUTED').waitFor();
    await page.getByLabel('no claim: only ask what the scores prove').check();
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.locator('.result .mark').getByText('NO CLAIM TESTED').waitFor();
    await page.reload();
    await page.locator('.result .mark').waitFor();
    expect(await mark(page)).toBe('NO CLAIM TESTED');
    // A claim that lost its end is refused, and not exchanged for another.
    await page.evaluate(() => {
      location.hash = '#/audit?example=sound&form=written&claim=gaussian(sigma=5';
    });
    await page.getByRole('alert').getByText('Invalid claim').waitFor();
    expect(await page.locator('.result .mark').count()).toBe(0);
    expect(page.url()).toContain('claim=gaussian(sigma=5');
    // An exhibit without settings has those of its own.
    await page.evaluate(() => {
      location.hash = '#/audit?example=cifar10-epsilon-1';
    });
    await page.locator('.result .mark').waitFor();
    expect(decodeURIComponent(page.url())).toContain('claim=dpsgd(');
    // Back at cuts that a link moved, they are moved.
    const cut = () => page.locator('.bench [data-cut=top]').getAttribute('aria-valuenow');
    const sound = '#/audit?example=sound&form=gaussian&claim=gaussian(sigma=1)&figure=';
    for (const [figure, top] of [
      ['50-60', '50'],
      ['log', '108'],
    ]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, sound + figure);
      await page.locator('.result .mark').waitFor();
      await expect.poll(cut).toBe(top);
    }
    await page.goBack();
    await expect.poll(cut).toBe('50');
    expect(await page.locator('.bench').getAttribute('data-mode')).toBe('exploring');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('an own file, its verdicts and settings come back; typing makes no entry, an audit does', async () => {
    const { page, context, complaints } = await open(`${app}#/audit?form=written&claim=gaussian(sigma%3D1)`);
    const entries = () => page.evaluate(() => history.length);
    const audit = () => page.getByRole('button', { name: 'Audit', exact: true }).click();
    const claim = page.getByLabel('The claim', { exact: true });
    const begun = await entries();
    await page.locator('input[type=file]').setInputFiles(HALF);
    await page.getByText('half-noise.csv holds the scores of 1,000 canaries.').waitFor();
    expect(await entries()).toBe(begun + 1);
    await audit();
    await page.locator('.result .mark').waitFor();
    expect(await entries()).toBe(begun + 2);
    await claim.pressSequentially(' ');
    await claim.fill('gaussian(sigma=0.5)');
    await page.getByText('The settings have changed').waitFor();
    await page.waitForURL(/sigma%3D0.5/);
    expect(await entries()).toBe(begun + 2);
    await audit();
    await page.waitForFunction(() => document.querySelector('.result .mark')?.textContent?.startsWith('NOT'));
    expect(await entries()).toBe(begun + 3);
    await page.getByRole('link', { name: 'Explore' }).click();
    await page.getByRole('heading', { name: 'What do these counts prove?' }).waitFor();
    await page.goBack();
    expect([await mark(page), await claim.inputValue()]).toEqual(['NOT REFUTED', 'gaussian(sigma=0.5)']);
    await page.goBack();
    expect([await mark(page), await claim.inputValue()]).toEqual(['REFUTED', 'gaussian(sigma=1)']);
    expect(await page.locator('.notice').count()).toBe(0);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('.result .mark') === null);
    expect(await fileName(page)).toBe('half-noise.csv');
    await page.goBack();
    await page.locator('.file-name').waitFor({ state: 'detached' });
    await page.goForward();
    await page.goForward();
    expect([await mark(page), await fileName(page)]).toEqual(['REFUTED', 'half-noise.csv']);
    expect(page.url()).not.toContain('half-noise');
    // The link to the view that is shown, and to another and back, lose nothing.
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await page.getByRole('link', { name: 'Learn' }).click();
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    expect(await mark(page)).toBe('REFUTED');
    // Data are not kept when the page is loaded again, settings are.
    await page.reload();
    await page.getByText('kept in memory only').waitFor();
    expect(await claim.inputValue()).toBe('gaussian(sigma=1)');
    // Nor does another file take their place in an entry that had them.
    await page.locator('input[type=file]').setInputFiles(HALF);
    await page.getByText('half-noise.csv holds').waitFor();
    await page.goBack();
    await page.getByText('kept in memory only').waitFor();
    await page.goForward();
    await page.getByText('half-noise.csv holds').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('what is dropped on another view goes to Audit, and takes the place of a verdict only when told to', async () => {
    const { page, context, complaints } = await open(`${app}#/plan`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await drop(page, 'footer', 'first.csv');
    await page.getByText('first.csv holds the scores of 1,000 canaries.').waitFor();
    expect(page.url()).toContain('#/audit');
    await page.getByLabel('Gaussian').filter({ visible: true }).check();
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.locator('.result .mark').waitFor();
    for (const [view, button] of [
      ['Explore', 'Keep the present one'],
      ['Learn', 'Audit this one instead'],
    ]) {
      await page.getByRole('link', { name: view }).click();
      await drop(page, 'footer', `${view}.csv`);
      await page.waitForFunction(() => document.activeElement?.classList.contains('drop-question'));
      expect(await page.locator('.drop-question').textContent()).toContain(
        `You dropped ${view}.csv. Here is first.csv, with its verdict.`,
      );
      expect(await mark(page)).toBe('REFUTED');
      await page.getByRole('button', { name: button }).click();
      await page.locator('.drop-question').waitFor({ state: 'detached' });
    }
    await page.getByText('Learn.csv holds the scores of 1,000 canaries.').waitFor();
    expect(await page.locator('.result .mark').count()).toBe(0);
    await page.goBack();
    expect([await mark(page), await fileName(page)]).toEqual(['REFUTED', 'first.csv']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('every key moves a slider, there and back; what is typed stays as it is', async () => {
    const { page, context } = await open(`${app}#/explore`);
    const typed = page.getByLabel('Canaries (m)', { exact: true });
    const slider = page.getByLabel('Canaries (m), slider');
    const seen = [1000];
    await slider.focus();
    const press = async (key: string) => {
      await page.keyboard.press(key);
      seen.push(Number(await slider.getAttribute('aria-valuetext')));
    };
    for (let i = 0; i < 15; i++) await press('ArrowRight');
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(2500);
    for (let i = 0; i < 15; i++) await press('ArrowLeft');
    expect(seen.slice(15)).toEqual(seen.slice(0, 16).reverse());
    await press('PageUp');
    expect(seen.at(-1)).toBeGreaterThan(1000);
    await press('PageDown');
    expect(seen.at(-1)).toBe(1000);
    await press('End');
    await press('Home');
    expect(seen.slice(-2)).toEqual([1_000_000, 10]);
    await typed.fill('123456.5e-2');
    await page.waitForURL(/m=123456.5e-2/);
    expect(await typed.inputValue()).toBe('123456.5e-2');
    const box = await slider.boundingBox();
    if (box === null) throw new Error('no slider');
    await page.mouse.move(box.x + 0.3 * box.width, box.y + box.height / 2);
    await page.mouse.down();
    for (let share = 0.3; share < 0.8; share += 0.05) {
      await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
      expect((await typed.inputValue()).replace(/0+$/, '').length).toBeLessThanOrEqual(2);
    }
    await page.mouse.up();
    await context.close();
  });
});
