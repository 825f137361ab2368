import { DOMParser } from 'linkedom';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BenchSource } from '../../src/bench/index.ts';
import { type BenchState, firstState } from '../../src/bench/state.ts';
import { figureCommand } from '../../src/bench/take/figure-command.ts';
import { figureSvg } from '../../src/bench/take/figure-svg.ts';
import { cutsInView, viewOf, viewText } from '../../src/bench/take/figure-view.ts';
import { exampleSource } from '../support/bench-source.ts';
import { onerun } from '../support/cli.ts';

describe('what is taken away from the live figure', () => {
  let source: BenchSource;
  let state: BenchState;
  beforeAll(async () => {
    source = await exampleSource('half-noise.csv', 'gaussian(sigma=1)');
    state = firstState(source);
  });

  test('the SVG parses, has all panels, and needs nothing from elsewhere', () => {
    const svg = figureSvg(state);
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(parsed.documentElement?.getAttribute('xmlns')).toBe('http://www.w3.org/2000/svg');
    for (const words of ['REFUTED', 'Errors and the claim', 'Right guesses', 'Epsilon proved'])
      expect(svg).toContain(words);
    expect(svg).not.toMatch(/var\(|light-dark|url\((?!#)|href="(?!#)|@import|<script|<foreignObject/);
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    for (const [, id] of svg.matchAll(/(?:href="|url\()#([\w-]+)/g)) expect(ids).toContain(id);
    expect(new Set(ids).size).toBe(ids.length);
    // Every class that is drawn with has a rule, or inherits on purpose.
    for (const [, classes] of svg.matchAll(/class="([^"]+)"/g))
      for (const name of classes.split(' '))
        if (name !== 'b-bar-name' && !/^b-mark-/.test(name)) expect(svg, name).toContain(`.${name}`);
  });

  test('a long claim stands in lines below the figure', () => {
    const claim = `compose(${Array.from({ length: 9 }, (_, i) => `gaussian(sigma=${4 + i}) * 3`).join(', ')})`;
    const svg = figureSvg({ ...state, source: { ...source, claim } });
    const lines = [...svg.matchAll(/<text[^>]*b-quiet">([^<]*)/g)].map(([, line]) => line);
    expect(lines.join(' ')).toContain(`Claim: ${claim}. Made by onerun.`);
    for (const line of lines) expect(line.length).toBeLessThan(130);
  });

  test('exploring is drawn as such, and without numbers about other cuts', () => {
    const moved = { ...state, cuts: { top: 100, bottom: 50 } };
    const svg = figureSvg(moved);
    expect(svg).toContain('Exploring: not valid evidence.');
    expect(svg).toContain('.b-cut{stroke-dasharray');
    const proved = /\b5\.6828\b/;
    expect(figureSvg(state)).toMatch(proved);
    expect(svg).not.toMatch(proved);
  });

  test('the command gives the same numbers', async () => {
    const command = figureCommand(state) ?? '';
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
    const { results, tests } = JSON.parse((await onerun([...words.slice(1), '--json'])).out);
    const epsilons = (list: readonly { method: string; family: string; epsilon: number }[]) =>
      list.map(({ method, family, epsilon }) => `${method} ${family} ${epsilon}`).sort();
    expect(epsilons(results)).toEqual(epsilons(source.answer?.results ?? []));
    expect(tests.map((one: { pValue: number }) => one.pValue)).toEqual(
      source.answer?.tests.map(({ pValue }) => pValue),
    );
  });

  test('a view goes into an address and comes back', () => {
    for (const cuts of [source.fixed?.cuts ?? state.cuts, { top: 100, bottom: 50 }, { top: 0, bottom: 7 }])
      for (const isLog of [false, true]) {
        const view = viewOf(viewText({ ...state, cuts, isLog }));
        expect(view.isLog).toBe(isLog);
        expect(cutsInView(source, view) ?? source.fixed?.cuts).toEqual(cuts);
      }
    for (const text of ['', '5', '-log', '5-x', '1-2-3', 'logs', '1e3-2', '-5-2'])
      expect(viewOf(text), text).toEqual({ cuts: null, isLog: false, isLate: false });
    expect(cutsInView(source, viewOf('900-900'))).toBeNull();
  });

  test('a view says that a design was changed after a verdict', () => {
    const field = { m: 100 };
    const source = { field, fixed: { cuts: { top: 5, bottom: 5 } }, isLate: true };
    const state = { source, cuts: { top: 5, bottom: 5 }, isLog: true } as never;
    expect(viewText(state)).toBe('log-late');
    expect(viewOf('5-5-log-late')).toEqual({ cuts: { top: 5, bottom: 5 }, isLog: true, isLate: true });
    for (const text of ['', 'log', '3-4', '3-4-log', 'late', '3-4-late', 'log-late'])
      expect(viewOf(text)).toEqual({
        cuts: text.startsWith('3-4') ? { top: 3, bottom: 4 } : null,
        isLog: text.includes('log'),
        isLate: text.includes('late'),
      });
    for (const text of ['3', '3-', '3-4-', 'log-', '-log', '3-4log', 'late-log'])
      expect(viewOf(text)).toEqual({ cuts: null, isLog: false, isLate: false });
  });
});
