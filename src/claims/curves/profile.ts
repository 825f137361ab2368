import { exp, expm1, ln, log1p } from '../../numerics/index.ts';
import type { Relation } from '../../types.ts';
import { type TradeOff, up } from './trade-off.ts';

/** One guarantee, (epsilon, delta)-DP. */
export type Guarantee = readonly [epsilon: number, delta: number];

/**
 * The curve that a set of (epsilon, delta) guarantees promises together: the maximum of their lines
 * 1 - delta - e^epsilon x and e^-epsilon (1 - delta - x) (Dong, Roth and Su, 2019, Proposition 2.5).
 * Pure DP, approximate DP, randomised response and perfect privacy are such curves.
 */
export function profileCurve(guarantees: readonly Guarantee[], relation: Relation, name: string): TradeOff {
  const hull = lowerHull(guarantees);
  const kept = hull.filter(([epsilon]) => epsilon >= 0);
  const count = kept.length;
  const epsilons = Float64Array.from(kept, ([epsilon]) => epsilon);
  const deltas = Float64Array.from(kept, ([, delta]) => delta);
  const grows = epsilons.map(exp);
  const shrinks = epsilons.map((epsilon) => exp(-epsilon));
  const gaps = epsilons.map((epsilon) => -expm1(-epsilon));

  /** The exact epsilon(delta), up to rounding; `knot` says that it is one of the given epsilons. */
  const epsilonOf = (delta: number): { value: number; knot: boolean } => {
    const last = hull.length - 1;
    if (delta < hull[last][1]) return { value: Infinity, knot: true };
    let j = last;
    while (j > 0 && hull[j - 1][1] <= delta) j--;
    const [epsilon, at] = hull[j];
    if (epsilon <= 0) return { value: 0, knot: true };
    if (at === delta || j === 0) return { value: epsilon, knot: true };
    const [before, above] = hull[j - 1];
    const part = (above - delta) / (above - at);
    const width = epsilon - before;
    const value = width < 700 ? before + log1p(part * expm1(width)) : Math.max(before, epsilon + ln(part));
    return { value: Math.max(0, value), knot: false };
  };
  const slack = (value: number) => 2 ** -50 * (4 + value);

  return {
    name,
    relation,
    symmetric: true,
    gap: 1e-14,
    bends: bendsOf(hull),
    fBar(x) {
      if (x >= 1) return 1;
      let least = 1;
      for (let g = 0; g < count; g++) {
        const line = x > 0 ? up(grows[g] * x + deltas[g]) : deltas[g];
        const mirror = up(gaps[g] + shrinks[g] * (deltas[g] + Math.max(0, x)));
        least = Math.min(least, line, mirror);
      }
      return least;
    },
    fBarInv(y) {
      if (!(y > 0)) return 0;
      const tail = Math.max(0, 1 - y);
      let most = 0;
      for (let g = 0; g < count; g++) {
        const line = shrinks[g] * (y - deltas[g]) * (1 - 2 ** -50);
        const lost = tail === 0 ? 0 : grows[g] * tail;
        const mirror = 1 - deltas[g] - lost - 2 ** -51 * (1 + lost);
        if (line > most) most = line;
        if (mirror > most) most = mirror;
      }
      return most > 1e-306 ? most : 0;
    },
    slope(x) {
      let least = Infinity;
      let slope = 0;
      for (let g = 0; g < count; g++) {
        const line = grows[g] * x + deltas[g];
        const mirror = gaps[g] + shrinks[g] * (deltas[g] + x);
        if (Math.min(line, mirror) >= least) continue;
        least = Math.min(line, mirror);
        slope = line <= mirror ? grows[g] : shrinks[g];
      }
      return slope;
    },
    delta(epsilon) {
      const last = hull.length - 1;
      if (epsilon >= hull[last][0]) return hull[last][1];
      let j = last;
      while (hull[j - 1][0] > epsilon) j--;
      if (hull[j - 1][0] === epsilon) return hull[j - 1][1];
      return Math.min(1, up(interpolate(hull[j - 1], hull[j], epsilon)));
    },
    epsilon(delta) {
      const { value, knot } = epsilonOf(delta);
      return knot ? value : value + slack(value);
    },
    epsilonLower(delta) {
      const { value, knot } = epsilonOf(delta);
      return knot ? value : Math.max(0, value - slack(value));
    },
  };
}

/** The curve of one guarantee, which bounds that know only such read off it. */
export function guaranteeCurve(guarantee: Guarantee, relation: Relation, name: string): TradeOff {
  return { ...profileCurve([guarantee], relation, name), guarantee };
}

/** Delta at epsilon on the chord between two guarantees: linear in e^epsilon. */
function interpolate(left: Guarantee, right: Guarantee, epsilon: number): number {
  const rightShare = expm1(epsilon - left[0]) / expm1(right[0] - left[0]);
  const leftShare = expm1(epsilon - right[0]) / expm1(left[0] - right[0]);
  return left[1] * leftShare + right[1] * (Number.isNaN(rightShare) ? exp(epsilon - right[0]) : rightShare);
}

/**
 * The guarantees that matter: the lower convex hull of (e^epsilon, delta) over the given ones and their
 * mirrors (-epsilon, 1 - e^-epsilon (1 - delta)), which say the same of the opposite order; by rising
 * epsilon, falling delta.
 */
function lowerHull(guarantees: readonly Guarantee[]): Guarantee[] {
  const all = guarantees.flatMap(([epsilon, delta]): Guarantee[] => {
    const mirrored = -expm1(-epsilon) + delta * exp(-epsilon);
    // An epsilon too small to move delta is 0.
    return mirrored > delta
      ? [
          [-epsilon, mirrored],
          [epsilon, delta],
        ]
      : [[0, delta]];
  });
  all.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull: Guarantee[] = [];
  for (const point of all) {
    if (hull.length > 0 && point[1] >= hull[hull.length - 1][1]) continue;
    while (hull.length > 1) {
      const middle = hull[hull.length - 1];
      if (middle[1] < interpolate(hull[hull.length - 2], point, middle[0])) break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull;
}

/** Where the lines of neighbouring guarantees cross, and where the last one reaches 1. */
function bendsOf(hull: readonly Guarantee[]): number[] {
  const bends = [1 - hull[hull.length - 1][1]];
  for (let j = 1; j < hull.length; j++) {
    const [low, above] = hull[j - 1];
    const [high, below] = hull[j];
    bends.push((above - below) / (exp(high) * -expm1(low - high)));
  }
  return bends.filter((x) => x > 0 && x < 1).sort((a, b) => a - b);
}
