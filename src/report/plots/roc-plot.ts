import * as Plot from '@observablehq/plot';
import type { AuditPlots, AuditResult, RunPlots } from '../../audit/index.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatShare } from '../words/format.ts';
import { shortClaim } from '../words/short-claim.ts';
import type { PlotDocument } from './sheet/document.ts';
import { type Picture, plotFrame, toPicture, X_AXIS, Y_AXIS } from './sheet/frame.ts';
import type { LegendKey } from './sheet/key.ts';
import { BAND, CLAIM, GREY, SEEN } from './sheet/palette.ts';

const HEIGHT = 420;

/** Stands under the title of every picture of the attack's errors. */
export const DESCRIBES = 'Describes this attack; proves nothing about the claim.';

/** The errors of the attack at every threshold, all runs together, beside the claim's curve. */
export function rocPlot(result: AuditResult, document: PlotDocument): Picture | null {
  const { plots, claim } = result;
  if (plots.runs.length === 0) return null;
  const panel = rocPanel(plots, document);
  const title = 'Errors of the attack';
  const below =
    plots.claimed === null ? '' : ` The claim ${shortClaim(claim)} says that no attack gets below its curve.`;
  const band =
    plots.runs.length === 1
      ? ' The 95% band holds only if canaries do not interact, and no verdict rests on it.'
      : '';
  const alt = `False negatives (beta) against false positives (alpha). ${bestInWords(result, plots.runs)}; blind guessing errs in 50%.${below}${band} ${DESCRIBES}`;
  return toPicture({ name: 'roc', title, alt }, panel, HEIGHT, {
    keys: rocKeys(result),
    lines: [DESCRIBES],
  });
}

/** One run with its band, or several as thin lines. */
function rocPanel({ runs, claimed }: AuditPlots, document: PlotDocument): Element {
  const [{ roc }] = runs;
  const band = [...roc.lower, ...[...roc.upper].reverse()];
  const diagonal: [number, number][] = [
    [0, 1],
    [1, 0],
  ];
  return Plot.plot({
    ...plotFrame(document, HEIGHT),
    x: { ...X_AXIS, label: axisLabel(AXIS.alpha), domain: [0, 1] },
    y: { ...Y_AXIS, label: axisLabel(AXIS.beta), domain: [0, 1] },
    marks: [
      ...(runs.length > 1
        ? []
        : [Plot.line(band, { fill: BAND, stroke: 'none', curve: 'linear-closed' as const })]),
      Plot.line(diagonal, { stroke: GREY, strokeDasharray: '2 4', strokeWidth: 2 }),
      ...runs.map(({ roc: { attack } }) => Plot.line(attack, attackLine(runs.length))),
      ...(claimed === null
        ? []
        : [Plot.line(claimed, { stroke: CLAIM, strokeWidth: 2.5, strokeDasharray: '8 4' })]),
    ],
  });
}

/** The line of one run; the more there are, the fainter. */
export function attackLine(runs: number) {
  if (runs === 1) return { stroke: SEEN, strokeWidth: 2 };
  return { stroke: SEEN, strokeWidth: 1.3, strokeOpacity: runs > 20 ? 0.35 : 0.7 };
}

function rocKeys({ plots, claim, runs }: AuditResult): LegendKey[] {
  const drawn = plots.runs.length;
  return [
    { text: attackKey(drawn, runs.length), colour: SEEN },
    ...(drawn > 1
      ? []
      : [{ text: '95% band: holds only if canaries do not interact', colour: BAND, fill: BAND }]),
    ...(plots.claimed === null
      ? []
      : [{ text: `no attack below: ${shortClaim(claim)}`, colour: CLAIM, dash: '8 4' }]),
    { text: 'perfect privacy', colour: GREY, dash: '2 4' },
  ];
}

export function attackKey(drawn: number, runs: number): string {
  if (runs === 1) return 'the attack, at every threshold';
  return drawn === runs ? `the attack in each of ${runs} runs` : `the attack in ${drawn} of ${runs} runs`;
}

/**
 * The error rate at the best of all thresholds, from the attack's advantage: a line may be drawn at some
 * thresholds only. A canary is in by a fair coin, so that it is (1 - advantage) / 2.
 */
function bestInWords({ attack }: AuditResult, runs: readonly RunPlots[]): string {
  const errors = runs.map(({ run }) => (1 - (attack.description?.runs[run - 1]?.advantage ?? 0)) / 2);
  const [low, high] = [Math.min(...errors), Math.max(...errors)].map((error) => formatShare(error));
  return runs.length === 1
    ? `At its best threshold the attack errs in ${low} of the cases`
    : `At its best threshold in each of ${runs.length} runs the attack errs in ${low} to ${high} of the cases`;
}
