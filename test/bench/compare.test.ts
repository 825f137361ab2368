import { DOMParser } from 'linkedom';
import { beforeAll, describe, expect, test } from 'vitest';
import { comparedBars } from '../../src/bench/compare/bar-groups.ts';
import { compareSvg } from '../../src/bench/compare/compare-svg.ts';
import { compareCsv, compareRows } from '../../src/bench/compare/compare-table.ts';
import { comparedField, haveScoresAlike, sharedAxis } from '../../src/bench/compare/fields.ts';
import { stateMark } from '../../src/bench/compare/marks.ts';
import type { PinnedState } from '../../src/bench/compare/pinned.ts';
import { firstState } from '../../src/bench/state.ts';
import { exampleSource } from '../support/bench-source.ts';

describe('states beside each other', () => {
  let pins: PinnedState[];
  beforeAll(async () => {
    const claim = 'gaussian(sigma=1)';
    pins = [
      { name: 'honest <1>', state: firstState(await exampleSource('sound.csv', claim)) },
      { name: 'broken', state: firstState(await exampleSource('half-noise.csv', claim)) },
    ];
  });

  /** Where the ticks of an axis stand, by their words. */
  const ticksOf = (svg: string) =>
    Object.fromEntries(
      [
        ...svg.matchAll(/<text x="([\d.]+)" y="145" text-anchor="middle" class="b-text b-tick">([^<]+)</g),
      ].map(([, x, words]) => [words, x]),
    );

  test('fields share one axis where scores are alike, and have their own where not', () => {
    expect(haveScoresAlike(pins)).toBe(true);
    const shared = sharedAxis(pins, 960);
    const drawn = (axis: typeof shared | null) =>
      pins.map(({ state }, i) => comparedField(state, 960, `t${i}`, axis));
    const [a, b] = drawn(shared).map(ticksOf);
    expect(Object.keys(a).length).toBeGreaterThan(4);
    expect(a).toEqual(b);
    const own = drawn(null).map(ticksOf);
    expect(own[0]).not.toEqual(own[1]);
    // Dots of one size, and as far apart within a column.
    const dots = (svg: string) =>
      [/class="b-in" stroke-width="([\d.]+)"/, /m0 (-[\d.]+)h0/].map((part) => part.exec(svg)?.[1]);
    const [honest, broken] = drawn(shared).map(dots);
    expect(honest).toEqual(broken);
    expect(drawn(null).map(dots)).not.toEqual([honest, broken]);
    const [{ name, state }] = pins;
    const wide = { ...state.source.field, dots: { ...state.source.field.dots, score: [0, 1e6] } };
    const other = { name, state: { ...state, source: { ...state.source, field: wide } } };
    expect(haveScoresAlike([pins[1], other])).toBe(false);
  });

  test('every state has a mark of its own shape', () => {
    const shapes = Array.from({ length: 8 }, (_, i) => stateMark(i, 0, 0).replace(/class="[^"]*"/, ''));
    expect(new Set(shapes).size).toBe(8);
  });

  test('the table and the CSV have the numbers of the answers', () => {
    const rows = compareRows(pins);
    expect(rows.map((row) => row[3])).toEqual(['not refuted', 'refuted']);
    expect(rows[1].slice(4, 6)).toEqual(['213 of 216', '3.3017']);
    const lines = compareCsv(pins).trimEnd().split('\n').slice(1);
    const epsilons = pins.flatMap(({ state }) => state.answer?.results.map(({ epsilon }) => String(epsilon)));
    expect(lines.map((line) => line.split(',')[12])).toEqual(epsilons);
  });

  test('exploring is told, and numbers about other cuts are not shown', () => {
    const moved = { name: 'moved', state: { ...pins[1].state, cuts: { top: 50, bottom: 0 } } };
    const both = [pins[0], moved];
    expect(compareRows(both)[1].slice(1)).toEqual([
      'exploring: not valid evidence',
      'gaussian(sigma=1)',
      ...['at work', '49 of 50', '–', '–', '–', '–'],
    ]);
    expect(comparedBars(both, 300)).not.toContain('3.3017');
    expect(compareSvg(both, { ownAxes: false, isLog: false })).toContain('class="c-exploring"');
  });

  test('the file parses and stands alone', () => {
    const svg = compareSvg(pins, { ownAxes: false, isLog: true });
    expect(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement?.nodeName).toBe('svg');
    expect(svg).not.toMatch(/var\(|light-dark|url\((?!#)|href="(?!#)|<script/);
    expect(svg).toContain('honest &lt;1&gt;');
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
