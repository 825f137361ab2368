import * as Plot from '@observablehq/plot';
import type { AuditResult, RunPlots } from '../../audit/index.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatCount, formatNumber } from '../words/format.ts';
import type { PlotDocument } from './sheet/document.ts';
import { type Picture, plotFrame, toPicture, X_AXIS, Y_AXIS } from './sheet/frame.ts';
import type { LegendKey } from './sheet/key.ts';
import { BLUE, ORANGE, PALE } from './sheet/palette.ts';

type Histogram = RunPlots['histogram'];

const HEIGHT = 320;
const DASH = '5 3';
const HATCH = 'onerun-hatch';

/** The scores of canaries in and out of one run as two histograms. */
export function scoresPlot({ plots, runs }: AuditResult, document: PlotDocument): Picture | null {
  if (runs.length > 1 || plots.runs.length === 0) return null;
  const [{ histogram }] = plots.runs;
  const title = 'Scores of canaries in and out';
  const alt = `Two histograms over the score. ${scoresInWords(histogram)} The less they overlap, the more the model gives away.`;
  return toPicture({ name: 'scores', title, alt }, scoresPanel(histogram, document), HEIGHT, {
    keys: scoreKeys(histogram),
    definitions: HATCHING,
  });
}

/** The pattern of the canaries out, for those who do not see the colours. */
const HATCHING = `<defs><pattern id="${HATCH}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="7" stroke="${ORANGE}" stroke-width="2"/></pattern></defs>
`;

function scoresPanel({ edges, included, excluded }: Histogram, document: PlotDocument): Element {
  const area = { curve: 'step-after', x: '0', y: '1' } as const;
  const inside = steps(edges, included);
  const outside = steps(edges, excluded);
  // No more ticks than the highest count, so that they are whole numbers.
  const ticks = Math.min(6, Math.max(...included, ...excluded));
  return Plot.plot({
    ...plotFrame(document, HEIGHT),
    x: { ...X_AXIS, label: axisLabel(AXIS.score) },
    y: { ...Y_AXIS, label: axisLabel(AXIS.canaries), nice: true, ticks },
    marks: [
      Plot.areaY(inside, { ...area, fill: PALE }),
      Plot.areaY(outside, { ...area, fill: `url(#${HATCH})` }),
      Plot.line(inside, { ...area, stroke: BLUE, strokeWidth: 2 }),
      Plot.line(outside, { ...area, stroke: ORANGE, strokeWidth: 2, strokeDasharray: DASH }),
      Plot.ruleY([0]),
    ],
  });
}

function scoreKeys({ included, excluded }: Histogram): LegendKey[] {
  return [
    { text: `in the training set: ${formatCount(total(included))} canaries`, colour: BLUE, fill: PALE },
    {
      text: `left out: ${formatCount(total(excluded))} canaries`,
      colour: ORANGE,
      dash: DASH,
      fill: `url(#${HATCH})`,
    },
  ];
}

function scoresInWords({ edges, included, excluded }: Histogram): string {
  return `${describe('in', edges, included)} ${describe('out', edges, excluded)}`;
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
  const [low, high] = alike(edges[peak], edges[peak + 1]);
  return `The scores of canaries ${where} are most often between ${low} and ${high}.`;
}

/** Two numbers with the same decimals, as many as tell them apart. */
function alike(low: number, high: number): [string, string] {
  const places = 1 - Math.floor(Math.log10(high - low));
  if (!(places <= 9) || Math.max(Math.abs(low), Math.abs(high)) >= 1e9)
    return [formatNumber(low), formatNumber(high)];
  const text = (x: number) => x.toFixed(Math.max(0, places));
  return [text(low), text(high)];
}
