import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserThere, open, sharedApp, violations } from '../support/browser.ts';

const STEPS = ['promise', 'canaries', 'guess', 'luck', 'games', 'power', 'looking', 'number', 'more'];

interface Shift {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** The text of a step, once it and the figure are there and nothing in it is waited for. */
async function told(page: Page, step: string): Promise<string> {
  const place = page.locator(`#step-${step}`);
  await place.waitFor();
  await page.locator('.story-live .bench-field svg').first().waitFor({ state: 'attached' });
  await page.waitForFunction((id) => !document.querySelector(`#step-${id} .live[data-waiting]`), step);
  return (await place.textContent()) ?? '';
}

function scrub(page: Page, step: string, label: string) {
  return page.locator(`#step-${step}`).getByRole('slider', { name: label, exact: true });
}

/** The markup of a part of the figure. */
function drawing(page: Page, part: string): Promise<string> {
  return page.locator(`.story-live ${part} svg`).first().innerHTML();
}

async function current(page: Page): Promise<string> {
  return (await page.locator('.story-step.current').getAttribute('id')) ?? '';
}

describe.runIf(browserThere)('the story', () => {
  let app: string;
  beforeAll(async () => {
    app = await sharedApp();
  });

  test('changes figure and sentences when a number is dragged, moved by keys, or typed', async () => {
    const { page, context, complaints } = await open(`${app}#/learn?step=guess`, {
      viewport: { width: 1280, height: 720 },
    });
    await page.evaluate(() => {
      const all = window as unknown as { shifts: number };
      all.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as Shift[])
          if (!entry.hadRecentInput) all.shifts += entry.value;
      }).observe({ type: 'layout-shift', buffered: false });
    });
    const before = [await told(page, 'guess'), await drawing(page, '.bench-field')];
    expect(before[0]).toMatch(/number: 100 guesses/);
    // By keyboard: 90 is no stop after 100 upwards, 120 is.
    const guesses = scrub(page, 'guess', 'Guesses');
    await guesses.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => told(page, 'guess')).toMatch(/number: 120 guesses/);
    await expect.poll(() => drawing(page, '.bench-field')).not.toBe(before[1]);
    expect(await drawing(page, '.bench-field')).toContain('called in 60:');
    // Typed, also a number that is no stop; from there the arrow goes on to the next stop.
    await page.keyboard.type('334');
    await page.keyboard.press('Enter');
    await expect.poll(() => drawing(page, '.bench-field')).toContain('called in 167:');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('slider');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => drawing(page, '.bench-field')).toContain('called in 150:');
    // By mouse: to the left is fewer.
    const box = await guesses.boundingBox();
    if (box === null) throw new Error('no number to drag');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    const dragged = Number(await guesses.getAttribute('aria-valuenow'));
    expect(dragged).toBeLessThan(300);
    await expect.poll(() => drawing(page, '.bench-field')).toContain(`called in ${dragged / 2}:`);
    // The cuts of the figure change the number in the text: both are one thing.
    await page.locator('.bench-cut[data-cut=top]').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => guesses.getAttribute('aria-valuenow')).toBe(String(dragged + 1));
    await page.waitForURL(new RegExp(`top=${dragged / 2 + 1}`));
    expect(await page.evaluate('shifts')).toBeLessThan(0.001);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('goes through its steps, plays its games, and shows what cheating does', async () => {
    const { page, context, complaints } = await open(`${app}#/learn`, {
      viewport: { width: 1280, height: 720 },
      reducedMotion: 'reduce',
    });
    expect(await told(page, 'promise')).toContain('69.1%');
    const curve = await drawing(page, '[data-panel=curve]');
    await scrub(page, 'promise', 'Noise that is claimed').press('ArrowLeft');
    await expect.poll(() => told(page, 'promise')).toContain('70.1%');
    await expect.poll(() => drawing(page, '[data-panel=curve]')).not.toBe(curve);
    await scrub(page, 'promise', 'Noise that is claimed').press('ArrowRight');
    for (const [i, step] of STEPS.entries()) {
      await expect.poll(() => current(page)).toBe(`step-${step}`);
      const text = await told(page, step);
      expect(text, step).not.toContain('…');
      if (step === 'games') {
        await expect.poll(() => told(page, step)).toMatch(/of ?1,000 crossed the line/);
        const share = Number(
          (await told(page, step)).match(/line although the claim is true: ?([\d.]+)% false alarms/)?.[1],
        );
        expect(share).toBeLessThan(8);
      }
      if (step === 'power') {
        await page.getByText('1,000 games with gaussian(sigma=0.5)').waitFor();
        expect(
          Number((await told(page, step)).match(/guesses ?([\d.]+)% of the games/)?.[1]),
        ).toBeGreaterThan(70);
      }
      if (step === 'looking') {
        const shares = [...text.matchAll(/([\d.]+)%/g)].map(([, share]) => Number(share));
        expect(shares[0], text).toBeLessThan(8);
        expect(Number(text.match(/best\. ?([\d.]+)% ?false/)?.[1]), text).toBeGreaterThan(12);
        await page.getByRole('button', { name: 'Move to the best cuts' }).click();
        await expect
          .poll(() => page.locator('.story-live .bench').getAttribute('data-mode'))
          .toBe('exploring');
      }
      if (step === 'number') {
        expect(text).toMatch(/At least [\d.]+ ?for any mechanism \(worst-case\)/);
        expect(text).toMatch(/At least [\d.]+ ?if the noise is Gaussian \(model-based\)/);
      }
      // The step is read beside the figure, which is in view as a whole.
      const figure = await page.locator('.story-live').boundingBox();
      if (i > 0) expect((figure?.y ?? 0) + (figure?.height ?? 0)).toBeLessThanOrEqual(720);
      const next = page.locator(`#step-${step} .onward`);
      if (i + 1 < STEPS.length) await next.press('Enter');
    }
    await page.waitForURL(/step=more/);
    // A link shows the same step, and scrolling makes another one current.
    const again = await open(page.url(), { viewport: { width: 1280, height: 720 } });
    await expect.poll(() => current(again.page)).toBe('step-more');
    await again.page.locator('#step-luck').evaluate((element) => element.scrollIntoView());
    await expect.poll(() => current(again.page)).toBe('step-luck');
    await again.context.close();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('is accessible, light and dark, and on a phone shows one step below the figure', async () => {
    const { page, context } = await open(`${app}#/learn?step=luck`, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await told(page, 'luck');
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await page.locator('.story-step:visible').count()).toBe(1);
    const [figure, text] = [
      await page.locator('.story-figure').boundingBox(),
      await page.locator('#step-luck').boundingBox(),
    ];
    expect((figure?.y ?? 0) + (figure?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0);
    await page.getByRole('button', { name: 'Next: Play it again' }).tap();
    await expect.poll(() => current(page)).toBe('step-games');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await told(page, 'games');
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
});
