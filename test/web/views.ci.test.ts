import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserThere,
  differences,
  open,
  openTakeMenu,
  saved,
  sharedApp,
  violations,
} from '../support/browser.ts';
import { onerun, words } from '../support/cli.ts';
import { heardOfPlots, heardOn, plotLook, tablesOffScreen } from '../support/plots-in-page.ts';

/** The pictures of each view, and how the result begins that is announced. */
const VIEWS: [string, string, number, string | null][] = [
  ['audit', '#/audit', 0, null],
  ['a verdict', '#/audit?example=half-noise', 4, 'Verdict: REFUTED.'],
  ['explore', '#/explore', 1, 'NOT REFUTED'],
  ['plan', '#/plan', 3, 'Plan: 216 guesses for 1,000 canaries'],
];

/** Opens what is folded: details of a result, not the words of a page. */
const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('details.fold')) fold.open = true;
  });

/** Waits until the pictures of a view are there, whether folded or not. */
async function drawn(page: Page, pictures: number): Promise<void> {
  if (pictures > 0)
    await page
      .locator('.drawing > svg')
      .nth(pictures - 1)
      .waitFor({ state: 'attached', timeout: 60_000 });
}

/** Waits until nothing is being worked on. */
async function idle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy=true]') &&
      !document.querySelector('main > div:not([hidden]) .waiting')?.textContent,
  );
}

async function said(page: Page): Promise<string> {
  return (await page.locator('main > div:not([hidden]) pre').last().textContent()) ?? '';
}

