import type { CurveLines } from '../../audit/index.ts';
import { canariesInTheorem } from '../../observation.ts';
import type { Observation } from '../../types.ts';
import { formatCount, formatNumber, formatPercent, formatPowerOfTen } from '../words/format.ts';
import { linePlot, type PlottedLine } from './line-plot.ts';
import type { PlotDocument } from './sheet/document.ts';
import type { Picture } from './sheet/frame.ts';

/** The claimed curve, and the most private one of a family that the observation does not refute. */
export interface ExploredCurves {
  readonly claim: CurveLines;
  readonly standing: CurveLines | null;
  readonly observation: Observation;
  readonly delta: number;
}

/**
 * The errors of an attack that gets exactly these counts in every run: the point at which an observation is
 * drawn among trade-off curves (Theorem 1 with all mass at c).
 */
function errorsOf(observation: Observation): [alpha: number, beta: number] {
  const { k, guesses, correct } = observation;
  const m = canariesInTheorem(observation);
  return [Math.min(1, (guesses - correct) / ((k - 1) * m)), Math.max(0, 1 - correct / m)];
}

/** The trade-off curves and the observation; `near` shows only the part around the observation. */
export function tradeOffPlot(explored: ExploredCurves, near: boolean, document: PlotDocument): Picture {
  const { claim, standing, observation } = explored;
  const [alpha, beta] = errorsOf(observation);
  const right = near ? Math.min(1, Math.max(3 * alpha, 0.75 * (1 - beta), 1e-6)) : 1;
  const bottom = near ? Math.max(0, 1 - Math.max(1.6 * (1 - beta), 1e-6)) : 0;
  const cut = (points: CurveLines['tradeOff']) => within(points, right, bottom);
  const lines: PlottedLine[] = [
    { text: `claimed: ${claim.name}`, style: 'beside', points: cut(claim.tradeOff) },
    ...(standing === null
      ? []
      : [
          {
            text: `still possible: ${standing.name}`,
            style: 'main' as const,
            points: cut(standing.tradeOff),
          },
        ]),
    { text: 'perfect privacy', style: 'quiet', points: cut(DIAGONAL) },
  ];
  const { m, guesses, correct } = observation;
  const below = beta < valueAt(claim.tradeOff, alpha) ? 'below' : 'above';
  return linePlot(
    {
      name: 'trade-off',
      title: near ? 'Trade-off curves near the observation' : 'Trade-off curves and the observation',
      alt: `False negatives (beta) against false positives (alpha). Of ${formatCount(m)} canaries ${formatPercent(correct / m)} are called rightly and ${formatPercent((guesses - correct) / m)} wrongly; an attack that always does so well lies at alpha ${formatNumber(alpha, 3)}, beta ${formatNumber(beta, 3)}, ${below} the curve of ${claim.name}. One run can lie below a true curve by chance: the p-value says how likely that is.`,
      x: { label: 'alpha: false positives', domain: [0, right] },
      y: { label: 'beta: false negatives', domain: [bottom, 1] },
      lines,
      dots: {
        text: `seen: ${formatCount(correct)} of ${formatCount(guesses)} right`,
        points: [[alpha, beta]],
      },
    },
    document,
  );
}

const DIAGONAL: CurveLines['tradeOff'] = [
  [0, 1],
  [1, 0],
];

/** delta(epsilon) of the same curves. */
export function profilePlot({ claim, standing, delta }: ExploredCurves, document: PlotDocument): Picture {
  const floor = 1e-12;
  const end = Math.max(last(claim.profile), standing === null ? 0 : last(standing.profile));
  const rule: [number, number][] = [
    [0, Math.max(floor, delta)],
    [end, Math.max(floor, delta)],
  ];
  const says = ({ name, profile }: CurveLines) =>
    `${name} has epsilon ${formatNumber(crossing(profile, delta), 3)} at delta ${formatNumber(delta)}`;
  return linePlot(
    {
      name: 'profile',
      title: 'delta(epsilon)',
      alt: `The smallest delta with which each epsilon is promised. ${says(claim)}${standing === null ? '' : `; ${says(standing)}`}.`,
      x: { label: 'epsilon', domain: [0, end] },
      y: { label: 'delta (log scale)', domain: [floor, 1], log: true, format: formatPowerOfTen },
      lines: [
        { text: `claimed: ${claim.name}`, style: 'beside', points: claim.profile },
        ...(standing === null
          ? []
          : [{ text: `still possible: ${standing.name}`, style: 'main' as const, points: standing.profile }]),
        ...(delta > floor
          ? [{ text: `delta ${formatNumber(delta)}`, style: 'quiet' as const, points: rule }]
          : []),
      ],
    },
    document,
  );
}

function last(points: readonly (readonly [number, number])[]): number {
  return points[points.length - 1][0];
}

/** The part of a falling curve up to the point where it leaves the picture. */
function within(points: CurveLines['tradeOff'], right: number, bottom: number): [number, number][] {
  const inside: [number, number][] = [];
  for (let i = 0; i < points.length; i++) {
    const [x, y] = points[i];
    if (x <= right && y >= bottom) {
      inside.push([x, y]);
      continue;
    }
    if (i === 0) break;
    const [x0, y0] = points[i - 1];
    const share = Math.min((right - x0) / (x - x0), y === y0 ? 1 : (y0 - bottom) / (y0 - y), 1);
    inside.push([x0 + share * (x - x0), y0 + share * (y - y0)]);
    break;
  }
  return inside;
}

/** The value of a sampled curve at x, interpolated. */
function valueAt(points: CurveLines['tradeOff'], x: number): number {
  const i = points.findIndex(([alpha]) => alpha >= x);
  if (i <= 0) return points[Math.max(0, i)][1];
  const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}

/** The first epsilon at which a sampled profile is at most delta. */
function crossing(points: CurveLines['profile'], delta: number): number {
  return points.find(([, y]) => y <= delta)?.[0] ?? Infinity;
}
