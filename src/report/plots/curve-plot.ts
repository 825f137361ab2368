import * as Plot from '@observablehq/plot';
import type { CurveShape } from '../../audit/index.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatPowerOfTen, formatRounded } from '../words/format.ts';
import { asDomDocument, type PlotDocument } from './sheet/document.ts';
import type { LegendKey } from './sheet/key.ts';
import { CLAIM, GREY, INK } from './sheet/palette.ts';
import { drawSheet, toPanel } from './sheet/sheet.ts';

const WIDTH = 460;
const HEIGHT = 400;

/**
 * Two panels: the trade-off curve beside perfect privacy, the advantage of the best attack between them, and
 * delta(epsilon); for DP-SGD also those of the
 * Gaussian that it tends to. Returns a self-contained SVG; `document` is the browser's or one that stands in
 * for it.
 */
export function curvePlot({ claim, gaussian, floor, advantage }: CurveShape, document: PlotDocument): string {
  const shared = {
    document: asDomDocument(document),
    width: WIDTH,
    height: HEIGHT,
    marginLeft: 62,
    marginBottom: 48,
    marginTop: 34,
    marginRight: 24,
  };
  const across = { labelAnchor: 'center', labelArrow: 'none', labelOffset: 42 } as const;
  const line = { stroke: CLAIM, strokeWidth: 2.5 };
  const beside = { stroke: INK, strokeWidth: 2, strokeDasharray: '6 3' };
  const diagonal = [
    [0, 1],
    [1, 0],
  ] as const;
  const tradeOffPanel = Plot.plot({
    ...shared,
    x: { ...across, label: axisLabel(AXIS.alpha), domain: [0, 1] },
    y: { label: axisLabel(AXIS.beta), domain: [0, 1], labelArrow: 'none', grid: true },
    marks: [
      Plot.line(diagonal, { stroke: GREY, strokeDasharray: '5 4' }),
      Plot.text([[0.6, 0.5]], {
        text: () => 'perfect privacy',
        fill: GREY,
        rotate: 40,
        textAnchor: 'middle',
      }),
      ...(gaussian === undefined ? [] : [Plot.line(gaussian.tradeOff, beside)]),
      Plot.line(claim.tradeOff, line),
      ...advantageMarks(advantage),
    ],
  });
  const profilePanel = Plot.plot({
    ...shared,
    x: { ...across, label: axisLabel(AXIS.epsilon) },
    y: {
      label: axisLabel(AXIS.delta, { log: true }),
      type: 'log',
      domain: [floor, 1],
      labelArrow: 'none',
      grid: true,
      tickFormat: formatPowerOfTen,
    },
    marks: [
      ...(gaussian === undefined ? [] : [Plot.line(gaussian.profile, beside)]),
      Plot.line(claim.profile, line),
    ],
  });
  const keys: LegendKey[] =
    gaussian === undefined
      ? []
      : [
          { text: claim.name, colour: CLAIM },
          {
            text: `${gaussian.name}: its central limit, an approximation`,
            colour: INK,
            dash: '6 3',
          },
        ];
  const panels = [tradeOffPanel, profilePanel].map((drawn) => toPanel(drawn, WIDTH, HEIGHT));
  return drawSheet({ title: `Privacy promised by ${claim.name}`, panels, keys, keyColumns: 2 });
}

/** A smaller advantage has no room for its label. */
const LEAST_DRAWN = 0.05;

/** The way from the curve up to perfect privacy where it is longest, with its length. */
function advantageMarks({ value, alpha, beta }: CurveShape['advantage']): Plot.Markish[] {
  if (value < LEAST_DRAWN) return [];
  // Below the curve where there is room, else beside the line.
  const below = alpha > 0.3 && beta > 0.06;
  const beside = alpha < 0.6 ? { textAnchor: 'start', dx: 6 } : { textAnchor: 'end', dx: -6 };
  const place = below ? { textAnchor: 'end', dx: -2, dy: 16 } : beside;
  return [
    Plot.ruleX([alpha], { y1: beta, y2: 1 - alpha, stroke: INK, strokeWidth: 1.5 }),
    Plot.text([[alpha, below ? beta : 0.5 * (beta + 1 - alpha)]], {
      text: () => `advantage ${formatRounded(value, 'up', 3)}`,
      fill: INK,
      ...(place as Plot.TextOptions),
    }),
  ];
}