describe.runIf(browserThere)('the views', () => {
  let app: string;
  beforeAll(async () => {
    app = await sharedApp();
  });

  test.each(VIEWS)(
    '%s: accessible, light and dark, and no wider than a phone',
    async (_, hash, pictures, result) => {
      const { page, context, complaints, requests } = await open(app + hash, {
        colorScheme: 'light',
        viewport: { width: 1200, height: 800 },
        reducedMotion: 'reduce',
      });
      await drawn(page, pictures);
      await idle(page);
      await unfold(page);
      for (const [colorScheme, width] of [
        ['light', 1200],
        ['dark', 360],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
      if (result !== null) await page.getByRole('status').getByText(result).first().waitFor();
      // Every picture is heard once, its caption once, and the result where there is one.
      const heard = await heardOfPlots(page);
      expect(heard.map(({ images, captions }) => [images, captions])).toEqual(Array(pictures).fill([1, 1]));
      const statuses = (await heardOn(page)).filter(
        ({ role, name }) => role === 'StaticText' && result !== null && name.startsWith(result),
      );
      expect(statuses.length).toBe(result === null ? 0 : 1);
      if (pictures > 0) {
        await page.setViewportSize({ width: 390, height: 800 });
        const { smallestText, grounds, filters } = await plotLook(page);
        expect(smallestText).toBeGreaterThanOrEqual(12);
        expect(new Set(grounds)).toEqual(new Set(['rgb(28, 31, 35)']));
        expect(filters).toEqual([]);
        expect(await tablesOffScreen(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
        expect(new Set((await plotLook(page)).grounds)).toEqual(new Set(['rgb(255, 255, 255)']));
      }
      expect(complaints).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(app))).toEqual([]);
      await context.close();
    },
  );

  test('who comes for the first time is told what an audit is; Plan answers on one screen', async () => {
    const { page, context } = await open(app, { viewport: { width: 1280, height: 800 } });
    await page.getByRole('heading', { name: 'How one training run tells on itself' }).waitFor();
    // Every number of every step is filled in, though no step but the first was read.
    await page.waitForFunction(() => document.querySelectorAll('.live').length > 20);
    await page.waitForFunction(() => document.querySelectorAll('.live[data-waiting]').length === 0);
    await page.getByRole('link', { name: 'Next: audit a file of your own' }).click();
    await page.getByText('Drop a score file here').waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Plan' }).click();
    await drawn(page, 3);
    const answer = await page.locator('main > div:not([hidden]) .verdict').boundingBox();
    expect((answer?.y ?? 800) + (answer?.height ?? 0)).toBeLessThanOrEqual(800);
    await context.close();
  });

  test.each(['#/learn', '#/audit?example=half-noise', '#/explore', '#/plan', '#/compare', '#/gallery'])(
    '%s cuts nothing at 1280',
    async (hash) => {
      const { page, context } = await open(app + hash, { viewport: { width: 1280, height: 800 } });
      await page.locator('main > div:not([hidden]) h1').waitFor();
      if (hash.includes('example')) await page.locator('.result .mark').waitFor();
      await idle(page);
      await unfold(page);
      const cut = () =>
        [...document.querySelectorAll('html, main > div:not([hidden]) .scroll')]
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map((box) => box.getAttribute('aria-label') ?? 'page');
      expect(await page.evaluate(cut)).toEqual([]);
      await context.close();
    },
  );

  test('the gallery says what each audit comes to', async () => {
    const { page, context } = await open(`${app}#/gallery`, { viewport: { width: 1280, height: 800 } });
    await page.locator('.card-verdict.refuted, .card-verdict.not-refuted').first().waitFor();
    await context.close();
  });

  test('the colours are the system’s until others are chosen, and the choice is kept', async () => {
    const { page, context } = await open(app, { colorScheme: 'light' });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(ground).not.toBe(light);
    const dark = await ground();
    await page.getByLabel('Colours').selectOption('light');
    await expect.poll(ground).toBe(light);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByLabel('Colours').selectOption('dark');
    await page.reload();
    await expect.poll(ground).toBe(dark);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  test('the keyboard goes through the page in the order of reading', async () => {
    const { page, context } = await open(`${app}#/audit`);
    const order: string[] = [];
    for (let i = 0; i < 15; i++) {
      await page.keyboard.press('Tab');
      order.push(
        await page.evaluate(() => {
          const element = document.activeElement as HTMLInputElement;
          return (element.labels?.[0]?.textContent ?? element.textContent ?? '').trim();
        }),
      );
    }
    expect(order).toEqual([
      'Skip to the content',
      'onerun',
      'Learn',
      'Audit',
      'Explore',
      'Plan',
      'Compare',
      'Gallery',
      expect.stringContaining('Colours'),
      'Drop a score file here, or choose one',
      'or a run folder',
      'Try the example',
      'an honest run',
      'a choice among candidates',
      expect.stringContaining('no claim'),
    ]);
    // By keyboard alone: the example, and its verdict takes the focus.
    await page.getByRole('button', { name: 'Try the example' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.result .mark').waitFor();
    await page.waitForFunction(() => document.activeElement?.className === 'result');
    await context.close();
  });

  test('exploring says what onerun bound says, and the last question wins', async () => {
    const { page, context } = await open(`${app}#/explore?m=100000&guesses=1500&correct=1429`);
    const settled = () => idle(page);
    await page.locator('.mark').waitFor();
    await settled();
    const agrees = async () => {
      await openTakeMenu(page, 'the live figure');
      const found = JSON.parse((await saved(page, 'JSON')).text);
      const command = words((await said(page)).replaceAll("'", '"')).slice(1);
      const answer = JSON.parse((await onerun([...command, '--json'])).out);
      expect(differences(found, answer), command.join(' ')).toEqual([]);
    };
    await agrees();
    // As fast as a hand can: only the last of many questions is shown.
    const slider = page.getByLabel('Right guesses (c), slider');
    for (const value of [100, 800, 1200, 1300, 1450, 1250, 1400]) await slider.fill(String(value));
    await settled();
    expect(await page.locator('.verdict').textContent()).toContain('1,400 of 1,500');
    await agrees();
    await page.getByLabel('What the guesses say').selectOption('in');
    await page.getByText('guesses, all "in", about').first().waitFor();
    await settled();
    await agrees();
    await page.getByLabel('What the guesses say').selectOption('both');
    await page.getByLabel('DP-SGD').check();
    await page.getByLabel('Noise multiplier', { exact: true }).fill('0.8');
    await page.getByLabel('Steps', { exact: true }).fill('20');
    await page.getByLabel('Canaries (m)', { exact: true }).fill('5000');
    await page.getByLabel('Guesses (c′)', { exact: true }).fill('500');
    await page.getByLabel('Right guesses (c)', { exact: true }).fill('480');
    await page.getByLabel('Significance (tau)', { exact: true }).fill('0.01');
    await page.getByText('480 of 500 guesses about 5,000 canaries').first().waitFor();
    await settled();
    await agrees();
    await page.getByLabel('Neighbours').selectOption('replace');
    await page.getByText('steps=20, relation=replace)').first().waitFor();
    await page.getByLabel('another, written out').check();
    await page.getByLabel('The claim', { exact: true }).fill('compose(dpsgd(noise=1, rate=0.1, steps=9))');
    await page.getByLabel('Neighbours').selectOption('replace');
    await page.getByText('steps=9), relation=replace)').first().waitFor();
    await page.getByLabel('DP-SGD').check();
    await page.getByLabel('Guesses (c′)', { exact: true }).fill('9000');
    await page.getByRole('alert').getByText('must be at most canaries (5000): 9000').waitFor();
    await context.close();
  });

  test('planning says what onerun plan says, for canaries, for a target, for runs and for a power', async () => {
    const { page, context } = await open(`${app}#/plan`);
    const agrees = async () => {
      await drawn(page, 3);
      await idle(page);
      await openTakeMenu(page, 'the plan');
      const { name, text } = await saved(page, 'plan.json');
      await page.keyboard.press('Escape');
      expect(name).toBe('plan.json');
      const command = words((await said(page)).replaceAll("'", '"')).slice(1, -2);
      expect(
        differences(JSON.parse(text), JSON.parse((await onerun([...command, '--json'])).out)),
        command.join(' '),
      ).toEqual([]);
    };
    await agrees();
    await page.getByText('More settings').click();
    await page.getByLabel('Which end of the scores will be guessed').selectOption('in');
    await page.getByText('the highest scores, as in').waitFor();
    await agrees();
    await page.getByLabel('Which end of the scores will be guessed').selectOption('');
    await page.getByLabel('an epsilon to prove').check();
    await page.getByLabel('Target epsilon', { exact: true }).fill('1.5');
    await idle(page);
    await page.getByText('--target 1.5').waitFor();
    await agrees();
    await page.getByLabel('Runs audited together', { exact: true }).fill('3');
    await page.getByText('in each of 3 runs').first().waitFor();
    await page.getByText('--runs 3').waitFor();
    await agrees();
    await page.getByLabel('a power').check();
    await page.getByLabel('Probability to catch the violation', { exact: true }).fill('0.8');
    await page.getByText('--power 0.8').waitFor();
    await agrees();
    await page.getByLabel('Runs audited together', { exact: true }).fill('0');
    await page
      .getByRole('alert')
      .getByText('invalid runs; must be a whole number from 1 to 1000: 0')
      .waitFor();
    await page.getByLabel('Runs audited together', { exact: true }).fill('1');
    await page.getByLabel('an epsilon to prove').check();
    await page.getByLabel('Target epsilon', { exact: true }).fill('50');
    await page.getByRole('alert').getByText('no number of canaries').waitFor();
    await context.close();
  });

  test('a link reproduces what is shown, and never the data', async () => {
    const { page, context } = await open(`${app}#/explore`);
    await page.getByLabel('Canaries (m)', { exact: true }).fill('2500');
    await page.getByLabel('(epsilon, delta)').check();
    await page.waitForURL(/m=2500.*form=approx-dp/);
    await idle(page);
    const again = await open(page.url());
    expect(await again.page.getByLabel('Canaries (m)', { exact: true }).inputValue()).toBe('2500');
    await again.page.getByText('approx-dp(epsilon=1, delta=1e-5)').first().waitFor();
    // Back and forth through the views keeps both.
    await again.page.getByRole('link', { name: 'Plan' }).click();
    await again.page.goBack();
    expect(await again.page.getByLabel('Canaries (m)', { exact: true }).inputValue()).toBe('2500');
    await context.close();
    await again.context.close();
  });
});
