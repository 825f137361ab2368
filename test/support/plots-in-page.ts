import type { Page } from 'playwright-core';

/** What a reader sees of the plots of a page. */
export interface PlotLook {
  /** The smallest text of all plots, in pixels on the screen. */
  readonly smallestText: number;
  /** The colours of their grounds, and of the page. */
  readonly grounds: readonly string[];
  readonly ground: string;
  /** Filters on them. */
  readonly filters: readonly string[];
}

export function plotLook(page: Page): Promise<PlotLook> {
  return page.evaluate(() => {
    const plots = [...document.querySelectorAll<SVGSVGElement>('figure svg[role=img]')].filter(
      (svg) => svg.getBoundingClientRect().width > 0,
    );
    const texts = plots.flatMap((svg) => {
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      return [...svg.querySelectorAll('text')].map(
        (text) => Number.parseFloat(getComputedStyle(text).fontSize) * scale,
      );
    });
    return {
      smallestText: Math.min(...texts),
      grounds: plots.map((svg) => getComputedStyle(svg.querySelector('g > rect') as Element).fill),
      ground: getComputedStyle(document.body).backgroundColor,
      filters: plots.flatMap((svg) => {
        const found: string[] = [];
        for (let box: Element | null = svg; box !== null; box = box.parentElement)
          found.push(getComputedStyle(box).filter);
        return found.filter((filter) => filter !== 'none');
      }),
    };
  });
}

/** Tables whose cells do not all stand within the screen, by their captions. */
export function tablesOffScreen(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('table')]
      .filter((table) => table.getBoundingClientRect().width > 0)
      .filter((table) =>
        [...table.querySelectorAll('tbody th, tbody td')].some(
          (cell) => cell.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
        ),
      )
      .map((table) => table.caption?.textContent ?? ''),
  );
}

/** What a screen reader is told: roles and names, in the order of the page. */
export async function heardOn(page: Page): Promise<{ role: string; name: string }[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? '') }))
    .filter(({ role, name }) => role !== 'InlineTextBox' && name !== '');
}

/** How often each plot's title is the name of an image, and how often its caption is heard in all. */
export async function heardOfPlots(
  page: Page,
): Promise<{ title: string; images: number; captions: number }[]> {
  const heard = await heardOn(page);
  const plots = await page.locator('figure:visible:has(svg[role=img])').evaluateAll((figures) =>
    figures.map((figure) => ({
      title: figure.querySelector('svg[role=img]')?.getAttribute('aria-label') ?? '',
      caption: figure.querySelector('figcaption')?.textContent ?? '',
    })),
  );
  return plots.map(({ title, caption }) => ({
    title,
    images: heard.filter(({ role, name }) => role === 'image' && name === title).length,
    captions: heard.filter(({ name }) => name.includes(caption)).length,
  }));
}
