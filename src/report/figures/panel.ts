import * as Plot from '@observablehq/plot';
import { type Key, type Panel, panel, shorten } from '../plots/sheet.ts';

const PANEL_WIDTH = 440;
const PANEL_HEIGHT = 330;
const LEFT = 50;
const TOP = 64;

/** A point, and where games were played, the range of nine in ten. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface Style {
  readonly name: string;
  readonly colour: string;
  readonly dash?: string;
  /** Dots on the line: a disc or a ring; none for what is no measurement. */
  readonly dot?: 'disc' | 'ring';
  /** No line between the dots. */
  readonly apart?: boolean;
  /** A cross in place of each dot. */
  readonly cross?: boolean;
}

export interface Series {
  readonly style: Style;
  readonly points: readonly Point[];
}

export interface PanelData {
  readonly title: string;
  readonly x: { readonly label: string; readonly log: boolean; readonly tick: (x: number) => string };
  readonly y: string;
  readonly series: readonly Series[];
  readonly width?: number;
  readonly height?: number;
}

/** Title and y-axis are named above the frame, one under the other: side by side, long ones would meet. */
const CORNER = { frameAnchor: 'top-left', dx: 4 - LEFT, text: (text: string) => text } as const;

/** One panel of a figure: lines, dots, and bars for the spread. */
export function figurePanel(data: PanelData, document: Document): Panel {
  const { title, x, y, series, width = PANEL_WIDTH, height = PANEL_HEIGHT } = data;
  const points = series.flatMap((one) => one.points);
  const xs = points.map((point) => point.x);
  const top = Math.max(...points.map((point) => Math.max(point.y, point.high ?? 0)), 0.1) * 1.08;
  const domain = domainOf(xs, x.log);
  const spread = series.filter((one) => one.points.some((point) => point.low !== null));
  const drawn = Plot.plot({
    document,
    width,
    height,
    marginLeft: LEFT,
    marginBottom: 50,
    marginTop: TOP,
    marginRight: 26,
    x: {
      label: x.label,
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: 44,
      type: x.log ? 'log' : 'linear',
      domain,
      ticks: x.log ? decades(domain) : 6,
      tickFormat: x.tick,
    },
    y: { label: null, domain: [0, top], grid: true, ticks: 6 },
    marks: [
      Plot.ruleY([0]),
      Plot.text([shorten(title, Math.floor(width / 9.4))], {
        ...CORNER,
        dy: 12 - TOP,
        fontSize: 14,
        fontWeight: 'bold',
      }),
      Plot.text([shorten(y, Math.floor(width / 7.5))], { ...CORNER, dy: 34 - TOP }),
      ...series.flatMap((one) => marks(one, 5 * (spread.indexOf(one) - (spread.length - 1) / 2))),
    ],
  });
  return panel(drawn, width, height);
}

/** Bars of neighbouring series stand beside each other. */
function marks({ style, points }: Series, aside: number): Plot.Markish[] {
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
      dx: aside,
      stroke: colour,
      strokeWidth: 5,
      strokeOpacity: 0.35,
    }),
    ...(dot === undefined || points.length > 30
      ? []
      : [
          Plot.dot(points, {
            x: 'x',
            y: 'y',
            // A disc fits into a ring: both are seen where they meet.
            r: cross ? 4.5 : dot === 'ring' ? 4.6 : 2.9,
            symbol: cross ? 'times' : 'circle',
            stroke: colour,
            strokeWidth: cross ? 2.4 : 1.6,
            fill: cross ? 'none' : dot === 'ring' ? 'white' : colour,
          }),
        ]),
  ];
}

/** All values, and room on both sides where there is one alone. */
function domainOf(xs: readonly number[], log: boolean): [number, number] {
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  if (!log) return [0, (high || 1) * 1.05];
  return low === high ? [low / 2, high * 2] : [low, high];
}

/** Round numbers, as many as have room. */
function decades([low, high]: readonly [number, number]): number[] {
  const span = Math.log10(high / low);
  const steps = span < 2.1 ? [1, 2, 5] : span < 2.6 ? [1, 3] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const step of steps) {
      const tick = Number(`${step}e${power}`);
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  return ticks;
}

/** How a style looks in the key. */
export function keyOf({ name, colour, dash, dot }: Style): Key {
  return {
    text: name,
    colour,
    ...(dash === undefined ? {} : { dash }),
    ...(dot === undefined ? {} : { on: dot }),
  };
}
