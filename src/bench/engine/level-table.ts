import { oneOrder, type TradeOff, tradeOff } from '../../claims/index.ts';
import { LastUsed } from '../../last-used.ts';
import { alphasOf } from './claim-curve.ts';

const EVEN_STEPS = 1000;
const SMALLEST = 1e-14;
const STEPS_PER_FACTOR_E = 12;

/**
 * The levels of canaries that are in, where those of canaries that are out are uniform. A canary's level is
 * the share of canaries that are out and look at least as much in. A mechanism with trade-off curve f gives
 * those that are in P[level <= x] = 1 - f(x): straight between points of the curve, so never less private
 * than it.
 */
export interface LevelTable {
  /** The level that a share v of the canaries in do not exceed. */
  levelAt(v: number): number;
}

const known = new LastUsed<string, LevelTable>(8);

/** The table of a mechanism that has all of a claim's curve, computed once for each claim. */
export function levelTable(truth: string): LevelTable {
  return known.get(truth, () => tableOf(tradeOff(truth)));
}

function tableOf(both: TradeOff): LevelTable {
  const f = both.oneWay?.('in') ?? both;
  const { fBar } = oneOrder(both, 'in');
  const xs = Float64Array.from(alphasOf(f, EVEN_STEPS, SMALLEST, STEPS_PER_FACTOR_E));
  const last = xs.length - 1;
  const ys = xs.map((x) => Math.min(1, fBar(x)));
  // Rounding must not make the sum of all shares differ from 1, nor a share negative.
  for (let i = 1; i <= last; i++) ys[i] = Math.max(ys[i - 1], ys[i]);
  ys[last] = 1;
  return {
    levelAt(v) {
      // The level 0 belongs to all outputs that never come without the record.
      if (v < ys[0]) return 0;
      let low = 0;
      let high = last;
      while (high - low > 1) {
        const middle = (low + high) >>> 1;
        if (ys[middle] > v) high = middle;
        else low = middle;
      }
      return ys[high] > v
        ? xs[low] + ((v - ys[low]) / (ys[high] - ys[low])) * (xs[high] - xs[low])
        : xs[high];
    },
  };
}
