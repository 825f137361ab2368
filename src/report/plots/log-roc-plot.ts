import * as Plot from '@observablehq/plot';
import type { AuditResult, RunPlots } from '../../audit/index.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatNumber, formatShare } from '../words/format.ts';
import { shortClaim } from '../words/short-claim.ts';
import { attackKey, attackLine, DESCRIBES } from './roc-plot.ts';
import type { PlotDocument } from './sheet/document.ts';
import { type Picture, plotFrame, toPicture, X_AXIS, Y_AXIS } from './sheet/frame.ts';
import type { LegendKey } from './sheet/key.ts';
import { BAND, CLAIM, GREY, SEEN } from './sheet/palette.ts';
import { roundTicks } from './ticks.ts';

type Point = readonly [number, number];

const HEIGHT = 420;

/**
 * True positives against false positives, both on logarithmic axes, all runs together: how the attack does
 * where it calls few in. Steps, since between two thresholds there is no other.
 */
export function logRocPlot({ plots, claim, runs: all }: AuditResult, document: PlotDocument): Picture | null {
  const { runs, claimed } = plots;
  if (runs.length === 0) return null;
  const floor = lowest(runs);
  const axis = {
    type: 'log',
    domain: [floor, 1],
    ticks: roundTicks(floor, 1, 1.3),
    tickFormat: percentTick,
  } as const;
  const line = { curve: 'step-after' as const };
  const [{ roc }] = runs;
  const band = roc.lower.map(([alpha, low], i) => [alpha, 1 - low, 1 - roc.upper[i][1]] as const);
  const panel = Plot.plot({
    ...plotFrame(document, HEIGHT),
    // The smallest shares are the longest labels.
    ...(floor < 1e-4 ? { marginLeft: 72 } : {}),
    x: { ...X_AXIS, ...axis, label: axisLabel(AXIS.alpha, { log: true }) },
    y: { ...Y_AXIS, ...axis, label: axisLabel(AXIS.truePositives, { log: true }) },
    marks: [
      ...(runs.length > 1
        ? []
        : [
            Plot.areaY(drawnFrom(floor, band), {
              ...line,
              x: '0',
              y1: (point: readonly number[]) => Math.max(floor, point[1]),
              y2: (point: readonly number[]) => Math.max(floor, point[2]),
              fill: BAND,
            }),
          ]),
      Plot.line(
        [
          [floor, floor],
          [1, 1],
        ],
        { stroke: GREY, strokeDasharray: '2 4', strokeWidth: 2 },
      ),
      ...runs.map(({ roc: { attack } }) =>
        Plot.line(visible(floor, attack), { ...line, ...attackLine(runs.length) }),
      ),
      ...(claimed === null
        ? []
        : [
            Plot.line(
              claimed
                .filter(([alpha]) => alpha >= floor)
                .map(([alpha, beta]) => [alpha, Math.max(floor, 1 - beta)]),
              { stroke: CLAIM, strokeWidth: 2.5, strokeDasharray: '8 4' },
            ),
          ]),
    ],
  });
  const keys: LegendKey[] = [
    { text: attackKey(runs.length, all.length), colour: SEEN },
    ...(runs.length > 1
      ? []
      : [{ text: '95% band: holds only if canaries do not interact', colour: BAND, fill: BAND }]),
    ...(claimed === null
      ? []
      : [{ text: `no attack above: ${shortClaim(claim)}`, colour: CLAIM, dash: '8 4' }]),
    { text: 'perfect privacy', colour: GREY, dash: '2 4' },
  ];
  const title = 'True against false positives, on log axes';
  const alt = `True positives, the share of canaries in that are called in, against false positives, the share of canaries out, from ${percentTick(floor)} to 100%, on logarithmic axes: few false positives are what makes an accusation count. ${noFalsePositives(runs)} ${DESCRIBES}`;
  return toPicture({ name: 'roc-log', title, alt }, panel, HEIGHT, {
    keys,
    lines: [DESCRIBES],
  });
}

/** The power of ten below the smallest share of canaries out that can be called in. */
function lowest(runs: readonly RunPlots[]): number {
  const shares = runs.flatMap(({ roc }) => roc.attack.map(([alpha]) => alpha)).filter((alpha) => alpha > 0);
  const power = Math.floor(Math.log10(Math.min(...shares)) + 1e-9);
  return Number(`1e${Math.min(-1, Math.max(-6, power))}`);
}

/** Points on the axis: from its left end on with what is reached there. */
function drawnFrom<T extends readonly number[]>(floor: number, points: readonly T[]): T[] {
  const left = points.filter(([alpha]) => alpha <= floor).at(-1);
  const right = points.filter(([alpha]) => alpha > floor);
  return left === undefined ? right : [[floor, ...left.slice(1)] as unknown as T, ...right];
}

/** (FPR, TPR) of (alpha, beta), as far as the axes show them. */
function visible(floor: number, attack: readonly Point[]): Point[] {
  return drawnFrom(
    floor,
    attack.map(([alpha, beta]): Point => [alpha, Math.max(floor, 1 - beta)]),
  );
}

/** What is left of the axes, which have no zero. */
function noFalsePositives(runs: readonly RunPlots[]): string {
  const shares = runs.map(({ roc }) => 1 - (roc.attack.filter(([alpha]) => alpha === 0).at(-1)?.[1] ?? 1));
  const [low, high] = [Math.min(...shares), Math.max(...shares)];
  return `Without any false positive it is ${low === high ? formatShare(low) : `${formatShare(low)} to ${formatShare(high)}`}.`;
}

/** 100%, 0.3%, 0.0001%. */
const percentTick = (x: number) => `${formatNumber(100 * x, 1)}%`;
