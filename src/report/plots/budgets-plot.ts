import * as Plot from '@observablehq/plot';
import type { AuditResult } from '../../audit/index.ts';
import { formatCount, formatLowerBound, formatNumber } from '../words/format.ts';
import type { PlotDocument } from './document.ts';
import { type Picture, plotFrame, toPicture, X_AXIS, Y_AXIS } from './frame.ts';
import { BLUE, type LegendKey, ORANGE } from './sheet.ts';
import { roundTicks } from './ticks.ts';

const HEIGHT = 320;
/** The most characters that fit into the key. */
const KEY_LENGTH = 51;

/** The epsilon that each number of guesses would have proved; the numbers that were tested are marked. */
export function budgetsPlot({ plots, delta }: AuditResult, document: PlotDocument): Picture | null {
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

/** The numbers that were tested, with as much about them as fits into the key. */
function fitting(chosen: readonly (readonly [number, number])[], named: readonly string[]): string {
  const numbers = chosen.map(([guesses]) => formatCount(guesses));
  const said = [`tested: ${named.join(', ')}`, `tested: ${numbers.join(', ')}`];
  return (
    said.find((text) => text.length <= KEY_LENGTH) ??
    `tested: ${formatCount(chosen.length)} numbers of guesses`
  );
}

/** Round numbers of guesses, or the ends where there is no more than one. */
function ticks(curve: readonly (readonly [number, number])[]): number[] {
  const guesses = curve.map(([n]) => n);
  const [low, high] = [Math.min(...guesses), Math.max(...guesses)];
  const round = roundTicks(low, high, 1.3);
  return round.length > 1 ? round : [low, high];
}
