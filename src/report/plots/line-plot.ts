import * as Plot from '@observablehq/plot';
import { type AxisName, axisLabel } from '../words/axes.ts';
import { formatCount } from '../words/format.ts';
import type { PlotDocument } from './sheet/document.ts';
import { type Picture, plotFrame, toPicture, X_AXIS, Y_AXIS } from './sheet/frame.ts';
import type { LegendKey } from './sheet/key.ts';
import { CLAIM, GREY, GROUND, INK, ORANGE, PROVED } from './sheet/palette.ts';
import { countTicks } from './ticks.ts';

type Points = readonly (readonly [number, number])[];

interface Axis {
  readonly label: string;
  readonly domain: readonly [number, number];
  readonly log?: boolean;
  readonly format?: (x: number) => string;
  readonly ticks?: number | readonly number[];
}

/** The styles of lines: they differ by their dashes too, for those who do not see the colours. */
const STYLES = {
  main: { stroke: PROVED, strokeWidth: 2.5 },
  beside: { stroke: CLAIM, strokeWidth: 2.5, strokeDasharray: '8 4' },
  quiet: { stroke: GREY, strokeWidth: 2, strokeDasharray: '2 4' },
  broken: { stroke: ORANGE, strokeWidth: 2, strokeDasharray: '12 3 2 3' },
} as const;

interface PlottedLine {
  readonly text: string;
  readonly style: keyof typeof STYLES;
  readonly points: Points;
}

interface PlottedDots {
  readonly text: string;
  readonly points: Points;
}

/** Lines and dots over two axes. */
export interface LinePlot extends Omit<Picture, 'svg'> {
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly PlottedLine[];
  readonly dots?: PlottedDots;
  readonly notes?: readonly string[];
}

const HEIGHT = 320;

export function linePlot(spec: LinePlot, document: PlotDocument): Picture {
  const { x, y, lines, dots, notes = [] } = spec;
  const panel = Plot.plot({
    ...plotFrame(document, HEIGHT),
    x: { ...X_AXIS, ...axis(x) },
    y: { ...Y_AXIS, ...axis(y) },
    marks: [
      ...(y.domain[0] === 0 ? [Plot.ruleY([0])] : []),
      ...lines.map(({ style, points }) => Plot.line(points, STYLES[style])),
      ...(dots === undefined
        ? []
        : [Plot.dot(dots.points, { fill: GROUND, stroke: INK, strokeWidth: 2.5, r: 5.5 })]),
    ],
  });
  const keys: LegendKey[] = [
    ...lines.map(({ text, style }): LegendKey => {
      const { stroke, ...line } = STYLES[style];
      return {
        text,
        colour: stroke,
        ...('strokeDasharray' in line ? { dash: line.strokeDasharray } : {}),
      };
    }),
    ...(dots === undefined ? [] : [{ text: dots.text, colour: INK, dot: true }]),
  ];
  return toPicture(spec, panel, HEIGHT, { keys, lines: notes });
}

function axis({ label, domain, log, format, ticks }: Axis) {
  return {
    label,
    domain: [...domain],
    ...(log ? { type: 'log' as const } : {}),
    ...(format === undefined ? {} : { tickFormat: format }),
    ...(ticks === undefined ? {} : { ticks: typeof ticks === 'number' ? ticks : [...ticks] }),
  };
}

/** 300, 10k, 1M. */
function short(n: number): string {
  if (n < 10_000) return formatCount(n);
  return n < 1_000_000 ? `${n / 1000}k` : `${n / 1_000_000}M`;
}

/** A logarithmic axis for counts. */
export function countAxis(name: AxisName, values: readonly number[]): Axis {
  return {
    label: axisLabel(name, { log: true }),
    domain: [Math.min(...values), Math.max(...values)],
    log: true,
    format: short,
    ticks: countTicks(values),
  };
}
