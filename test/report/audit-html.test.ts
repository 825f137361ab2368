import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { hostile, noClaim, notRefutable, reconstruction, refuted } from './fixtures.ts';
import { COMMAND, pageOf, plotsOf } from './page.ts';

describe('auditPlots', () => {
  test('draws every picture that the data have, each an SVG of its own with words for it', () => {
    const plots = plotsOf(refuted());
    expect(plots.map(({ name }) => name)).toEqual(['scores', 'roc', 'roc-log', 'budgets', 'bounds']);
    for (const { svg, title, alt } of plots) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img" aria-label="/);
      expect(svg).toContain(title);
      expect(alt.length).toBeGreaterThan(80);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<figure/);
    }
    const [, roc, logRoc, budgets] = plots;
    for (const { svg } of [roc, logRoc])
      expect(svg).toContain('Describes this attack; proves nothing about the claim.');
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
    const runs = ['run-1', 'run-2', 'run-3'];
    expect(plotsOf(noClaim()).map(({ name }) => name)).toEqual(['roc', 'roc-log', 'bounds', ...runs]);
    expect(plotsOf(hostile()).map(({ name }) => name)).toEqual(['roc', 'roc-log', ...runs.slice(0, 2)]);
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
    expect(document.querySelectorAll('figure > svg[role=img]')).toHaveLength(5);
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
