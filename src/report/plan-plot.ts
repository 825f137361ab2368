import * as Plot from '@observablehq/plot';
import type { Plan } from '../audit/index.ts';
import { count, lowerBound, value } from './format.ts';
import { ACROSS, frame, UP } from './plot-frame.ts';
import { BLUE, ORANGE, panel, sheet } from './sheet.ts';

const HEIGHT = 320;
const WIDTH = 420;

/** Expected epsilon against the number of guesses, the planned number marked; a self-contained SVG. */
export function planPlot({ rows, chosen, delta, family, claim }: Plan, document: Document): string {
  const points = rows.map((row) => [row.guesses, row.epsilon] as const);
  const highest = Math.max(...points.map(([, epsilon]) => epsilon), 0.1);
  const drawn = Plot.plot({
    ...frame(document, HEIGHT),
    x: { ...ACROSS, label: 'guesses (log scale)', type: 'log', ticks: 4, tickFormat: count },
    y: { ...UP, label: `expected epsilon at delta ${value(delta)}`, domain: [0, highest * 1.08] },
    marks: [
      Plot.ruleY([0]),
      Plot.line(points, { stroke: BLUE, strokeWidth: 2 }),
      Plot.dot([[chosen.guesses, chosen.epsilon]], {
        fill: 'white',
        stroke: ORANGE,
        strokeWidth: 2.5,
        r: 5.5,
      }),
    ],
  });
  const title = 'What an audit is expected to prove';
  return sheet({
    title,
    titleSize: 16,
    keySize: 13,
    keys: [
      { text: `within ${family}, if the claim is true`, colour: BLUE },
      {
        text: `planned: ${count(chosen.guesses)} (${lowerBound(chosen.epsilon)})`,
        colour: ORANGE,
        dot: true,
      },
    ],
    lines: [claim],
    alt: `${title}. Expected epsilon within ${family} against the number of guesses; ${count(chosen.guesses)} guesses are planned, expected to prove ${lowerBound(chosen.epsilon)}.`,
    panels: [panel(drawn, WIDTH, HEIGHT)],
  });
}
