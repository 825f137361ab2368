import { gaussianCurve, type SearchHints, type TradeOff } from '../claims/index.ts';
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
  hints: SearchHints = {},
): number | null {
  const { start = 1, tolerance = TOLERANCE, most = Infinity, coarseCurve, limited = false } = hints;
  const total = totalAlong(observation, curve, tau);
  if (!(total(0) > 1)) return null;
  if (limited && total(Infinity) > 1) return Infinity;
  if (coarseCurve === undefined) return thresholdFrom(observation, curve, tau, { start }, most, tolerance);
  const around = { start: Math.min(start, most), guess: gaussianGuess(observation, tau, hints) };
  const coarse = thresholdFrom(observation, coarseCurve, tau, around, most, tolerance);
  return shifted(observation, curve, coarseCurve, tau, coarse, most, tolerance);
}

/** Half the distance over which the steepness of a position is measured, relatively. */
const APART = 1e-3;

/**
 * From where Algorithm 3 ends on coarse curves to where it ends on exact ones, which are a little more
 * private: where the exact position is what the coarse one was there. Two or three exact curves are enough.
 * What the coarse search ended with is returned where the exact curve does not reject it: the test of the
 * answer corrects that.
 */
function shifted(
  observation: Observation,
  curve: (t: number) => TradeOff,
  coarseCurve: (t: number) => TradeOff,
  tau: number,
  from: number,
  most: number,
  tolerance: number,
): number {
  const total = totalAlong(observation, curve, tau);
  if (from === 0 || !(total(from) > 1)) return from;
  const coarse = (t: number) => ifComputable(() => position(observation, coarseCurve(t), tau), Number.NaN);
  const exact = (t: number) => ifComputable(() => position(observation, curve(t), tau), Number.NaN);
  const target = coarse(from);
  const steepness = (coarse(from * (1 - APART)) - coarse(from * (1 + APART))) / (2 * APART);
  let t = from;
  for (let step = 0; step < 3; step++) {
    const distance = (exact(t) - target) / steepness;
    if (!(Math.abs(distance) > tolerance && Math.abs(distance) < 0.1)) break;
    t = Math.min(most, Math.max(from, t * (1 + distance - 0.5 * tolerance)));
  }
  for (let back = tolerance; t > from && !(total(t) > 1); back *= 4) t = Math.max(from, t * (1 - back));
  return t;
}

/**
 * A number that says how far a curve is from where Algorithm 3 turns, and falls smoothly as privacy is lost:
 * that of its first step, or with every guess right of its total.
 */
function position(observation: Observation, f: TradeOff, tau: number): number {
  const { k, guesses, correct } = observation;
  const m = canariesInTheorem(observation);
  if (guesses === correct) return ln(algorithm3(observation, f, tau, CEILING));
  return ln((k - 1) * f.fBarInv((tau * correct) / m)) - ln((tau * (guesses - correct)) / m);
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

/** The member next to the Gaussian with which Algorithm 3 ends; null where there is none to start from. */
function gaussianGuess(observation: Observation, tau: number, { likeGaussian }: SearchHints): number | null {
  if (likeGaussian === undefined) return null;
  const curve = (mu: number) => gaussianCurve(Math.max(mu, 1e-9), 'add-remove', '');
  const t = likeGaussian(thresholdFrom(observation, curve, tau, { start: 1 }, 1e3, 1e-3));
  return t > 0 && t < Infinity ? t : null;
}

/** Where a search starts: the first member to try that may be outside, and a guess where it ends. */
interface Around {
  readonly start: number;
  readonly guess?: number | null;
}

function thresholdFrom(
  observation: Observation,
  curve: (t: number) => TradeOff,
  tau: number,
  around: Around,
  most: number,
  tolerance: number,
): number {
  const total = totalAlong(observation, curve, tau);
  const rejected = (t: number) => total(t) > 1;
  const direct = ([inside, outside]: readonly [number, number]) =>
    findSignChange((t) => positiveAboveOne(total(t)), inside, outside, tolerance).lo;
  if (observation.guesses === observation.correct) {
    const ends = bracket(rejected, around, most);
    return ends === null ? most : direct(ends);
  }
  // Members that cannot be computed count as accepted, and so does one that is exactly on the edge.
  const gap = (t: number) => {
    const step = ifComputable(() => firstStep(observation, curve(t), tau), 0);
    return step > Number.MIN_VALUE ? step : Math.min(step, -1e-300);
  };
  const ends = bracket((t) => gap(t) > 0, around, most);
  if (ends === null) return rejected(most) ? most : direct([0, most]);
  const edge = findSignChange(gap, ends[0], ends[1], tolerance > 1e-9 ? 0.1 * tolerance : 1e-15).hi;
  return searchFrom(edge, 0, total, tolerance);
}

/**
 * Two members between which a property ends that the most private ones have: around a guess in steps that
 * grow, or from 0 to the first that does not have it. Null where all have it up to `most`.
 */
function bracket(
  holds: (t: number) => boolean,
  { start, guess }: Around,
  most: number,
): readonly [inside: number, outside: number] | null {
  if (guess === undefined || guess === null || guess >= most) {
    let outside = start;
    for (; holds(outside); outside = Math.min(outside * GROWTH, most)) if (outside === most) return null;
    return [0, outside];
  }
  let [low, high] = [guess, guess];
  const above = holds(guess);
  for (let width = 0.02; ; width *= 3) {
    if (above) {
      low = high;
      high = Math.min(most, high * (1 + width));
      if (!holds(high)) return [low, high];
      if (high === most) return null;
    } else {
      high = low;
      low /= 1 + width;
      if (low < 1e-6 * guess) return [0, high];
      if (holds(low)) return [low, high];
    }
  }
}
