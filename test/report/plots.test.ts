import { readdirSync, readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { chance } from '../../src/chance.ts';
import {
  type AuditResult,
  type CurveLines,
  curveShape,
  type Plan,
  parseClaim,
  plan,
  tradeOff,
} from '../../src/index.ts';
import { inlineSvg } from '../../src/report/index.ts';
import { boundsPlot } from '../../src/report/plots/bounds-plot.ts';
import { curvePlot } from '../../src/report/plots/curve-plot.ts';
import { canariesPlot, planPlot, powerPlot } from '../../src/report/plots/plan-plot.ts';
import { profilePlot } from '../../src/report/plots/profile-plot.ts';
import type { Picture } from '../../src/report/plots/sheet/frame.ts';
import { PALETTE, withPageColours } from '../../src/report/plots/sheet/palette.ts';
import { textWidth, wrapText } from '../../src/report/plots/sheet/wrap.ts';
import { formatEpsilon, formatPower, formatProbability, formatShare } from '../../src/report/words/format.ts';
import { refuted, severalRuns } from './fixtures.ts';
import { pageOf, plotsOf } from './page.ts';

const { document } = parseHTML('<!doctype html><body></body>');

/** A claim as long as a whole training with changing noise has. */
const LONG = `compose(${Array.from({ length: 6 }, (_, i) => `dpsgd(noise=${0.61 + i / 10}, rate=0.08192, steps=${1000 + i}) * 3`).join(', ')}, relation=add-remove)`;

const curveOf = (claim: string, delta = 1e-5) => {
  const f = tradeOff(claim);
  return { ...curveShape(f, parseClaim(claim)).claim, epsilon: f.epsilon(delta) };
};
const explored = (claim: string) => ({
  claim: curveOf(claim),
  standing: curveOf('gaussian(mu=0.6)'),
  delta: 1e-5,
});
const PLAN = plan({ m: 1000, claim: 'gaussian(sigma=1)' });

/** Every picture there is, of claims that are as long as `LONG`. */
function longPictures(): Picture[] {
  const withLongNames = (result: AuditResult): AuditResult => ({
    ...result,
    claim: result.claim && { ...result.claim, stated: LONG },
    results: result.results.map((row) => ({ ...row, family: LONG })),
  });
  const named: CurveLines = { ...curveOf('gaussian(sigma=1)'), name: LONG };
  const curves = { ...explored('gaussian(sigma=1)'), claim: { ...named, epsilon: 4 } };
  const longPlan: Plan = { ...PLAN, claim: LONG, model: LONG, violation: LONG, family: LONG };
  const shape = curveShape(tradeOff('gaussian(sigma=1)'), parseClaim('gaussian(sigma=1)'));
  return [
    ...plotsOf(withLongNames(refuted())),
    ...plotsOf(withLongNames(severalRuns(2))),
    profilePlot(curves, document),
    planPlot(longPlan, document),
    powerPlot(longPlan, document),
    canariesPlot([longPlan, { ...longPlan, m: 2000 }], 1000, document),
    {
      name: 'curve',
      title: LONG,
      alt: LONG,
      svg: curvePlot({ ...shape, claim: named, gaussian: named }, document),
    },
  ];
}

describe('every plot', () => {
  const pictures = longPictures();
  const textsOf = ({ svg }: Picture) => [...parseHTML(svg).document.querySelectorAll('text')];

  test('cuts no text, however long the claim is, and lets none run out of the picture', () => {
    for (const picture of pictures) {
      const texts = textsOf(picture);
      const whole = texts.map((text) => text.textContent).join('');
      expect(whole, picture.name).not.toContain('…');
      if (whole.includes('compose(') && !picture.name.startsWith('run'))
        expect(whole.replaceAll(/\s/g, ''), picture.name).toContain(LONG.replaceAll(/\s/g, ''));
      const width = Number(picture.svg.match(/ width="(\d+)"/)?.[1]);
      for (const text of texts.filter((one) => one.getAttribute('font-size') !== null)) {
        const bold = text.getAttribute('font-weight') === 'bold';
        const wide = textWidth(text.textContent ?? '', Number(text.getAttribute('font-size')), bold);
        expect(Number(text.getAttribute('x')) + wide, `${picture.name}: ${text.textContent}`).toBeLessThan(
          width,
        );
      }
    }
  });

  test('has no text that a phone shows smaller than 12 pixels', () => {
    // The narrowest picture of a phone that is 390 pixels wide has 346.
    for (const { svg, name } of pictures.filter((one) => one.name !== 'curve')) {
      const width = Number(svg.match(/ width="(\d+)"/)?.[1]);
      const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
      expect((Math.min(...sizes) * 346) / width, name).toBeGreaterThanOrEqual(12);
    }
  });

  test('has colours that a page can set, and as a file its own', () => {
    for (const { svg, name } of pictures) {
      expect(svg, name).not.toContain('var(');
      const colours = [...svg.matchAll(/(?:fill|stroke|color)="([^"]*)"/g)].map(([, colour]) => colour);
      const own = colours.filter((colour) => !/^(none|currentColor|url\(#.*\))$/.test(colour));
      expect(
        own.filter((colour) => !(Object.values(PALETTE) as string[]).includes(colour)),
        name,
      ).toEqual([]);
      expect(withPageColours(svg), name).not.toMatch(/="#\w/);
    }
  });

  test('is one image with a short name in a page, and says its caption as a file', () => {
    for (const picture of pictures.filter(({ name }) => name !== 'curve')) {
      expect(picture.svg).toContain('<g aria-hidden="true"');
      const page = parseHTML(inlineSvg(picture, 'a')).document.querySelector('svg');
      expect(page?.getAttribute('aria-label')).toBe(picture.title);
      const file = parseHTML(picture.svg).document.querySelector('svg');
      expect(file?.getAttribute('aria-label')).toContain(picture.alt.slice(0, 40));
    }
  });

  test('has the names of its axes from the one table of them', () => {
    const own =
      /\b(?:label|xLabel|y): ?[`'"](?!row|y|1|low|high)|axis(?:Below|Left)\([^,()]+,[^,()]+, ?[`'"]/;
    for (const folder of ['src/report/plots', 'src/report/figures', 'src/experiments', 'src/bench/draw'])
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts')))
        expect(readFileSync(`${folder}/${file}`, 'utf8'), file).not.toMatch(own);
  });
});

describe('captions', () => {
  test('say a claim’s epsilon as it is, not as its drawn points have it', () => {
    const { alt } = profilePlot(explored('approx-dp(epsilon=8, delta=1e-5)'), document);
    expect(alt).toContain('approx-dp(epsilon=8, delta=1e-5) has epsilon 8 at delta 1e-5');
    expect(profilePlot(explored('gaussian(sigma=1)'), document).alt).toContain(
      'epsilon 4.3772 at delta 1e-5',
    );
  });

  test('say the attack’s least error over all thresholds, not over those that are drawn', () => {
    const result = refuted();
    const roc = plotsOf(result).find(({ name }) => name === 'roc')?.alt;
    const runs = result.plots.runs.map((run) => ({
      ...run,
      roc: { ...run.roc, attack: run.roc.attack.filter((_, i) => i % 40 === 0) },
    }));
    const thinned = plotsOf({ ...result, plots: { ...result.plots, runs } });
    expect(thinned.find(({ name }) => name === 'roc')?.alt).toBe(roc);
    const least = (1 - (result.attack.description?.runs[0]?.advantage ?? 0)) / 2;
    expect(roc).toContain(`errs in ${(100 * least).toFixed(1)}% of the cases`);
  });

  test('never call what is likely certain', () => {
    expect([0.99999, 1, 0, 1e-9].map((p) => formatProbability(p))).toEqual([
      '> 99.9%',
      '> 99.9%',
      '< 0.1%',
      '< 0.1%',
    ]);
    expect([0.9999, 1].map(formatPower)).toEqual(['> 99.9%', '> 99.9%']);
    expect([0.5, 1, 0].map(chance)).toEqual(['50.0%', 'more than 99.9%', 'less than 0.1%']);
    expect([1, 0.99996, 0.5, 0.00001, 0].map((x) => formatShare(x))).toEqual([
      '100.0%',
      '> 99.9%',
      '50.0%',
      '< 0.1%',
      '0.0%',
    ]);
  });
});

describe('the plan’s pictures', () => {
  test.each([
    ['expected epsilon', planPlot],
    ['power', powerPlot],
  ])('%s: one line by one method, and the planned number by another beside it', (_, draw) => {
    const { svg, alt } = draw(PLAN, document);
    const path = svg.match(
      /<path d="(M[^"]*)"[^>]*stroke-width="2.5"|stroke-width="2.5"[^>]*><path d="(M[^"]*)"/,
    );
    const points = (path?.[1] ?? path?.[2] ?? '').split('L').length;
    expect(points).toBe(PLAN.rows.length - 1);
    for (const words of ['by Algorithm 3', 'by the optimal test']) {
      expect(alt).toContain(words);
      expect(svg.replaceAll(/<\/text>\s*<text[^>]*>/g, ' ')).toContain(words);
    }
  });
});

describe('the plot of bounds', () => {
  test('has every number at the end of its bar, and the claim’s at its mark', () => {
    const rows = [0.02, 2, 4.3, 4.5, 9].map((epsilon) => ({
      ...refuted().results[0],
      epsilon,
      largestProvable: 10,
    }));
    const drawn = boundsPlot({ results: rows, claim: { stated: 'x', epsilon: 4.4 } }, document);
    const placed = [
      ...(drawn?.svg.matchAll(
        /<text transform="translate\(([\d.]+),[\d.]+\)"[^>]*>([\d.]+|claimed [\d.]+)<\/text>/g,
      ) ?? []),
    ];
    const at = (epsilon: number) => 8 + (288 * epsilon) / 10.2;
    const found = new Map(placed.map(([, x, text]) => [text, Number(x)]));
    for (const { epsilon } of rows) expect(found.get(epsilon.toFixed(4))).toBeCloseTo(at(epsilon), 1);
    expect(found.get('claimed 4.4')).toBeCloseTo(at(4.4), 1);
  });
});

test('lines are broken at spaces, else within a claim, else anywhere, and lose nothing', () => {
  expect(wrapText('one two three', 60, 13)).toEqual(['one two', 'three']);
  for (const text of [LONG, 'x'.repeat(300), 'a '.repeat(50).trim()]) {
    const lines = wrapText(text, 200, 13);
    for (const line of lines) expect(textWidth(line, 13)).toBeLessThanOrEqual(200);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  }
});

test('an epsilon that is claimed has the decimals of those that are proved', () => {
  expect([8, 4.377178, 0.00001234, Infinity].map(formatEpsilon)).toEqual([
    '8',
    '4.3772',
    '1.234e-5',
    'unbounded',
  ]);
});

test('a report with pictures of five runs stays under 300 kB', () => {
  expect(pageOf(severalRuns()).length).toBeLessThan(300_000);
});
