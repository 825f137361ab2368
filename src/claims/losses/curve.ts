import { InvalidInput } from '../../errors.ts';
import { exp, firstAtLeast, firstWhere, ln } from '../../numerics/index.ts';
import { quoted } from '../../quote.ts';
import type { Relation } from '../../types.ts';
import type { TradeOff } from '../curves/trade-off.ts';
import { type Chain, vertexOf } from './chain.ts';

/** What is known of the curve besides its vertices. */
export interface CurveFacts {
  /** How far it may be from the exact one, relatively, in f and its inverse. */
  readonly gap: number;
  /** What the composed loss never exceeds where it is finite: from there on delta is the infinite mass. */
  readonly reach: number;
  /** The mechanism's own infinite mass. */
  readonly infinite: number;
  /** The largest epsilon at delta that is certain, for a delta that is not below the infinite mass. */
  certain(delta: number): number;
}

/** Errors are estimated to leading order; this factor covers the rest, with room. */
export const ESTIMATE_SAFETY = 3;

/** The symmetric trade-off curve whose upper part is a chain. */
export function curveOfChain(
  { x, y, losses }: Chain,
  facts: CurveFacts,
  relation: Relation,
  name: string,
): TradeOff {
  const last = x.length - 1;
  const offset = y[last] - x[last];
  // No loss is above the first segment's, and no finite one above the reach: the chain, widened for rounding,
  // lies below the lines that say so.
  const ceilings = [
    { slope: last > 0 ? exp(losses[1]) : 1, start: y[0] },
    { slope: exp(facts.reach), start: Math.min(y[0], facts.infinite * UP) },
  ];
  // An infinite mass that differs from a delta by rounding is that delta.
  const leastInfinite = facts.infinite * INFINITE_DOWN;
  const atZero = facts.reach < Infinity ? ceilings[1].start : y[0];
  // Algorithm 3 asks for rising values: the next answer is near the last one.
  let hint = 1;

  /** The chain as a function of x, continued with slope 1. */
  const rise = (at: number): number => {
    if (!(at > 0)) return atZero;
    if (at >= x[last]) return at + offset;
    const j = segmentOf(x, at, 1, last);
    let height = y[j - 1] + (y[j] - y[j - 1]) * ((at - x[j - 1]) / (x[j] - x[j - 1]));
    for (const { slope, start } of ceilings) height = Math.min(height, start + slope * at);
    return height;
  };
  /** Its inverse. */
  const sink = (at: number): number => {
    if (!(at > atZero)) return 0;
    if (at >= y[last]) return at - offset;
    let width = 0;
    if (at > y[0]) {
      hint = segmentOf(y, at, hint, last);
      const j = hint;
      width = x[j - 1] + (x[j] - x[j - 1]) * ((at - y[j - 1]) / (y[j] - y[j - 1]));
    }
    for (const { slope, start } of ceilings) width = Math.max(width, (at - start) / slope);
    return width;
  };
  const delta = (epsilon: number) => {
    if (epsilon >= facts.reach) return Math.min(1, facts.infinite);
    const j = vertexOf(losses, epsilon);
    const above = (i: number) => (x[i] === 0 ? y[i] : y[i] - exp(epsilon) * x[i]);
    // A segment of slope e^epsilon itself, widened for rounding, may end higher than it starts.
    return Math.max(y[0], above(j), j < last ? above(j + 1) : 0);
  };
  /** The epsilon from which a vertex is below the line of slope e^epsilon from (0, target). */
  const lineTo = (j: number, target: number) => {
    if (!(y[j] > target)) return 0;
    return x[j] > 0 ? ln((y[j] - target) / x[j]) : Infinity;
  };
  const epsilonOf = (target: number) => {
    if (target < y[0]) {
      if (target < leastInfinite) return Infinity;
      if (facts.reach === Infinity && target > 0 && y[0] < MOST_ROUNDING) throw tooSmall(target, y[0], name);
      return facts.reach;
    }
    if (delta(0) <= target) return 0;
    // The vertex at which the profile passes the target.
    const above = firstWhere(0, last, (j) => !(delta(losses[j]) <= target));
    const below = Math.max(0, above - 1);
    return Math.min(facts.reach, Math.max(0, lineTo(below, target), lineTo(above, target)));
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
      if (at >= 1) return 1 - atZero;
      const least = Math.max(sink(at) * DOWN, 1 - Math.min(1, rise(1 - at) * UP));
      // Subnormal numbers have too few digits to be rounded in one direction by a factor.
      return least > 1e-306 ? least : 0;
    },
    slope(at) {
      const steepness = (j: number) => {
        const width = x[j] - x[j - 1];
        return width > 0 ? (y[j] - y[j - 1]) / width : exp(losses[j]);
      };
      if (at < x[last]) return steepness(segmentOf(x, at, 1, last));
      if (1 - at >= y[last]) return 1;
      return 1 - at <= y[0] ? 0 : 1 / steepness(segmentOf(y, 1 - at, 1, last));
    },
    delta: (epsilon) => Math.min(1, delta(epsilon) * (1 + 1e-12)),
    epsilon(target) {
      const epsilon = epsilonOf(target);
      return epsilon < facts.reach ? Math.min(facts.reach, epsilon * (1 + 1e-12)) : epsilon;
    },
    epsilonLower(target) {
      const most = epsilonOf(target);
      if (target < leastInfinite || (target === 0 && facts.reach === Infinity)) return Infinity;
      return Math.min(most, facts.certain(target));
    },
  };
}

/** More than this is not rounding: losses leave the doubles, and such an epsilon counts as infinite. */
const MOST_ROUNDING = 1e-11;

/** Below the probability that was added for rounding and for what is cut off, epsilon is not known. */
function tooSmall(delta: number, least: number, name: string): InvalidInput {
  const [digits, power] = least.toExponential(1).split('e');
  const above = Number(`${(Number(digits) + 0.1).toFixed(1)}e${power}`);
  return new InvalidInput(
    `invalid delta; must be at least ${above}, below which rounding hides the epsilon of ${quoted(name)}: ${delta}`,
  );
}

/** How uncertain an infinite mass is: decimals are rounded to doubles, and so are their powers. */
const INFINITE_DOWN = 1 - 2 ** -47;

const UP = 1 + 2 ** -50;
const DOWN = 1 - 2 ** -50;

/** The first j >= 1 with values[j] >= at, by steps that double away from a guess, then halve. */
function segmentOf(values: Float64Array, at: number, guess: number, last: number): number {
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
  return firstAtLeast(values, at, low, high);
}
