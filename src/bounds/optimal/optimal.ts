import type { TradeOff } from '../../claims/index.ts';
import { LastUsed } from '../../last-used.ts';
import { checkTau } from '../../levels.ts';
import { checkObservation, observationOf } from '../../observation.ts';
import type { Certificate, Counts, Observation } from '../../types.ts';
import { algorithm3 } from '../algorithm3.ts';
import { testedCurve, withTestedThreshold } from '../bound.ts';
import { paperPValue, paperThreshold } from '../paper-search.ts';
import { SMALLEST_TAU } from '../tau.ts';
import { isPure, pureTail } from './pure.ts';
import { findOptimum, type Optimum } from './search.ts';
import { optimalThreshold } from './threshold.ts';

/**
 * The optimal test: the smallest p-value that any valid test can report which rejects for large counts, from
 * a verified certificate, and never larger than Algorithm 3's.
 */
export const optimal = withTestedThreshold({
  method: 'optimal',
  whyNot: () => null,
  remark(observation, f) {
    if (isPure(f) && observation.sides === undefined) return null;
    const { certificate, attained } = optimumOf(observation, f);
    if (certificate.bound <= attained * (1 + WORTH_SAYING)) return null;
    const proved = Math.min(provedPValue(observation, f), paperPValue(observation, f));
    if (proved <= attained * (1 + WORTH_SAYING) || proved <= SMALLEST_TAU) return null;
    if (attained === 0) return `proved ${proved.toPrecision(4)}: the optimum may be smaller`;
    const proof = observation.sides === undefined ? 'proof' : 'proof by Theorem 1';
    return `proved ${proved.toPrecision(4)}, while no ${proof} can be below ${attained.toPrecision(4)}: the optimum lies between`;
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
    if (isPure(f)) return provedPValue(observation, f) <= tau;
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
    return optimalThreshold(observation, curve, tau, least, (f) => provedPValue(observation, f), hints);
  },
});

/** From this relative distance between proof and attained value on, the result says so. */
const WORTH_SAYING = 0.01;

function provedPValue(observation: Observation, f: TradeOff): number {
  const proved = isPure(f)
    ? pureTail(observation, f.guarantee?.[0] ?? 0)
    : optimumOf(observation, f).certificate.bound;
  return proved < SMALLEST_TAU ? Number.MIN_VALUE : proved;
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
