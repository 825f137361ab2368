import { exp, expm1, log1p } from '../../numerics/index.ts';
import type { Relation } from '../../types.ts';
import type { TradeOff } from './trade-off.ts';

/** The Laplace mechanism with sensitivity / scale = epsilon0 > 0. */
export function laplaceCurve(epsilon0: number, relation: Relation, name: string): TradeOff {
  const shrink = exp(-epsilon0);
  const grow = exp(epsilon0);
  // The exponential multiplies the relative rounding error of its argument by the argument.
  const margin = 2 ** -49 + epsilon0 * 2 ** -50;
  const up = (x: number) => Math.min(1, x * (1 + margin) + Number.MIN_VALUE);
  const down = (x: number) => (x > 1e-306 ? x * (1 - margin) : 0);
  const epsilonOf = (delta: number) => Math.max(0, epsilon0 + 2 * log1p(-delta));
  return {
    name,
    relation,
    symmetric: true,
    gap: 1e-14,
    turns: [0.5 * shrink, 0.5],
    fBar(x) {
      if (!(x > 0)) return 0;
      if (x >= 1) return 1;
      if (x < 0.5 * shrink) return up(grow * x);
      return up(x <= 0.5 ? 1 - shrink / (4 * x) : 1 - shrink * (1 - x));
    },
    fBarInv(y) {
      if (!(y > 0)) return 0;
      if (y >= 1) return 1;
      if (y < 0.5) return down(shrink * y);
      const tail = 1 - y;
      return down(tail >= 0.5 * shrink ? shrink / (4 * tail) : 1 - grow * tail);
    },
    slope(x) {
      if (x < 0.5 * shrink) return grow;
      return x <= 0.5 ? Math.min(grow, shrink / (4 * x) / x) : shrink;
    },
    delta: (epsilon) => (epsilon >= epsilon0 ? 0 : up(-expm1(0.5 * (epsilon - epsilon0)))),
    epsilon(delta) {
      const exact = epsilonOf(delta);
      return delta > 0 && exact > 0 ? exact + 2 ** -50 * (1 + epsilon0) : exact;
    },
    epsilonLower: (delta) =>
      delta > 0 ? Math.max(0, epsilonOf(delta) - 2 ** -50 * (1 + epsilon0)) : epsilonOf(delta),
  };
}
