import { exp, firstAtLeast } from '../../numerics/index.ts';
import type { Side } from '../../types.ts';
import type { TradeOff } from '../curves/trade-off.ts';
import { averageChains, type Chain, vertexOf } from './chain.ts';

const UP = 1 + 2 ** -50;
const DOWN = 1 - 2 ** -50;

/**
 * A curve with those of the two orders beside it, and with that of a fair coin's order: the first chain is
 * that with the record in against it out. `curveOf` makes the symmetric curve of a chain. An exchange has no
 * order.
 */
export function withOrders(
  both: TradeOff,
  joined: Chain,
  [withIt, without]: readonly Chain[],
  curveOf: (chain: Chain) => TradeOff,
): TradeOff {
  if (both.relation === 'replace') return both;
  const known = new Map<Side, TradeOff>();
  let fair: TradeOff | undefined;
  return {
    ...both,
    oneWay(side) {
      const own = side === 'in' ? withIt : without;
      const curve = known.get(side) ?? (own === joined ? both : oneWayCurve(both, own));
      known.set(side, curve);
      return curve;
    },
    fairOrder() {
      fair ??= {
        ...curveOf(averageChains(withIt, without)),
        epsilon: both.epsilon,
        epsilonLower: both.epsilonLower,
      };
      return fair;
    },
  };
}

/**
 * The curve of one order of two neighbours, from its own chain and the curve `both` that holds for both
 * orders. The chain, continued with slope 1, lies above the curve of its order everywhere, and so does
 * `both`: the smaller of the two is taken. Only where the slope is below 1 may the exact curve be lower.
 */
function oneWayCurve(both: TradeOff, { x, y, losses }: Chain): TradeOff {
  const last = x.length - 1;
  const offset = y[last] - x[last];
  const rise = (at: number): number => {
    if (!(at > 0)) return y[0];
    if (at >= x[last]) return at + offset;
    const j = firstAtLeast(x, at, 0, last);
    return y[j - 1] + (y[j] - y[j - 1]) * ((at - x[j - 1]) / (x[j] - x[j - 1]));
  };
  const sink = (at: number): number => {
    if (!(at > y[0])) return 0;
    if (at >= y[last]) return at - offset;
    const j = firstAtLeast(y, at, 0, last);
    return x[j - 1] + (x[j] - x[j - 1]) * ((at - y[j - 1]) / (y[j] - y[j - 1]));
  };
  return {
    ...both,
    symmetric: false,
    fBar: (at) => Math.min(both.fBar(at), rise(at) * UP),
    fBarInv(at) {
      const least = sink(at) * DOWN;
      return Math.max(both.fBarInv(at), least > 1e-306 ? least : 0);
    },
    slope(at) {
      if (both.fBar(at) <= rise(at)) return both.slope(at);
      if (at >= x[last]) return 1;
      const j = firstAtLeast(x, Math.max(at, Number.MIN_VALUE), 0, last);
      const width = x[j] - x[j - 1];
      return width > 0 ? (y[j] - y[j - 1]) / width : exp(losses[j]);
    },
    delta(epsilon) {
      const j = vertexOf(losses, epsilon);
      const above = (i: number) => (x[i] === 0 ? y[i] : y[i] - exp(epsilon) * x[i]);
      const own = Math.max(y[0], above(j), j < last ? above(j + 1) : 0);
      return Math.min(both.delta(epsilon), own * (1 + 1e-12));
    },
  };
}
