import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { auditHtml } from '../../src/bench/report/audit-html.ts';
import { packSource, unpackSource } from '../../src/bench/report/packed-source.ts';
import { sourceOfAudit } from '../../src/bench/source.ts';
import { firstState } from '../../src/bench/state.ts';
import { figureCommand } from '../../src/bench/take/figure-command.ts';
import {
  blind,
  hostile,
  noClaim,
  notRefutable,
  notRefuted,
  reconstruction,
  refuted,
  reversed,
  severalNumbers,
  severalRuns,
  tied,
} from './fixtures.ts';
import { COMMAND, pageOf, plotsOf } from './page.ts';

describe('auditPlots', () => {
  test('draws every picture that the data have, each an SVG of its own with words for it', () => {
    const plots = plotsOf(refuted());
    expect(plots.map(({ name }) => name)).toEqual(['scores', 'roc', 'roc-log', 'bounds']);
    for (const { svg, title, alt } of plots) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img" aria-label="/);
      expect(svg).toContain(title);
      expect(alt.length).toBeGreaterThan(80);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<figure/);
    }
    const [, roc, logRoc] = plots;
    for (const { svg } of [roc, logRoc])
      expect(svg).toContain('Describes this attack; proves nothing about the claim.');
    expect(roc.svg).toContain('holds only if canaries do not interact');
  });

  test('is the same for the same data', () => {
    const result = refuted();
    expect(plotsOf(result)).toEqual(plotsOf(result));
  });

  test('leaves out what there are no data for, and every epsilon that is void', () => {
    expect(plotsOf(reconstruction()).map(({ name }) => name)).toEqual(['bounds']);
    expect(plotsOf(noClaim()).map(({ name }) => name)).toEqual(['roc', 'roc-log', 'bounds']);
    expect(plotsOf(hostile()).map(({ name }) => name)).toEqual(['roc', 'roc-log']);
  });

  test('draws what has no end or no height', () => {
    const { claim, ...result } = refuted();
    if (claim === null) throw new Error('nothing was claimed');
    const rows = result.results.map((row) => ({ ...row, epsilon: 0, largestProvable: Infinity }));
    for (const { svg } of plotsOf({
      ...result,
      claim: { ...claim, epsilon: Infinity },
      results: rows,
    }))
      expect(svg).not.toMatch(/NaN|Infinity/);
  });
});

describe('auditHtml', () => {
  test('has the verdict, the inputs and the glossary', () => {
    const html = pageOf(refuted());
    const { document } = parseHTML(html);
    const text = document.body.textContent ?? '';
    expect(document.title).toBe(
      'REFUTED: Privacy audit of runs/cifar10-dpsgd/scores.csv against gaussian(sigma=1)',
    );
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(document.querySelector('h2')?.textContent).toBe('REFUTED');
    expect(document.querySelectorAll('figure > svg[role=img]')).toHaveLength(3);
    for (const words of [
      'gaussian(sigma=1) does not hold',
      COMMAND,
      '2026-03-01',
      'onerun 1.2.3',
      'b5bb9d8014a0',
    ])
      expect(text).toContain(words);
    const terms = [...document.querySelectorAll('details:last-of-type dt')].map((term) => term.textContent);
    expect(terms).toEqual(
      expect.arrayContaining(['canary', 'guess', 'trade-off curve', 'power', 'model-based']),
    );
    for (const table of document.querySelectorAll('table')) {
      expect(table.querySelector('caption')).not.toBeNull();
      expect(table.querySelectorAll('th:not([scope])')).toHaveLength(0);
    }
  });

  test('is called by its title, and says then what was audited', () => {
    const { document } = parseHTML(pageOf(refuted(), null, 'Release <7>'));
    expect(document.querySelector('h1')?.textContent).toBe('Release <7>');
    expect(document.querySelector('h1 + p')?.textContent).toMatch(
      /^Audited: .*scores\.csv.* against gaussian\(sigma=1\)$/,
    );
  });

  test('folds all but the verdict, one figure and what must be taken on trust', () => {
    for (const make of [refuted, notRefuted, blind, notRefutable, severalRuns, hostile, noClaim]) {
      const { document } = parseHTML(pageOf(make()));
      const [first, ...others] = [...document.querySelectorAll('main > *')];
      const folds = others.filter(({ localName }) => localName === 'details');
      expect(first.className).toMatch(/^verdict /);
      expect(others.length - folds.length).toBe(2);
      expect(others[1].className).toBe('trust');
      expect(folds.length).toBeGreaterThan(5);
      expect(document.querySelectorAll('details[open]')).toHaveLength(0);
    }
  });

  test('warns first where the design could not have refuted the claim', () => {
    const { document } = parseHTML(pageOf(notRefutable()));
    const said = [...document.querySelectorAll('main p')].slice(0, 3).map((p) => p.textContent);
    expect(said.join()).toContain('not even with every guess right');
    expect(said.join()).toContain('cannot refute');
  });

  test('takes nothing from data as markup', () => {
    const html = pageOf(hostile());
    expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)"/);
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)');
    const { document } = parseHTML(html);
    expect(document.querySelectorAll('script, img, link, iframe, a')).toHaveLength(0);
  });
});

