import * as Plot from '@observablehq/plot';
import { asDomDocument, type PlotDocument } from '../plots/sheet/document.ts';
import type { LegendKey } from '../plots/sheet/key.ts';
import { GROUND } from '../plots/sheet/palette.ts';
import { type PlotPanel, toPanel } from '../plots/sheet/sheet.ts';
import { wrapText } from '../plots/sheet/wrap.ts';
import { roundTicks } from '../plots/ticks.ts';

const PANEL_WIDTH = 440;
const PANEL_HEIGHT = 330;
const LEFT = 50;
const TOP = 64;
const TITLE_SIZE = 14;
const TITLE_LINE = 17;
const BAR_WIDTH = 5;

/** A point; where games were played, with the range that holds nine in ten of them. */
export interface FigurePoint {
  readonly x: number;
  readonly y: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface SeriesStyle {
  readonly name: string;
  readonly colour: string;
  readonly dash?: string;
  /** Discs or rings at the points; none for lines that were not computed point by point, such as theory. */
  readonly dot?: 'disc' | 'ring';
  /** No line between the dots. */
  readonly apart?: boolean;
  /** A cross in place of each dot. */
  readonly cross?: boolean;
}

export interface FigureSeries {
  readonly style: SeriesStyle;
  readonly points: readonly FigurePoint[];
}

export interface PanelContent {
  readonly title: string;
  readonly x: { readonly label: string; readonly log: boolean; readonly tick: (x: number) => string };
  readonly y: string;
  /** Where the y-axis ends (default: a little above the largest value). */
  readonly top?: number;
  readonly series: readonly FigureSeries[];
  readonly width?: number;
  readonly height?: number;
}

/**
 * Where the title and the name of the y-axis stand: above the frame, one below the other, since both may be
 * long.
 */
const CORNER = { frameAnchor: 'top-left', dx: 4 - LEFT, text: (text: string) => text } as const;

/** One panel of a figure: lines, dots, and bars for the spread. */
export function figurePanel(data: PanelContent, document: PlotDocument): PlotPanel {
  const { x, y, series, width = PANEL_WIDTH } = data;
  const title = wrapText(data.title, width - 12, TITLE_SIZE, true);
  const above = TOP + (title.length - 1) * TITLE_LINE;
  const height = (data.height ?? PANEL_HEIGHT) + above - TOP;
  const points = series.flatMap((one) => one.points);
  const xs = points.map((point) => point.x);
  const top = data.top ?? Math.max(...points.map((point) => Math.max(point.y, point.high ?? 0)), 0.1) * 1.08;
  const domain = domainOf(xs, x.log);
  const spread = series.filter((one) => one.points.some((point) => point.low !== null));
  const drawn = Plot.plot({
    document: asDomDocument(document),
    width,
    height,
    marginLeft: LEFT,
    marginBottom: 50,
    marginTop: above,
    marginRight: 26,
    x: {
      label: x.label,
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: 44,
      type: x.log ? 'log' : 'linear',
      domain,
      ticks: x.log ? roundTicks(...domain, 2.1) : 6,
      tickFormat: x.tick,
    },
    y: { label: null, domain: [0, top], grid: true, ticks: 6 },
    marks: [
      Plot.ruleY([0]),
      ...title.map((line, i) =>
        Plot.text([line], {
          ...CORNER,
          dy: 12 - above + i * TITLE_LINE,
          fontSize: TITLE_SIZE,
          fontWeight: 'bold',
        }),
      ),
      Plot.text([y], { ...CORNER, dy: 34 - TOP }),
      ...series.flatMap((one) => marks(one, spread.indexOf(one) - (spread.length - 1) / 2)),
    ],
  });
  return toPanel(drawn, width, height);
}

/**
 * The line, the bars and the dots of a series; bars that stand beside each other are moved by their `place`
 * from the middle, so that those of all series are seen.
 */
function marks({ style, points }: FigureSeries, place: number): Plot.Markish[] {
  const spread = points.filter((point) => point.low !== null && point.high !== null);
  const { colour, dash, dot, apart, cross = false } = style;
  return [
    ...(apart
      ? []
      : [
          Plot.line(points, {
            x: 'x',
            y: 'y',
            stroke: colour,
            strokeWidth: 2,
            ...(dash === undefined ? {} : { strokeDasharray: dash }),
          }),
        ]),
    Plot.ruleX(spread, {
      x: 'x',
      y1: 'low',
      y2: 'high',
      dx: BAR_WIDTH * place,
      stroke: colour,
      strokeWidth: BAR_WIDTH,
      strokeOpacity: 0.35,
    }),
    ...(dot === undefined || points.length > 30
      ? []
      : [
          Plot.dot(points, {
            x: 'x',
            y: 'y',
            // A disc is smaller than a ring, so that both are seen at the same point.
            r: cross ? 4.5 : dot === 'ring' ? 4.6 : 2.9,
            symbol: cross ? 'times' : 'circle',
            stroke: colour,
            strokeWidth: cross ? 2.4 : 1.6,
            fill: cross ? 'none' : dot === 'ring' ? GROUND : colour,
          }),
        ]),
  ];
}

/** From the least to the largest value; around a single value there is room on both sides. */
function domainOf(xs: readonly number[], log: boolean): [number, number] {
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  if (!log) return [0, (high || 1) * 1.05];
  return low === high ? [low / 2, high * 2] : [low, high];
}

/** How a style looks in the key. */
export function legendKey({ name, colour, dash, dot }: SeriesStyle): LegendKey {
  return {
    text: name,
    colour,
    ...(dash === undefined ? {} : { dash }),
    ...(dot === undefined ? {} : { on: dot }),
  };
}
