import * as Plot from '@observablehq/plot';
import type { AuditResult } from '../../audit/index.ts';
import { formatCount, formatLowerBound, formatNumber } from '../words/format.ts';
import { type Picture, plotFrame, toPicture, X_AXIS, Y_AXIS } from './frame.ts';
import { BLUE, type LegendKey, ORANGE } from './sheet.ts';

const HEIGHT = 320;
/** Characters that have room in the key. */
const ROOM = 51;

/** The epsilon that each number of guesses would have proved, and those that count. */
export function budgetsPlot({ plots, delta }: AuditResult, document: Document): Picture | null {
  if (plots.budgets === null) return null;
  const drawable = ([guesses, epsilon]: readonly [number, number]) => guesses > 0 && Number.isFinite(epsilon);
  const curve = plots.budgets.curve.filter(drawable);
  const chosen = plots.budgets.chosen.filter(drawable);
  const { family } = plots.budgets;
  const highest = Math.max(...[...curve, ...chosen].map(([, epsilon]) => epsilon), 0) || 1;
  const panel = Plot.plot({
    ...plotFrame(document, HEIGHT),
    x: { ...X_AXIS, label: 'guesses (log scale)', type: 'log', ticks: ticks(curve), tickFormat: formatCount },
    y: { ...Y_AXIS, label: `epsilon at delta ${formatNumber(delta)}`, domain: [0, highest * 1.08] },
    marks: [
      Plot.ruleY([0]),
      Plot.ruleX(chosen, { x: '0', stroke: ORANGE, strokeDasharray: '3 3' }),
      Plot.line(curve, { stroke: BLUE, strokeWidth: 2 }),
      Plot.dot(chosen, { fill: 'white', stroke: ORANGE, strokeWidth: 2.5, r: 5.5 }),
    ],
  });
  const named = chosen.map(([guesses, epsilon]) => `${formatCount(guesses)} (${formatLowerBound(epsilon)})`);
  const tested = fitting(chosen, named);
  const keys: LegendKey[] = [
    { text: `would have been proved: ${family}`, colour: BLUE },
    { text: tested, colour: ORANGE, dot: true },
  ];
  const title = 'Epsilon against the number of guesses';
  const alt = `The epsilon within ${family} that each number of guesses would have proved. To look at, not to choose by: only a number fixed before the scores were seen counts. Tested, with the epsilon of each: ${named.join(', ') || 'none'}.`;
  return toPicture({ name: 'budgets', title, alt }, panel, HEIGHT, {
    keys,
    lines: ['To look at, not to choose by.'],
  });
}

/** The numbers that were tested, said as fully as there is room. */
function fitting(chosen: readonly (readonly [number, number])[], named: readonly string[]): string {
  const numbers = chosen.map(([guesses]) => formatCount(guesses));
  const said = [`tested: ${named.join(', ')}`, `tested: ${numbers.join(', ')}`];
  return (
    said.find((text) => text.length <= ROOM) ?? `tested: ${formatCount(chosen.length)} numbers of guesses`
  );
}

/** Round numbers, as many as have room, or where there are none the ends. */
function ticks(curve: readonly (readonly [number, number])[]): number[] {
  const guesses = curve.map(([n]) => n);
  const [low, high] = [Math.min(...guesses), Math.max(...guesses)];
  const decades = Math.log10(high / low);
  const steps = decades < 1.3 ? [1, 2, 5] : decades < 2.6 ? [1, 3] : [1];
  const round = Array.from({ length: 16 }, (_, power) => steps.map((step) => step * 10 ** power))
    .flat()
    .filter((n) => n >= low && n <= high);
  return round.length > 1 ? round : [low, high];
}
