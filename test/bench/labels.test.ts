import { describe, expect, test } from 'vitest';
import { barsPanel } from '../../src/bench/draw/bars-panel.ts';
import { tallyPanel } from '../../src/bench/draw/tally-panel.ts';

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly words: string;
}

/** The words of a drawing, at the mean width of a character, and its upright lines. */
function seen(svg: string) {
  const number = (text: string, name: string) => Number(new RegExp(` ${name}="([-\\d.]+)"`).exec(text)?.[1]);
  const texts: Box[] = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([tag, words]) => {
    const width = words.length * (/b-(seen|critical|claim)-name|b-value/.test(tag) ? 7.25 : 6.4);
    const x = number(tag, 'x');
    const share = tag.includes('"end"') ? 1 : tag.includes('"middle"') ? 0.5 : 0;
    const left = x - share * width;
    return { left, right: left + width, top: number(tag, 'y') - 9, bottom: number(tag, 'y') + 2, words };
  });
  const lines = [...svg.matchAll(/<line[^>]*class="(?!b-axis|b-grid)[^>]*>/g)].map(([tag]) => ({
    at: number(tag, 'x1'),
    top: Math.min(number(tag, 'y1'), number(tag, 'y2')),
    bottom: Math.max(number(tag, 'y1'), number(tag, 'y2')),
  }));
  const bars = [...svg.matchAll(/<rect class="b-most"[^>]*>/g)].map(([tag]) => ({
    top: number(tag, 'y'),
    bottom: number(tag, 'y') + number(tag, 'height'),
  }));
  return { texts, lines, bars };
}

/** Words that a line runs through, that touch other words, or that leave the panel. */
function faults(svg: string, width: number): string[] {
  const { texts, lines } = seen(svg);
  const crossed = texts.filter(({ left, right, top, bottom }) =>
    lines.some((line) => line.at > left && line.at < right && line.top < bottom && line.bottom > top),
  );
  const touching = texts.filter((a, i) =>
    texts.some(
      (b, j) => j > i && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
    ),
  );
  const cut = texts.filter(({ left, right }) => left < -8 || right > width + 8);
  return [
    ...crossed.map(({ words }) => `crossed: ${words}`),
    ...touching.map(({ words }) => `touching: ${words}`),
    ...cut.map(({ words }) => `cut: ${words}`),
  ];
}

const WIDTHS = [230, 260, 310, 420];

describe('the words of the figure’s panels', () => {
  test('no line runs through those of the tally, and none is cut, wherever the counts stand', () => {
    const found = new Set<string>();
    for (const width of WIDTHS)
      for (const [guesses, k] of [
        [60, 2],
        [216, 2],
        [100, 10],
      ])
        for (let correct = Math.floor(0.3 * guesses); correct <= guesses; correct++)
          for (const critical of [null, 0.6, 0.8, 0.95, 1]) {
            const least = critical === null ? null : Math.ceil(critical * guesses);
            const data = { guesses, correct, critical: least, k, played: null, looked: null };
            for (const fault of faults(tallyPanel(data, width, 248), width))
              found.add(`${width} ${correct}/${guesses} from ${least}: ${fault}`);
          }
    expect([...found]).toEqual([]);
  });

  test('the claim’s mark runs through no name and no value of the bars, and names keep off the bars', () => {
    const found = new Set<string>();
    const methods = ['paper', 'optimal', 'steinke'] as const;
    const families = ['gaussian', 'approx-dp(delta=1e-5)', 'pure-dp'];
    const rows = families.flatMap((family) => methods.map((method) => ({ family, method }))).slice(0, 7);
    for (const width of WIDTHS)
      for (const claimEpsilon of [0.5, 1.7, 3, 3.4, 4.377, 5.9, 7.9])
        for (const epsilon of [0, 1.2, 3.3, 5.6]) {
          const results = rows.map((row) => ({
            ...row,
            epsilon,
            largestProvable: 7,
            assumption: 'worst-case',
          })) as unknown as Parameters<typeof barsPanel>[0]['results'];
          const svg = barsPanel({ rows, results, claimEpsilon, end: 8 }, width, 248);
          for (const fault of faults(svg, width)) found.add(`${width} ${claimEpsilon} ${epsilon}: ${fault}`);
          const { texts, bars } = seen(svg);
          for (const { words, bottom, top } of texts.filter((text) => text.words.includes(',')))
            for (const bar of bars)
              if (bar.top < bottom + 1 && bar.bottom > top - 1) found.add(`${width}: ${words} touches a bar`);
        }
    expect([...found]).toEqual([]);
  });
});
