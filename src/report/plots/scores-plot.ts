import * as Plot from '@observablehq/plot';
import type { AuditResult } from '../../audit/index.ts';
import { formatCount, formatNumber } from '../words/format.ts';
import type { PlotDocument } from './document.ts';
import { type Picture, plotFrame, toPicture, X_AXIS, Y_AXIS } from './frame.ts';
import { BLUE, ORANGE } from './sheet.ts';

const HEIGHT = 320;
const PALE = '#b3d4e8';
const HATCH = 'onerun-hatch';
const DASH = '5 3';
const DEFINITIONS = `<defs><pattern id="${HATCH}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="7" stroke="${ORANGE}" stroke-width="2"/></pattern></defs>
`;

/** The scores of canaries in and out as two histograms; one is hatched, for those who do not see the colours. */
export function scoresPlot({ plots }: AuditResult, document: PlotDocument): Picture | null {
  if (plots.histogram === null) return null;
  const { edges, included, excluded } = plots.histogram;
  const area = { curve: 'step-after', x: '0', y: '1' } as const;
  const inside = steps(edges, included);
  const outside = steps(edges, excluded);
  // No more ticks than the highest count, so that they are whole numbers.
  const ticks = Math.min(6, Math.max(...included, ...excluded));
  const panel = Plot.plot({
    ...plotFrame(document, HEIGHT),
    x: { ...X_AXIS, label: 'score' },
    y: { ...Y_AXIS, label: 'canaries with such a score', nice: true, ticks },
    marks: [
      Plot.areaY(inside, { ...area, fill: PALE }),
      Plot.areaY(outside, { ...area, fill: `url(#${HATCH})` }),
      Plot.line(inside, { ...area, stroke: BLUE, strokeWidth: 2 }),
      Plot.line(outside, { ...area, stroke: ORANGE, strokeWidth: 2, strokeDasharray: DASH }),
      Plot.ruleY([0]),
    ],
  });
  const title = 'Scores of canaries in and out';
  const alt = `Two histograms over the score. ${describe('in', edges, included)} ${describe('out', edges, excluded)} The less they overlap, the more the model gives away.`;
  const keys = [
    { text: `in the training set: ${formatCount(total(included))} canaries`, colour: BLUE, fill: PALE },
    {
      text: `left out: ${formatCount(total(excluded))} canaries`,
      colour: ORANGE,
      dash: DASH,
      fill: `url(#${HATCH})`,
    },
  ];
  return toPicture({ name: 'scores', title, alt }, panel, HEIGHT, { keys, definitions: DEFINITIONS });
}

/** The outline of a histogram, which begins and ends at the axis. */
function steps(edges: readonly number[], counts: readonly number[]): [number, number][] {
  const last = edges.length - 1;
  return [[edges[0], 0], ...counts.map((n, i): [number, number] => [edges[i], n]), [edges[last], 0]];
}

function total(counts: readonly number[]): number {
  return counts.reduce((a, b) => a + b, 0);
}

function describe(where: string, edges: readonly number[], counts: readonly number[]): string {
  const peak = counts.indexOf(Math.max(...counts));
  return `The scores of canaries ${where} are most often between ${formatNumber(edges[peak], 3)} and ${formatNumber(edges[peak + 1], 3)}.`;
}
