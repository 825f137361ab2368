import type { SearchHints, TradeOff } from '../../claims/index.ts';
import { LastUsed } from '../../last-used.ts';
import { checkTau } from '../../levels.ts';
import { binomialTail, exp, findSignChange, ln } from '../../numerics/index.ts';
import { checkObservation, observationOf } from '../../observation.ts';
import type { Certificate, Counts, Observation } from '../../types.ts';
import { algorithm3 } from '../algorithm3.ts';
import { testedCurve, withTestedThreshold } from '../bound.ts';
import { provenBound } from '../certificate.ts';
import { ifComputable } from '../if-computable.ts';
import { paperPValue, paperThreshold } from '../paper-search.ts';
import { SMALLEST_TAU } from '../tau.ts';
import type { ExtremalLaw } from './extremal-law.ts';
import { findOptimum, type Optimum } from './search.ts';

/**
 * The optimal test: the smallest p-value that any valid test can report which rejects for large counts, from
 * a verified certificate, and never larger than Algorithm 3's.
 */
export const optimal = withTestedThreshold({
  method: 'optimal',
  whyNot: () => null,
  remark(observation, f) {
    const { certificate, attained } = optimumOf(observation, f);
    if (isExact(f) || certificate.bound <= attained * (1 + WORTH_SAYING)) return null;
    const proof = observation.sides === undefined ? 'proof' : 'proof by Theorem 1';
    return `proved ${certificate.bound.toPrecision(4)}, while no ${proof} can be below ${attained.toPrecision(4)}: the optimum lies between`;
  },
  pValue(observation, f) {
    checkObservation(observation);
    const other = paperPValue(observation, f);
    if (other <= SMALLEST_TAU) return other;
    return Math.min(provedPValue(observation, f), other);
  },
  rejects(observation, f, tau) {
    checkObservation(observation);
    checkTau(tau);
    if (tau < SMALLEST_TAU) return false;
    if (algorithm3(observation, f, tau) > 1) return true;
    if (isExact(f)) return provedPValue(observation, f) <= tau;
    const known = optima.get(f)?.peek(JSON.stringify(observation));
    return (known ?? findOptimum(observation, f, { enough: tau })).certificate.bound <= tau;
  },
  threshold(observation, curve, tau, hints = {}) {
    checkObservation(observation);
    checkTau(tau);
    if (tau < SMALLEST_TAU) return null;
    const least = paperThreshold(observation, curve, tau, hints);
    // With every guess right the two tests are the same.
    if (least === Infinity || observation.correct === observation.guesses) return least;
    return furthest(observation, curve, tau, least, hints);
  },
});

/** From this relative distance between proof and attained value on, the result says so. */
const WORTH_SAYING = 0.01;

/** Under pure differential privacy the worst law is known: every guess is right independently. */
function isExact(f: TradeOff): boolean {
  return f.guarantee?.[1] === 0;
}

function provedPValue(observation: Observation, f: TradeOff): number {
  const proved = isExact(f)
    ? pureTail(observation, f.guarantee?.[0] ?? 0)
    : optimumOf(observation, f).certificate.bound;
  return proved < SMALLEST_TAU ? Number.MIN_VALUE : proved;
}

/** P[Bin(c', e^epsilon / (e^epsilon + k - 1)) >= c], with room for its rounding. */
function pureTail({ k, guesses, correct }: Observation, epsilon: number): number {
  const odds = (k - 1) * exp(-epsilon);
  return Math.min(1, binomialTail(guesses, 1 / (1 + odds), correct, odds / (1 + odds)) * (1 + 1e-9));
}

/** One question about a curve is often followed by the next: what was proved, and how good that is. */
const optima = new WeakMap<TradeOff, LastUsed<string, Optimum>>();

function optimumOf(observation: Observation, f: TradeOff): Optimum {
  const known = optima.get(f) ?? new LastUsed<string, Optimum>(4);
  optima.set(f, known);
  return known.get(JSON.stringify(observation), () => findOptimum(observation, f));
}

/**
 * A certificate for one curve.
 *
 * @example
 * const certificate = certify({ m: 1000, guesses: 100, correct: 90 }, tradeOff('gaussian(sigma=4)'));
 */
export function certify(counts: Counts, f: TradeOff): Certificate {
  const observation = observationOf(counts);
  return optimumOf(observation, testedCurve(observation, f)).certificate;
}

/**
 * How many certificates are followed one after the other; each starts where the one before stopped rejecting.
 */
const MOST_CERTIFICATES = 12;
const TOLERANCE = 1e-12;

/**
 * The least private member that is rejected, from `least` on, which Algorithm 3 rejects; null: it rejects
 * none.
 */
