import { ln } from '../../numerics/index.ts';
import { pointsCurve } from '../curves/points.ts';
import type { Guarantee } from '../curves/profile.ts';
import { findCurveFault, type Point } from '../curves/validate.ts';
import type { Kind } from './kind.ts';

/** The trade-off curve itself, as a polyline through (alpha, beta). */
export const pointsKind: Kind = {
  name: 'points',
  example: 'points(0:1, 0.1:0.4, 0.4:0.1, 1:0)',
  parameters: [],
  list: { of: 'pairs', written: 'alpha:beta', fault: findCurveFault },
  curve: ({ pairs = [], relation }, name) => pointsCurve(pairs, relation, name),
  guarantees: ({ pairs = [] }) => linesOf(pairs),
};

/**
 * The lines that a polyline consists of, as guarantees; those with fBar's slope below 1 as seen from the
 * opposite order.
 */
function linesOf(pairs: readonly Point[]): Guarantee[] {
  const found: Guarantee[] = [];
  for (let i = 1; i < pairs.length; i++) {
    const [[x0, b0], [x1, b1]] = [pairs[i - 1], pairs[i]];
    const slope = (b0 - b1) / (x1 - x0);
    if (slope >= 1) found.push([ln(slope), deltaOf(1 - b0 - slope * x0)]);
    else if (slope > 0) found.push([-ln(slope), deltaOf(1 - x1 - b1 / slope)]);
  }
  return found;
}

/** A difference of numbers around 1 that is below 1e-12 is rounding. */
function deltaOf(difference: number): number {
  return difference < 1e-12 ? 0 : difference;
}
