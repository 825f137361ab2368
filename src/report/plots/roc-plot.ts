import * as Plot from '@observablehq/plot';
import type { AuditResult } from '../../audit/index.ts';
import { formatPercent } from '../words/format.ts';
import type { PlotDocument } from './document.ts';
import { type Picture, plotFrame, toPicture, X_AXIS, Y_AXIS } from './frame.ts';
import { BLUE, GREY, type LegendKey, ORANGE } from './sheet.ts';

const HEIGHT = 420;
const BAND = '#cfe4f1';

/** The errors of the attack at every threshold, beside the claim's curve and perfect privacy. */
export function rocPlot({ plots, claim }: AuditResult, document: PlotDocument): Picture | null {
  if (plots.roc === null) return null;
  const { attack, lower, upper, claimed } = plots.roc;
  const band = [...lower, ...[...upper].reverse()];
  const diagonal: [number, number][] = [
    [0, 1],
    [1, 0],
  ];
  const panel = Plot.plot({
    ...plotFrame(document, HEIGHT),
    x: { ...X_AXIS, label: 'alpha: share of canaries out that are accused', domain: [0, 1] },
    y: { ...Y_AXIS, label: 'beta: share of canaries in that are missed', domain: [0, 1] },
    marks: [
      Plot.line(band, { fill: BAND, stroke: 'none', curve: 'linear-closed' }),
      Plot.line(diagonal, { stroke: GREY, strokeDasharray: '2 4', strokeWidth: 2 }),
      Plot.line(attack, { stroke: BLUE, strokeWidth: 2 }),
      ...(claimed === null
        ? []
        : [Plot.line(claimed, { stroke: ORANGE, strokeWidth: 2.5, strokeDasharray: '8 4' })]),
    ],
  });
  const keys: LegendKey[] = [
    { text: 'the attack, at every threshold', colour: BLUE },
    { text: '95% band: holds only if canaries do not interact', colour: BAND, fill: BAND },
    ...(claimed === null ? [] : [{ text: `no attack below: ${claim?.stated}`, colour: ORANGE, dash: '8 4' }]),
    { text: 'perfect privacy', colour: GREY, dash: '2 4' },
  ];
  const title = 'Errors of the attack';
  const below =
    claimed === null ? '' : ` The claim ${claim?.stated} says that no attack gets below its curve.`;
  const alt = `False negatives (beta) against false positives (alpha). At its best threshold the attack errs in ${formatPercent(leastError(attack))} of the cases; blind guessing errs in 50%.${below} The 95% band holds only if canaries do not interact, and no verdict rests on it.`;
  return toPicture({ name: 'roc', title, alt }, panel, HEIGHT, { keys });
}

/** The least (alpha + beta) / 2: the error rate at the best threshold, since a canary is in by a fair coin. */
function leastError(attack: readonly (readonly [number, number])[]): number {
  const least = Math.min(...attack.map(([alpha, beta]) => (alpha + beta) / 2));
  return Number(least.toPrecision(3));
}
