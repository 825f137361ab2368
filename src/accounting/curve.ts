import { exp, ln } from '../numerics/index.ts';
import type { TradeOff } from '../tradeoff/index.ts';
import type { Relation } from '../types.ts';
import { type Chain, densityAt, vertexOf } from './chain.ts';

/** What is known of the curve besides its vertices: above all, how far it may be from the exact one. */
export interface CurveFacts {
  /** Relative, in f and its inverse. */
  readonly gap: number;
  /** The variance that discretising has added to the composed loss. */
  readonly variance: number;
  /** The relative margin for rounding in the vertices. */
  readonly margin: number;
  /** Whether the composed loss has atoms on the grid. */
  readonly atoms: boolean;
  /** What the composed loss never exceeds: from there on delta is 0. */
  readonly bound: number;
  /** What was added to probabilities around a loss for the sake of rounding and of what the window leaves out. */
  floor(loss: number): number;
  /** The mechanism's own infinite mass. */
  readonly infinite: number;
}

/** What is left out of a leading-order estimate, with room. */
export const SAFETY = 3;

/** The symmetric trade-off curve whose upper part is a chain. */
export function fromChain(
  { x, y, losses }: Chain,
  facts: CurveFacts,
  relation: Relation,
  name: string,
): TradeOff {
  const last = x.length - 1;
  const offset = y[last] - x[last];
  /** To leading order, a spread of variance v moves epsilon by v / 2 times density over tail; never by many deviations. */
  const excess = (epsilon: number) => {
    const j = vertexOf(losses, epsilon);
    const rounding = 2 * facts.margin * (1 + y[j] / Math.max(Number.MIN_VALUE, exp(epsilon) * x[j]));
    const hazard = x[j] > 0 ? densityAt({ x, losses }, j, facts.atoms) / x[j] : 0;
    const spread = 0.5 * SAFETY * facts.variance * (1 + hazard);
    return rounding + Math.min(spread, 6 * Math.sqrt(facts.variance));
  };
  // Algorithm 3 asks for rising values: the segment of the last answer is the first to look at.
  let hint = 1;

  /** The chain as a function of x, continued with slope 1. */
  const rise = (at: number): number => {
    if (!(at > 0)) return y[0];
    if (at >= x[last]) return at + offset;
    const j = find(x, at, 1, last);
    return y[j - 1] + (y[j] - y[j - 1]) * ((at - x[j - 1]) / (x[j] - x[j - 1]));
  };
  /** Its inverse. */
  const sink = (at: number): number => {
    if (!(at > y[0])) return 0;
    if (at >= y[last]) return at - offset;
    hint = find(y, at, hint, last);
    const j = hint;
    return x[j - 1] + (x[j] - x[j - 1]) * ((at - y[j - 1]) / (y[j] - y[j - 1]));
  };
  const delta = (epsilon: number) => {
    if (epsilon >= facts.bound) return 0;
    const j = vertexOf(losses, epsilon);
    return x[j] === 0 ? y[j] : Math.max(0, y[j] - exp(epsilon) * x[j]);
  };
  const epsilonOf = (target: number) => {
    if (target < y[0]) return facts.bound;
    if (delta(0) <= target) return 0;
    // The vertex at which the profile passes the target.
    let [low, high] = [0, last];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (delta(losses[middle]) <= target) low = middle;
      else high = middle;
    }
    const crossing = Math.max(ln((y[low] - target) / x[low]), ln((y[high] - target) / x[high]));
    return Math.min(facts.bound, Math.max(0, crossing));
  };

  return {
    name,
    relation,
    symmetric: true,
    gap: facts.gap,
    fBar(at) {
      if (at >= 1) return 1;
      return Math.min(1, rise(at) * UP, 1 - sink(1 - at) * DOWN);
    },
    fBarInv(at) {
      if (at >= 1) return 1 - y[0];
      return Math.max(0, sink(at) * DOWN, 1 - Math.min(1, rise(1 - at) * UP));
    },
    slope(at) {
      const mirrored = at >= x[last];
      const j = mirrored ? (1 - at < y[last] ? find(y, 1 - at, 1, last) : last) : find(x, at, 1, last);
      const rising = (y[j] - y[j - 1]) / (x[j] - x[j - 1]);
      return !mirrored ? rising : 1 - at < y[last] ? 1 / rising : 1;
    },
    delta: (epsilon) => Math.min(1, delta(epsilon) * (1 + 1e-12)),
    epsilon: (target) => epsilonOf(target) * (1 + 1e-12),
    epsilonLower(target) {
      if (target < facts.infinite) return Infinity;
      // Beyond the vertices with any mass left to tell by, nothing is certain.
      const certain = lastCertain(x, losses);
      const near = Math.min(epsilonOf(target), certain);
      const epsilon = Math.min(certain, epsilonOf(target * (1 + 1e-9) + 4 * facts.floor(near)));
      return epsilon === 0 ? 0 : Math.max(0, epsilon * (1 - 1e-12) - excess(epsilon));
    },
  };
}

/** The largest loss beyond which the second law still has mass. */
function lastCertain(x: Float64Array, losses: Float64Array): number {
  let low = 0;
  let high = x.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x[middle] > 1e-280) high = middle;
    else low = middle;
  }
  return x[high] > 1e-280 ? losses[high] : 0;
}

const UP = 1 + 2 ** -50;
const DOWN = 1 - 2 ** -50;

/** The first j >= 1 with values[j] >= at, by steps that double away from a guess, then halve. */
function find(values: Float64Array, at: number, guess: number, last: number): number {
  let low = 0;
  let high = last;
  if (values[guess] >= at) {
    high = guess;
    for (let stride = 1; ; stride *= 2) {
      const j = guess - stride;
      if (j <= 0) break;
      if (values[j] < at) {
        low = j;
        break;
      }
      high = j;
    }
  } else {
    low = guess;
    for (let stride = 1; ; stride *= 2) {
      const j = guess + stride;
      if (j >= last) break;
      if (values[j] >= at) {
        high = j;
        break;
      }
      low = j;
    }
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] >= at) high = middle;
    else low = middle;
  }
  return high;
}
