import { ifComputable } from '../../bounds/index.ts';
import { type Family, parameterAt, type TradeOff } from '../../claims/index.ts';
import type { Calls } from '../../games/index.ts';
import { exp, findSignChange, firstWhere, ln, normalQuantile } from '../../numerics/index.ts';
import type { EmpiricalEpsilon } from '../records.ts';
import { type ErrorLimits, type Errors, errorLimits, errorsOfCalls, withoutErrors } from './error-limits.ts';

/** Rounds a probability down by more than a subtraction from 1 can have raised it. */
const down = (x: number) => x * (1 - 2 ** -51);

/**
 * How far the upper limits of both errors lie below a curve, which is refuted where that is above 0: f says
 * that no threshold has beta < f(alpha), with or without the roles of in and out exchanged, and f falls.
 */
function gapBelow({ alpha, beta }: ErrorLimits, f: TradeOff): number {
  return Math.max(down(1 - beta) - f.fBar(alpha), down(1 - alpha) - f.fBar(beta));
}

/** Whether the errors refute a curve at significance tau. */
export function errorsRefute(errors: Errors, f: TradeOff, tau: number): boolean {
  return gapBelow(errorLimits(errors, tau), f) > 0;
}

/** The fewest right calls that refute a curve, with as many runs called in; null where none do. */
export function criticalCalls(calls: Calls, f: TradeOff, tau: number): number | null {
  const { inside, outside, calledIn } = calls;
  const refutes = (found: number) => errorsRefute(errorsOfCalls(calls, found), f, tau);
  const [least, most] = [Math.max(0, calledIn - outside), Math.min(calledIn, inside)];
  if (!refutes(most)) return null;
  return outside - calledIn + 2 * firstWhere(least - 1, most, refutes);
}

/** Below this significance nothing is refuted. */
const SMALLEST = 1e-300;

/** The smallest tau at which the errors refute a curve, rounded up; 1 where none does. */
export function errorsPValue(errors: Errors, f: TradeOff): number {
  if (!errorsRefute(errors, f, 1)) return 1;
  if (errorsRefute(errors, f, SMALLEST)) return SMALLEST;
  let [accepted, refuted] = [ln(SMALLEST), 0];
  while (refuted - accepted > 1e-10) {
    const middle = 0.5 * (accepted + refuted);
    if (errorsRefute(errors, f, exp(middle))) refuted = middle;
    else accepted = middle;
  }
  return exp(refuted);
}

/** What the limits of both errors prove within a family; a row for each delta. */
export function classicalEpsilons(
  errors: Errors,
  family: Family,
  tau: number,
  deltas: readonly number[],
): EmpiricalEpsilon[] {
  const curve = (t: number) => family.at(parameterAt(family.direction, t));
  const found = largestRefuted(errorLimits(errors, tau), curve, family);
  const largest = largestRefuted(errorLimits(withoutErrors(errors), tau), curve, family);
  const epsilon = (t: number | null, delta: number) => (t === null ? 0 : curve(t).epsilonLower(delta));
  return (family.delta === undefined ? deltas : [family.delta]).map((delta) => {
    const proved = epsilon(found, delta);
    return {
      method: 'classical',
      family: family.name,
      delta,
      parameter: found === null || proved === 0 ? null : parameterAt(family.direction, found),
      epsilon: proved,
      largestProvable: epsilon(largest, delta),
      assumption: family.assumption,
    };
  });
}

/** Steps of a search for two members that enclose the answer. */
const GROWTH = 1.5;
/** Members nearer to perfect privacy than this are not told from it. */
const NEAREST = 1e-9;

/**
 * Over curves that are the less private the larger t: a t that is refuted, and the largest such up to the
 * tolerance; null where none is. Where members are costly, the search takes cheaper ones and its end is
 * tested on the exact curve. A member that has no curve to compute counts as not refuted.
 */
function largestRefuted(
  limits: ErrorLimits,
  curve: (t: number) => TradeOff,
  { search }: Family,
): number | null {
  // Without evidence against perfect privacy there is none against any curve.
  if (!(limits.alpha + limits.beta < 1)) return null;
  const { tolerance = 1e-13, most = 1e100, coarseCurve = curve } = search ?? {};
  const gap = (t: number) => ifComputable(() => gapBelow(limits, coarseCurve(t)), -1);
  const mu = -normalQuantile(limits.alpha) - normalQuantile(limits.beta);
  let lo = Math.min(most, search?.likeGaussian(mu) ?? 1);
  let hi = lo;
  while (hi < most && gap(hi) >= 0) [lo, hi] = [hi, Math.min(most, GROWTH * hi)];
  while (lo > NEAREST && gap(lo) < 0) [lo, hi] = [lo / GROWTH, lo];
  if (lo <= NEAREST) return null;
  let t = gap(hi) >= 0 ? hi : findSignChange(gap, lo, hi, tolerance).lo;
  for (let step = tolerance; t > NEAREST; step *= 4) {
    const found = t;
    if (ifComputable(() => gapBelow(limits, curve(found)) > 0, false)) return t;
    t *= 1 - Math.min(0.5, step);
  }
  return null;
}
