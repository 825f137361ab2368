import type { CurveLines } from '../../audit/index.ts';
import { AXIS, axisLabel } from '../words/axes.ts';
import { formatEpsilon, formatNumber, formatPowerOfTen } from '../words/format.ts';
import { linePlot } from './line-plot.ts';
import type { PlotDocument } from './sheet/document.ts';
import type { Picture } from './sheet/frame.ts';

/** A curve as lines to draw, and its epsilon at the delta that is looked at. */
interface ExploredCurve extends CurveLines {
  readonly epsilon: number;
}

/** The claimed curve, and the most private one of a family that the observation does not refute. */
export interface ExploredCurves {
  readonly claim: ExploredCurve;
  readonly standing: ExploredCurve | null;
  readonly delta: number;
}

/** delta(epsilon) of the same curves. */
export function profilePlot({ claim, standing, delta }: ExploredCurves, document: PlotDocument): Picture {
  const floor = 1e-12;
  const end = Math.max(last(claim.profile), standing === null ? 0 : last(standing.profile));
  const rule: [number, number][] = [
    [0, Math.max(floor, delta)],
    [end, Math.max(floor, delta)],
  ];
  const says = ({ name, epsilon }: ExploredCurve) =>
    `${name} has epsilon ${formatEpsilon(epsilon)} at delta ${formatNumber(delta)}`;
  return linePlot(
    {
      name: 'profile',
      title: 'delta(epsilon)',
      alt: `The smallest delta with which each epsilon is promised. ${says(claim)}${standing === null ? '' : `; ${says(standing)}`}.`,
      x: { label: axisLabel(AXIS.epsilon), domain: [0, end] },
      y: {
        label: axisLabel(AXIS.delta, { log: true }),
        domain: [floor, 1],
        log: true,
        format: formatPowerOfTen,
      },
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
