/** A point (alpha, beta) of a trade-off curve. */
export type Point = readonly [alpha: number, beta: number];

/** Decimals are rounded to doubles: 0.1 is a little more than 1 - 0.9. */
const TOLERANCE = 1e-12;

/** What is wrong with a polyline, and with which of its points. */
export interface CurveFault {
  readonly problem: string;
  readonly index: number;
}

/**
 * What first keeps a polyline from being a trade-off function, or null: it must run from alpha = 0 to alpha =
 * 1, stay in [0, 1 - alpha], never rise, and be convex.
 */
export function findCurveFault(points: readonly Point[]): CurveFault | null {
  if (points.length < 2) return { problem: `a curve needs at least two points: ${points.length}`, index: 0 };
  for (let i = 0; i < points.length; i++) {
    const at = (problem: string, index = i): CurveFault => {
      const [alpha, beta] = points[index];
      return { problem: `point ${index + 1} (${alpha}:${beta}) ${problem}`, index };
    };
    const [alpha, beta] = points[i];
    if (!(alpha >= 0 && alpha <= 1 && beta >= 0 && beta <= 1)) return at('must lie in the unit square');
    if (i === 0 && alpha !== 0)
      return { problem: `the first point must be at alpha = 0: ${alpha}`, index: 0 };
    if (beta > 1 - alpha + TOLERANCE) return at('must not lie above 1 - alpha');
    if (i === 0) continue;
    const [alphaBefore, betaBefore] = points[i - 1];
    if (!(alpha > alphaBefore)) return at(`must have a larger alpha than the point before (${alphaBefore})`);
    if (beta > betaBefore)
      return at(
        `must not have a larger beta than the point before (${betaBefore}): a trade-off curve decreases`,
      );
    if (i === 1) continue;
    const [alpha0, beta0] = points[i - 2];
    const chord = beta0 + (beta - beta0) * ((alphaBefore - alpha0) / (alpha - alpha0));
    if (betaBefore > chord + TOLERANCE)
      return at(
        `must not lie above the line between its neighbours (${chord}): a trade-off curve is convex`,
        i - 1,
      );
  }
  const [end] = points[points.length - 1];
  return end === 1
    ? null
    : { problem: `the last point must be at alpha = 1: ${end}`, index: points.length - 1 };
}
