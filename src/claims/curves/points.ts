import { InvalidInput } from '../../errors.ts';
import type { Relation } from '../../types.ts';
import { polyline } from './polyline.ts';
import type { TradeOff } from './trade-off.ts';
import { findCurveFault, type Point } from './validate.ts';

const SAMPLED =
  'points(...) is taken as the polyline itself; between samples of a smooth curve it lies above that curve and claims ' +
  'more privacy than the mechanism has: write profile(epsilon:delta, ...) instead, which never does';
const ASYMMETRIC =
  'this polyline is not symmetric and is tested as a promise for both orders of two neighbours; if it was computed for ' +
  'one order only, symmetrise it first';

/**
 * The polyline through (alpha, beta) points from alpha = 0 to alpha = 1, for both orders of two neighbours.
 */
export function pointsCurve(pairs: readonly Point[], relation: Relation, name: string): TradeOff {
  const fault = findCurveFault(pairs);
  if (fault !== null) throw new InvalidInput(`invalid points; ${fault.problem}`);
  // fBar at the knots; never below x, which only decimals that do not fit a double could make it.
  const ys = pairs.map(([alpha, beta]) => Math.max(alpha, 1 - beta));
  const symmetric = isSymmetric(pairs);
  const f = polyline(
    pairs.map(([alpha]) => alpha),
    ys,
    relation,
    name,
  );
  return { ...f, symmetric, note: symmetric ? SAMPLED : `${SAMPLED}; ${ASYMMETRIC}` };
}

function isSymmetric(pairs: readonly Point[]): boolean {
  return symmetrize(pairs).every(([alpha, beta]) => Math.abs(evaluate(pairs, alpha) - beta) <= 1e-12);
}

function evaluate(pairs: readonly Point[], x: number): number {
  let i = 1;
  while (i < pairs.length - 1 && pairs[i][0] < x) i++;
  const [x0, y0] = pairs[i - 1];
  const [x1, y1] = pairs[i];
  return y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
}

/**
 * The largest symmetric curve that holds when a polyline is known for one order of two neighbours only: the
 * minimum of f and its inverse, made convex. Its epigraph is the convex hull of both, so the lower hull of
 * all knots.
 */
export function symmetrize(pairs: readonly Point[]): Point[] {
  const knots = [
    ...pairs,
    ...pairs.map(([alpha, beta]): Point => [beta, alpha]),
    [0, 1] as Point,
    [1, 0] as Point,
  ];
  knots.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull: Point[] = [];
  for (const point of knots) {
    if (hull.length > 0 && point[0] === hull[hull.length - 1][0]) continue;
    while (hull.length > 1) {
      const [x0, y0] = hull[hull.length - 2];
      const [x1, y1] = hull[hull.length - 1];
      if ((y1 - y0) * (point[0] - x0) < (point[1] - y0) * (x1 - x0)) break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull;
}
