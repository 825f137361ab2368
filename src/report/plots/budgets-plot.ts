import * as Plot from '@observablehq/plot';
import type { AuditResult } from '../../audit/index.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatCount, formatLowerBound } from '../words/format.ts';
import type { PlotDocument } from './sheet/document.ts';
import { type Picture, plotFrame, toPicture, X_AXIS, Y_AXIS } from './sheet/frame.ts';
import type { LegendKey } from './sheet/key.ts';
import { BLUE, GROUND, ORANGE } from './sheet/palette.ts';
import { pointsData } from './sheet/picture-data.ts';
import { countTicks } from './ticks.ts';

const HEIGHT = 320;

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
    x: {
      ...X_AXIS,
      label: axisLabel(AXIS.guesses, { log: true }),
      type: 'log',
      ticks: countTicks(curve.map(([guesses]) => guesses)),
      tickFormat: formatCount,
    },
    y: { ...Y_AXIS, label: axisLabel(AXIS.epsilon, { delta }), domain: [0, highest * 1.08] },
    marks: [
      Plot.ruleY([0]),
      Plot.ruleX(chosen, { x: '0', stroke: ORANGE, strokeDasharray: '3 3' }),
      Plot.line(curve, { stroke: BLUE, strokeWidth: 2 }),
      Plot.dot(chosen, { fill: GROUND, stroke: ORANGE, strokeWidth: 2.5, r: 5.5 }),
    ],
  });
  const named = chosen.map(([guesses, epsilon]) => `${formatCount(guesses)} (${formatLowerBound(epsilon)})`);
  const keys: LegendKey[] = [
    { text: `would have been proved: ${family}, by Algorithm 3`, colour: BLUE },
    { text: `tested: ${named.join(', ') || 'none'}`, colour: ORANGE, dot: true },
  ];
  const title = 'Epsilon against the number of guesses';
  const alt = `The epsilon within ${family} that each number of guesses would have proved. To look at, not to choose by: only a number fixed before the scores were seen counts. Tested, with the epsilon of each: ${named.join(', ') || 'none'}.`;
  const data = pointsData(AXIS.guesses, AXIS.epsilon, [
    { text: keys[0].text, points: curve },
    { text: 'tested', points: chosen },
  ]);
  return toPicture({ name: 'budgets', title, alt, data }, panel, HEIGHT, {
    keys,
    lines: ['To look at, not to choose by.'],
  });
}
