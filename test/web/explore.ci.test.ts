import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserThere, open, openTakeMenu, sharedApp } from '../support/browser.ts';

const DPSGD = 'dpsgd(noise=1, rate=0.01, steps=1000)';

/** Waits until nothing is being worked on. */
async function idle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true]') && !document.querySelector('.waiting')?.textContent,
  );
}

/** Notes what stands on the page at every change of it: the verdict, what is waited for, and where things are. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    const places = () =>
      ['.bench', '.bench-panel > div', '.verdict table', '.progress', '.drawing'].flatMap((selector) =>
        [...document.querySelectorAll(`.workbench > div ${selector}`)].map((element) =>
          Math.round(element.getBoundingClientRect().top + scrollY),
        ),
      );
    const note = () => {
      const box = document.querySelector('.verdict');
      const tests = box?.querySelectorAll('section:nth-of-type(2) tbody tr') ?? [];
      seen.push({
        mark: box?.querySelector('.mark')?.textContent,
        style: box?.className,
        waiting: box?.querySelector('.waiting')?.textContent,
        olds: [...tests].filter((row) => row.classList.contains('old')).length,
        rows: box?.querySelectorAll('tbody tr').length,
        places: places().join(' '),
      });
    };
    new MutationObserver(note).observe(document.querySelector('.workbench > div') as Element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
}

interface Seen {
  readonly mark: string;
  readonly style: string;
  readonly waiting: string;
  readonly olds: number;
  readonly rows: number;
  readonly places: string;
}

const seenOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);

describe.runIf(browserThere)('exploring', () => {
  let app: string;
  beforeAll(async () => {
    app = await sharedApp();
  });

  const explore = (settings: Record<string, string>) =>
    open(`${app}#/explore?${new URLSearchParams(settings)}`, { viewport: { width: 1280, height: 720 } });

  test('says that nothing is refuted only once every test is in', async () => {
    // At this count the optimal test alone refutes, and takes a while.
    const claim = 'gaussian(sigma=2)';
    const { page, context } = await explore({ m: '100000', guesses: '100000', correct: '76700', claim });
    await page.locator('.mark').getByText('COULD NOT HAVE NOTICED', { exact: true }).waitFor();
    await idle(page);
    await watch(page);
    await page.getByLabel('Right guesses (c)', { exact: true }).fill('76760');
    await page.locator('.mark').getByText('REFUTED', { exact: true }).waitFor();
    await idle(page);
    const seen = await seenOf(page);
    const after = seen.filter(({ waiting }) => waiting !== '');
    expect(after.map(({ mark }) => mark)).toContain('At work');
    expect([...new Set(after.map(({ style }) => style))].sort()).toEqual([
      'verdict at-work',
      'verdict refuted',
    ]);
    // What is refuted stays so.
    const marks = after.map(({ mark }) => mark);
    expect(marks.slice(marks.indexOf('REFUTED'))).not.toContain('At work');
    await context.close();
  });

  test('cuts that cannot be made are those of the counts; more canaries than can be drawn are counted', async () => {
    for (const cuts of ['5000,5000', '-5,10', '900,900']) {
      const { page, context } = await explore({ cuts });
      await page.locator('.bench-verdict').getByText('NOT REFUTED').waitFor();
      await idle(page);
      expect(await page.locator('[data-panel=tally] figcaption').textContent()).toContain('90 of 100 right');
      await context.close();
    }
    const { page, context, complaints } = await explore({ m: '100000000' });
    await page.getByText('More than 1,000,000 canaries are not drawn').waitFor();
    await idle(page);
    expect(await page.locator('.mark').textContent()).toBe('COULD NOT HAVE NOTICED');
    // Nothing is drawn meanwhile that a smaller number would have to wait for.
    await page.getByLabel('Canaries (m)', { exact: true }).fill('1000');
    await page.locator('.bench .bench-cut').first().waitFor();
    await idle(page);
    await page.getByLabel('Canaries (m)', { exact: true }).fill('100000000');
    await page.getByText('More than 1,000,000 canaries are not drawn').waitFor();
    expect(await page.locator('.bench .bench-cut').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('keeps every row in its place under 60 key presses, with three workers, and can be stopped', async () => {
    const { page, context, complaints } = await explore({ form: 'dpsgd', claim: DPSGD, correct: '20' });
    let workers = 0;
    page.on('worker', () => workers++);
    await page.locator('.drawing > svg').first().waitFor();
    await idle(page);
    await watch(page);
    await page.getByLabel('Right guesses (c), slider').focus();
    for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowRight');
    await page.getByText('80 of ').first().waitFor();
    await idle(page);
    const seen = await seenOf(page);
    expect(seen.length).toBeGreaterThan(60);
    expect([...new Set(seen.map(({ rows }) => rows))]).toEqual([11]);
    expect([...new Set(seen.map(({ places }) => places))]).toEqual([seen[0].places]);
    expect(seen.filter(({ style, olds }) => style === 'verdict not-refuted' && olds > 0)).toEqual([]);
    expect(workers).toBeLessThanOrEqual(3);
    // Stop leaves what is known, without a verdict that was not reached; the search goes on when asked to.
    // In the page itself, since the search takes less time than the way to it.
    const stopped = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const box = document.querySelector('.progress') as Element;
          const watch = new MutationObserver(() => {
            if (!box.querySelector('.waiting')?.textContent?.includes('paper within dpsgd')) return;
            watch.disconnect();
            box.querySelector('button')?.click();
            resolve();
          });
          watch.observe(box, { subtree: true, childList: true, characterData: true });
        }),
    );
    await page.keyboard.press('ArrowRight');
    await stopped;
    await page.getByText('Stopped before epsilon by paper within dpsgd').waitFor();
    await openTakeMenu(page, 'the live figure');
    expect(await page.getByRole('button', { name: 'JSON', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Go on' }).click();
    await idle(page);
    expect(await page.locator('.verdict tr.old').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
