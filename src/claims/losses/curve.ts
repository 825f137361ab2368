import { exp, firstAtLeast, firstWhere, ln } from '../../numerics/index.ts';
import type { Relation } from '../../types.ts';
import type { TradeOff } from '../curves/trade-off.ts';
import { type Chain, densityAt, isSpike, vertexOf } from './chain.ts';

/** What is known of the curve besides its vertices: above all, how far it may be from the exact one. */
export interface CurveFacts {
  /** Relative, in f and its inverse. */
  readonly gap: number;
  /** The variance that discretising has added to the composed loss. */
  readonly variance: number;
  /**
   * The largest standard deviation that discretising can have given to a composed atom; 0 where there are
   * none.
   */
  readonly atomDeviation: number;
  /** How far discretising can have moved the composed loss at most. */
  readonly furthest: number;
  /** The relative margin for rounding in the vertices. */
  readonly margin: number;
  /** Whether the composed loss has atoms on the grid. */
  readonly atoms: boolean;
  /** What the composed loss never exceeds where it is finite: from there on delta is the infinite mass. */
  readonly reach: number;
  /**
   * What was added to probabilities around a loss for the sake of rounding and of what the window leaves out.
   */
  floor(loss: number): number;
  /** The mechanism's own infinite mass. */
  readonly infinite: number;
}

/** Errors are estimated to leading order; this factor covers the rest, with room. */
export const ESTIMATE_SAFETY = 3;

/** The symmetric trade-off curve whose upper part is a chain. */
export function curveOfChain(
  { x, y, losses, origins = losses }: Chain,
  facts: CurveFacts,
  relation: Relation,
  name: string,
): TradeOff {
  const last = x.length - 1;
  const offset = y[last] - x[last];
  /**
   * To leading order, a spread of variance v moves epsilon by v / 2 times density over tail; never by many
   * deviations.
   */
  const excess = (epsilon: number) => {
    const j = vertexOf(losses, epsilon);
    const rounding = 2 * facts.margin * (1 + y[j] / Math.max(Number.MIN_VALUE, exp(epsilon) * x[j]));
    const hazard = x[j] > 0 ? densityAt({ x, losses }, j, facts.atoms) / x[j] : 0;
    const spread = 0.5 * ESTIMATE_SAFETY * facts.variance * (1 + hazard);
    const deviation = Math.max(Math.sqrt(facts.variance), facts.atomDeviation);
    // An atom that was spread over grid points can move by the spread itself: ten deviations, or all steps of
    // all runs.
    if (!facts.atoms && isSpike({ x, losses }, epsilon, 5 * deviation))
      return rounding + Math.min(10 * deviation, facts.furthest);
    return rounding + Math.min(spread, 6 * deviation);
  };
  // No loss is above the first segment's, and no finite one above the reach: the chain, widened for rounding,
  // lies below the lines that say so.
  const ceilings = [
    { slope: last > 0 ? exp(losses[1]) : 1, start: y[0] },
    { slope: exp(facts.reach), start: Math.min(y[0], facts.infinite * UP) },
  ];
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
    // An infinite mass that differs from the target by rounding is the target.
    if (target < y[0]) return target < facts.infinite * INFINITE_DOWN ? Infinity : facts.reach;
    if (delta(0) <= target) return 0;
    // The vertex at which the profile passes the target.
    const above = firstWhere(0, last, (j) => !(delta(losses[j]) <= target));
    const below = Math.max(0, above - 1);
    return Math.min(facts.reach, Math.max(0, lineTo(below, target), lineTo(above, target)));
  };
  /**
   * An epsilon that the law has for certain, by Neyman and Pearson's test at vertex j: with all that may have
   * been added to the probability under the first law taken off, and given back to that under the second. The
   * margin is for `excess` to take off.
   */
  const certainAt = (j: number, target: number) => {
    const added = 4 * facts.floor(origins[j]);
    const above = y[j] - added - target;
    return above > 0 ? ln(above / (x[j] + added * exp(-origins[j]) + LEAST_MASS)) : 0;
  };
  const certainOf = (epsilon: number, target: number) => {
    const near = vertexOf(losses, epsilon);
    let found = 0;
    for (let j = Math.max(1, near - 1); j <= Math.min(last, near + 2); j++)
      found = Math.max(found, certainAt(j, target));
    // Where rounding is far below the target, the vertices at the answer confirm it.
    if (found < epsilon) for (let j = 1; j <= last; j++) found = Math.max(found, certainAt(j, target));
    return Math.min(epsilon, found);
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
      if (target < facts.infinite * INFINITE_DOWN) return Infinity;
      // Beyond the last vertex with mass that doubles resolve, nothing is certain.
      const certain = lastCertain(x, losses);
      let epsilon = Math.min(epsilonOf(target), certain);
      // What was added counts at the answer itself: it is the larger, the smaller the loss.
      for (let i = 0; ; i++) {
        const next = Math.min(epsilon, epsilonOf(target * (1 + 1e-9) + 4 * facts.floor(epsilon)));
        const settled = next >= epsilon * (1 - 1e-12);
        epsilon = next;
        if (settled) break;
        if (i === MOST_CORRECTIONS) return 0;
      }
      if (epsilon > 0) epsilon = certainOf(epsilon, target);
      return epsilon === 0 ? 0 : Math.max(0, epsilon * (1 - 1e-12) - excess(epsilon));
    },
  };
}

/** An answer that so many corrections do not settle is drowned in rounding. */
const MOST_CORRECTIONS = 200;

/** Below this a sum of masses has no digits to be sure of. */
const LEAST_MASS = 1e-280;

/** The largest loss beyond which the second law still has mass. */
function lastCertain(x: Float64Array, losses: Float64Array): number {
  const first = firstWhere(0, x.length - 1, (j) => x[j] > LEAST_MASS);
  return x[first] > LEAST_MASS ? losses[first] : 0;
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
