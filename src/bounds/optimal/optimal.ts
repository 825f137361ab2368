import type { SearchHints, TradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkTau } from '../../levels.ts';
import { findSignChange, ln } from '../../numerics/index.ts';
import { checkObservation, observationOf } from '../../observation.ts';
import type { Certificate, Counts, Observation } from '../../types.ts';
import { algorithm3 } from '../algorithm3.ts';
import { testedCurve, withTestedThreshold } from '../bound.ts';
import { provenBound } from '../certificate.ts';
import { ifComputable } from '../if-computable.ts';
import { paperPValue, paperThreshold } from '../paper-search.ts';
import { SMALLEST_TAU } from '../tau.ts';
import type { ExtremalLaw } from './extremal-law.ts';
import { findOptimum } from './search.ts';

/**
 * The optimal test: the smallest p-value that any valid test can report which rejects for large counts, from
 * a verified certificate, and never larger than Algorithm 3's.
 */
export const optimal = withTestedThreshold({
  method: 'optimal',
  whyNot: () => null,
  remark: (observation) =>
    isAffordable(observation)
      ? null
      : `too many counts matter at ${observation.correct} of ${observation.guesses} for a certificate; this is Algorithm 3's answer, which at such sizes is within a few tenths of a percent of the best`,
  pValue(observation, f) {
    checkObservation(observation);
    const other = paperPValue(observation, f);
    if (other <= SMALLEST_TAU || !isAffordable(observation)) return other;
    const { bound } = findOptimum(observation, f).certificate;
    return bound < SMALLEST_TAU ? Number.MIN_VALUE : Math.min(bound, other);
  },
  rejects(observation, f, tau) {
    checkObservation(observation);
    checkTau(tau);
    if (tau < SMALLEST_TAU) return false;
    if (algorithm3(observation, f, tau) > 1) return true;
    return isAffordable(observation) && findOptimum(observation, f, { enough: tau }).certificate.bound <= tau;
  },
  threshold(observation, curve, tau, hints = {}) {
    checkObservation(observation);
    checkTau(tau);
    if (tau < SMALLEST_TAU) return null;
    const least = paperThreshold(observation, curve, tau, hints);
    // With every guess right the two tests are the same.
    if (least === Infinity || observation.correct === observation.guesses) return least;
    if (!isAffordable(observation)) return least;
    return furthest(observation, curve, tau, least, hints);
  },
});

/** Beyond this standard deviation of the count, a law and its weights have tens of thousands of entries. */
const WIDEST = 250;

function isAffordable({ guesses, correct }: Observation): boolean {
  return correct * (1 - correct / guesses) <= WIDEST * WIDEST;
}

/**
 * A certificate for one curve.
 *
 * @example
 * const certificate = certify({ m: 1000, guesses: 100, correct: 90 }, tradeOff('gaussian(sigma=4)'));
 */
export function certify(counts: Counts, f: TradeOff): Certificate {
  const observation = observationOf(counts);
  if (!isAffordable(observation)) throw new InvalidInput(`no certificate: ${optimal.remark?.(observation)}`);
  return findOptimum(observation, testedCurve(observation, f)).certificate;
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
  if (coarseCurve !== undefined && t > 0) t = follow(observation, coarseCurve, tau, t, most, 1e-3);
  t = follow(observation, curve, tau, t, most, tolerance);
  const margin = (at: number) => marginAt(observation, curve, tau, at);
  const beyond = Math.min(most, t * (1 + Math.max(1e-6, 10 * tolerance)));
  // Where the slopes of the tangents move with the family, as those of (epsilon, delta) do, a certificate of
  // one member proves nothing of the next: each member needs its own.
  if (beyond > t && margin(beyond) >= 0) return lastRejected(margin, beyond, most, tolerance);
  // The last digits of a certificate depend on how it was found: step back until one that starts afresh
  // rejects too.
  const sure = least ?? 0;
  for (let step = Math.max(tolerance, 1e-9); t > sure && margin(t) < 0; step *= 4)
    t = Math.max(sure, t * (1 - step));
  return t;
}

/** By how much a member is rejected, with a certificate of its own. */
function marginAt(observation: Observation, curve: (t: number) => TradeOff, tau: number, t: number): number {
  const optimum = ifComputable(() => findOptimum(observation, curve(t)), null);
  return optimum === null ? -Infinity : ln(tau) - ln(optimum.certificate.bound);
}

/** Follows certificates from one member to less private ones. */
function follow(
  observation: Observation,
  curve: (t: number) => TradeOff,
  tau: number,
  from: number,
  most: number,
  tolerance: number,
): number {
  let t = from;
  let law: ExtremalLaw | undefined;
  for (let n = 0; n < MOST_CERTIFICATES && t < most; n++) {
    const optimum = ifComputable(() => findOptimum(observation, curve(t), { from: law }), null);
    if (optimum === null) break;
    const margin = marginOfCertificate(optimum.certificate, curve, tau);
    if (margin(t) < 0) break;
    law = optimum.law;
    const next = lastRejected(margin, t, most, tolerance);
    const done = next - t <= tolerance * next;
    t = next;
    if (done) break;
  }
  return t;
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