describe('the figure of the audit', () => {
  const SCRIPT = { text: 'run()', sha256: 'c29tZSBkaWdlc3Q=' };
  const EVIL = '</script><img src=x onerror=alert(1)><!--<script>';
  const LINES = `a${String.fromCharCode(0x2028)}b`;
  const evil = () => {
    const result = refuted();
    const [field] = result.plots.fields;
    const name = field.dots.name.map((_, i) => (i === 0 ? LINES : `${EVIL}${i}`));
    return { ...result, plots: { ...result.plots, fields: [{ ...field, dots: { ...field.dots, name } }] } };
  };

  test('stands right below the verdict, in the place of the histogram, and says all in words', () => {
    const html = pageOf(refuted());
    const { document } = parseHTML(html);
    const [verdict, section] = document.querySelectorAll('main > section');
    expect(verdict.className).toBe('verdict refuted');
    expect(section.querySelector('h2')?.textContent).toBe('The audit in one figure');
    expect(section.querySelector('.bench .bench-verdict')?.textContent).toBe('REFUTED');
    expect(section.querySelector('.bench-said')?.textContent).toMatch(/291 of 292 right .*refutes the claim/);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('script-src');
    expect(
      plotsOf(refuted())
        .map(({ title }) => title)
        .filter((title) => html.includes(title)),
    ).toHaveLength(3);
  });

  test('is left out of several runs, of guesses without confidence and where a check failed', () => {
    const unsure = reconstruction();
    const withoutConfidence = { ...unsure, plots: { ...unsure.plots, fields: [] } };
    for (const result of [noClaim(), hostile(), reversed(), withoutConfidence])
      expect(pageOf(result, SCRIPT)).not.toMatch(/class="bench"|<script|script-src/);
    // The histogram is then there as before.
    expect(parseHTML(pageOf(reversed(), SCRIPT)).document.querySelectorAll('figure > svg')).toHaveLength(3);
  });

  test('runs one script, allowed by its digest, on data that are no markup', () => {
    const html = pageOf(evil(), SCRIPT);
    expect(html).toContain(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; script-src 'sha256-c29tZSBkaWdlc3Q='; worker-src blob:\"",
    );
    expect(html.match(/<script|<!--|<img/g)).toEqual(['<script', '<script']);
    expect(html).not.toContain(LINES[1]);
    const data = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    const { dots } = unpackSource(data).field;
    expect(dots.name[1]).toContain('…');
    expect(dots.name[0]).toBe('a\\u2028b');
  });

  test('travels with every number that it shows', () => {
    const result = refuted();
    const results = result.results.map((row) => ({ ...row, largestProvable: Infinity }));
    for (const one of [{ ...result, results }, tied(), reconstruction()]) {
      const source = sourceOfAudit(one);
      if (source === null) throw new Error('no figure');
      const { field: _, answer, ...rest } = unpackSource(packSource(source));
      expect(rest).toEqual({ ...rest, ...(({ field: __, answer: ___, ...one }) => one)(source) });
      const curve = answer?.curve?.map(([, beta]) => beta) ?? [];
      for (const [i, [, beta]] of (source.answer?.curve ?? []).entries())
        expect(Math.abs(curve[i] - beta)).toBeLessThan(1e-9);
      expect({ ...answer, curve: null }).toEqual({ ...source.answer, curve: null });
    }
  });

  test('of several numbers of guesses the one is drawn whose test says the most', () => {
    const result = severalNumbers();
    expect(result.outcome).toBe('refuted');
    const source = sourceOfAudit(result);
    expect(source?.fixed?.observation.guesses).toBe(300);
    expect(source?.answer?.critical).toBe(result.claim?.critical[1]);
    const html = pageOf(result);
    expect(html).toContain('of 4, 300 guesses the 300 are drawn, which say the most about the claim');
    expect(html).toMatch(
      /bench-said[^<]* of 300 right [^<]*: refutes the claim\.[^<]*the most of 4, 300 guesses/,
    );
    if (source !== null) expect(figureCommand(firstState(source))).toBeNull();
  });

  test('does not call a design fixed that was changed after a verdict', () => {
    const script = { text: '', sha256: '' };
    const options = { plots: [], command: null, date: null, version: '1', script };
    const words = /<p class="bench-mode">Fixed in advance|guesses, as fixed in advance/;
    expect(auditHtml(refuted(), options)).toMatch(words);
    const late = auditHtml(refuted(), { ...options, isLate: true });
    expect(late).not.toMatch(words);
    expect(late).toContain('Exploring: not valid evidence');
    expect(late).not.toContain('cuts fixed in advance');
  });
});
