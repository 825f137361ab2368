import type { SearchHints, TradeOff } from '../claims/index.ts';
import { exp, findSignChange, ln } from '../numerics/index.ts';
import { canariesInTheorem } from '../observation.ts';
import type { Observation } from '../types.ts';
import { algorithm3 } from './algorithm3.ts';
import { ifComputable } from './if-computable.ts';
import { SMALLEST_TAU } from './tau.ts';

/** The total is followed beyond 1 so that a root finder sees how far beyond. */
const CEILING = 8;
/** Relative width of the final bracket. */
const TOLERANCE = 1e-13;
/** Steps towards less privacy are short: far out, some curves are costly. */
const GROWTH = 1.5;

/**
 * Algorithm 3 accepts at its very first step unless (k - 1) fBarInv(tau c / m) > tau (c' - c) / m. Where that
 * turns is found at once, and the answer lies beyond it, often by an exponentially small distance: the search
 * is for the logarithm of that distance, in which the logarithm of Algorithm 3's total is nearly straight.
 */
function searchFrom(edge: number, far: number, total: (t: number) => number, tolerance = TOLERANCE): number {
  const distance = (s: number) => edge + Math.sign(far - edge) * exp(s);
  const widest = ln(Math.abs(far - edge));
  const narrowest = ln(tolerance * Math.max(edge, Number.MIN_VALUE / tolerance));
  const near = edge === 0 ? SMALLEST_TAU : distance(narrowest);
  if (total(near) > 1) return near;
  const start = edge === 0 ? ln(SMALLEST_TAU) : narrowest;
  const { lo } = findSignChange(
    (s) => positiveAboveOne(total(s === widest ? far : distance(s))),
    widest,
    start,
    (a, b) => Math.abs(distance(a) - distance(b)) <= tolerance * Math.abs(distance(a)),
  );
  return lo === widest ? far : distance(lo);
}

/** ln total, with exactly 1 counted as acceptance. */
function positiveAboveOne(total: number): number {
  return total > 1 ? ln(total) : Math.min(-Number.MIN_VALUE, ln(total));
}

/** Positive where Algorithm 3 gets past its first step. */
function firstStep(observation: Observation, f: TradeOff, tau: number): number {
  const { k, guesses, correct } = observation;
  const m = canariesInTheorem(observation);
  return (k - 1) * f.fBarInv(Math.min(1, (tau * correct) / m)) - (tau * (guesses - correct)) / m;
}

/**
 * The p-value of Algorithm 3: a tau at which it rejects, larger than the smallest such by at most 1e-13 of
 * itself. 1 where it rejects at no tau; the smallest positive number where it rejects even at 1e-300.
 */
export function paperPValue(observation: Observation, f: TradeOff): number {
  const total = (tau: number) => algorithm3(observation, f, tau, CEILING);
  if (!(total(1) > 1)) return 1;
  if (total(SMALLEST_TAU) > 1) return Number.MIN_VALUE;
  // fBarInv is convex and 0 at 0: beyond the first tau that gets past the first step, all do.
  const gap = (logTau: number) => firstStep(observation, f, exp(logTau));
  const smallest = ln(SMALLEST_TAU);
  let edge = 0;
  if (observation.guesses > observation.correct && !(gap(smallest) > 0)) {
    edge = exp(findSignChange((t) => gap(t) || -Number.MIN_VALUE, 0, smallest, 1e-15).hi);
  }
  return Math.min(1, searchFrom(edge, 1, total));
}

/**
 * The least private member of a family that Algorithm 3 rejects at tau, as its parameter in the coordinate
 * that grows with the loss of privacy and is 0 for the most private member; null where not even that one is
 * rejected, Infinity where every member is.
 */
export function paperThreshold(
  observation: Observation,
  curve: (t: number) => TradeOff,
  tau: number,
  { start = 1, tolerance = TOLERANCE, most = Infinity, coarseCurve, limited = false }: SearchHints = {},
): number | null {
  const total = totalAlong(observation, curve, tau);
  if (!(total(0) > 1)) return null;
  if (limited && total(Infinity) > 1) return Infinity;
  if (coarseCurve === undefined) return thresholdFrom(observation, curve, tau, start, most, tolerance);
  // A coarse curve is no more private than the exact one: what is rejected as coarse is rejected, up to
  // rounding; the test of the answer corrects that. From there the exact curves need few steps.
  let low = thresholdFrom(observation, coarseCurve, tau, Math.min(start, most), most, 1e-3);
  let high = Math.min(low * 1.01, most);
  while (total(high) > 1) {
    if (high === most) return most;
    low = high;
    high = Math.min(high * 1.02, most);
  }
  if (!(total(low) > 1)) return low;
  return findSignChange((t) => positiveAboveOne(total(t)), low, high, tolerance).lo;
}

/** Algorithm 3's total along a family; a member that cannot be computed counts as accepted. */
function totalAlong(
  observation: Observation,
  curve: (t: number) => TradeOff,
  tau: number,
): (t: number) => number {
  return (t) => ifComputable(() => algorithm3(observation, curve(t), tau, CEILING), ACCEPTED);
}

/** Stands for a total that cannot be computed: accepted. */
const ACCEPTED = Number.MIN_VALUE;

function thresholdFrom(
  observation: Observation,
  curve: (t: number) => TradeOff,
  tau: number,
  start: number,
  most: number,
  tolerance: number,
): number {
  const total = totalAlong(observation, curve, tau);
  const direct = (outside: number) =>
    findSignChange((t) => positiveAboveOne(total(t)), 0, outside, tolerance).lo;
  let outside = start;
  if (observation.guesses === observation.correct) {
    for (; total(outside) > 1; outside = Math.min(outside * GROWTH, most)) if (outside === most) return most;
    return direct(outside);
  }
  const gap = (t: number) =>
    ifComputable(() => firstStep(observation, curve(t), tau) || -Number.MIN_VALUE, ACCEPTED);
  for (; gap(outside) > Number.MIN_VALUE; outside = Math.min(outside * GROWTH, most))
    if (outside === most) return total(most) > 1 ? most : direct(most);
  const edge = findSignChange(
    (t) => (gap(t) > Number.MIN_VALUE ? gap(t) : -1e-300),
    0,
    outside,
    tolerance > 1e-9 ? 0.1 * tolerance : 1e-15,
  ).hi;
  return searchFrom(edge, 0, total, tolerance);
}