function furthest(
  observation: Observation,
  curve: (t: number) => TradeOff,
  tau: number,
  least: number | null,
  hints: SearchHints,
): number | null {
  const { coarseCurve, limited = false, most = Infinity, tolerance = TOLERANCE } = hints;
  if (limited && marginAt(observation, curve, tau, Infinity) >= 0) return Infinity;
  if (least === null && !(marginAt(observation, curve, tau, 0) >= 0)) return null;
  let t = least ?? 0;
  // A coarse curve is no more private than the exact one: what is rejected as coarse is rejected.
  if (coarseCurve !== undefined && t > 0) t = follow(observation, coarseCurve, tau, t, most, 1e-3).t;
  const followed = follow(observation, curve, tau, t, most, tolerance);
  t = followed.t;
  const margin = (at: number) => marginAt(observation, curve, tau, at);
  let fresh = margin(t);
  // Where the slopes of the tangents move with the family, as those of (epsilon, delta) do, a certificate of
  // one member proves little of the next: each member needs its own.
  if (fresh > SAME_PROOF && t < most) return lastRejected(margin, t, most, tolerance);
  if (fresh > 0 && t < most) {
    const { certificate } = optimumOf(observation, curve(t));
    t = lastRejected(marginOfCertificate(certificate, curve, tau), t, most, tolerance);
    fresh = margin(t);
  }
  // A certificate that starts afresh may prove a little less: step back until it rejects too.
  const sure = least ?? 0;
  let missing = -fresh;
  for (let stretch = 1.2; missing > 0 && t > sure; stretch *= 4) {
    t = Math.max(sure, t * (1 - Math.max(tolerance, (stretch * missing) / followed.steepness)));
    missing = t > sure ? -margin(t) : 0;
  }
  return t;
}

/** By how much a member is rejected, with a certificate of its own. */
function marginAt(observation: Observation, curve: (t: number) => TradeOff, tau: number, t: number): number {
  return ln(tau) - ln(ifComputable(() => provedPValue(observation, curve(t)), Infinity));
}

/** Where certificates lead to. */
interface Followed {
  readonly t: number;
  /** By how much the logarithm of its bound rises with that of t, at least 1. */
  readonly steepness: number;
}

/** Two proofs of the same differ by less than this, as a logarithm. */
const SAME_PROOF = 1e-5;
/** On the way, proofs need not be the best. */
const ON_THE_WAY = 1e-4;

/** Follows certificates from one member to less private ones. */
function follow(
  observation: Observation,
  curve: (t: number) => TradeOff,
  tau: number,
  from: number,
  most: number,
  tolerance: number,
): Followed {
  let [t, steepness] = [from, 1];
  let law: ExtremalLaw | undefined;
  for (let n = 0; n < MOST_CERTIFICATES && t < most; n++) {
    const optimum = ifComputable(
      () => findOptimum(observation, curve(t), { from: law, close: ON_THE_WAY }),
      null,
    );
    if (optimum === null) break;
    const margin = marginOfCertificate(optimum.certificate, curve, tau);
    if (margin(t) < 0) break;
    law = optimum.law;
    const next = lastRejected(margin, t, most, tolerance);
    const rise = (margin(next * (1 - 1e-4)) - margin(next)) / 1e-4;
    if (rise > 1) steepness = rise;
    const done = next - t <= Math.max(tolerance, 1e-7) * next;
    t = next;
    if (done) break;
  }
  return { t, steepness };
}

/**
 * By how much a certificate still rejects a member of the family: its tangents move with the curve, its
 * weights stay.
 */
function marginOfCertificate(
  { observation, tangents }: Certificate,
  curve: (t: number) => TradeOff,
  tau: number,
): (t: number) => number {
  const nu = provenBound({ observation, tangents: tangents.map((tangent) => ({ ...tangent, delta: 0 })) });
  const weights = tangents.map(({ weights }) => Math.max(...weights.map(([, , weight]) => weight)));
  const up = 1 + (tangents.length + 8) * 2 ** -51;
  return (t) => {
    const f = ifComputable(() => curve(t), null);
    if (f === null) return -Infinity;
    let bound = 0;
    for (let g = 0; g < tangents.length; g++) bound += weights[g] * f.delta(tangents[g].epsilon);
    return ln(tau) - ln((nu + bound * up) * up);
  };
}

function lastRejected(margin: (t: number) => number, t: number, most: number, tolerance: number): number {
  let low = t;
  let step = Math.max(1e-3 * t, 1e-9);
  let high = Math.min(most, t + step);
  while (margin(high) >= 0) {
    if (high === most) return most;
    low = high;
    step *= 4;
    high = Math.min(most, high + step);
  }
  return findSignChange(margin, low, high, tolerance).lo;
}
