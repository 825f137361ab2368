import { exp, ln } from '../../numerics/index.ts';
import type { Relation } from '../../types.ts';
import { down, type TradeOff, up } from './trade-off.ts';

/** The relative error that the ordinates of a polyline may carry. */
const ORDINATE = 2 ** -47;

/**
 * The piecewise linear fBar through (x, y), x rising from 0 to 1, y concave and rising to 1. The profile of a
 * polyline is decided at its vertices.
 */
export function polyline(
  xs: readonly number[],
  ys: readonly number[],
  relation: Relation,
  name: string,
): TradeOff {
  const last = xs.length - 1;
  const epsilonOf = (delta: number, rounding: number) => {
    if (ys[0] * (1 + rounding) > delta) return Infinity;
    let most = 0;
    for (let i = 1; i <= last; i++) {
      const ratio = (ys[i] * (1 + rounding) - delta) / (xs[i] * (1 - rounding));
      if (ratio > 1) most = Math.max(most, ln(ratio));
    }
    return most;
  };
  return {
    name,
    relation,
    symmetric: false,
    gap: 1e-13,
    bends: xs.slice(1, -1),
    fBar(x) {
      if (x >= 1) return 1;
      if (!(x > 0)) return ys[0];
      let i = 1;
      while (xs[i] < x) i++;
      return Math.min(1, up(ys[i - 1] + (ys[i] - ys[i - 1]) * ((x - xs[i - 1]) / (xs[i] - xs[i - 1]))));
    },
    fBarInv(y) {
      if (!(y > ys[0])) return 0;
      let i = 1;
      while (i < last && ys[i] < y) i++;
      const part = Math.min(1, (y - ys[i - 1]) / (ys[i] - ys[i - 1]));
      return down(xs[i - 1] + (xs[i] - xs[i - 1]) * part);
    },
    slope(x) {
      let i = 1;
      while (i < last && xs[i] < x) i++;
      return (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1]);
    },
    delta(epsilon) {
      let most = ys[0];
      for (let i = 1; i <= last; i++) most = Math.max(most, ys[i] - exp(epsilon) * xs[i]);
      return Math.min(1, most + (most > ys[0] ? ORDINATE : 0));
    },
    epsilon: (delta) => epsilonOf(delta, delta > ys[0] ? ORDINATE : 0),
    epsilonLower: (delta) => epsilonOf(delta, -ORDINATE),
  };
}
