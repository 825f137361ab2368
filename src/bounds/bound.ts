import type { SearchHints, TradeOff } from '../claims/index.ts';
import type { BoundName, Observation } from '../types.ts';
import { ifComputable } from './if-computable.ts';

/** What decides whether a bound has an answer: of a curve, or of all curves of a family. */
export type Hypothesis = Pick<TradeOff, 'name' | 'guarantee'>;

/**
 * What an observation says about a curve. A bound is valid when, for every mechanism with curve f, and with
 * the curves of both its orders where these differ, pValue <= tau happens with probability at most tau.
 */
export interface Bound<Name extends BoundName = BoundName> {
  readonly method: Name;
  /** Why this bound has no answer for this hypothesis, or null. */
  whyNot(observation: Observation, hypothesis: Hypothesis): string | null;
  /** What should be said beside an answer. */
  remark?(observation: Observation, f: TradeOff): string | null;
  /** The right guesses that prove most, where those are not all. */
  bestCount?(observation: Observation, tau: number): number;
  pValue(observation: Observation, f: TradeOff): number;
  rejects(observation: Observation, f: TradeOff, tau: number): boolean;
  /**
   * Over curves that are the less private the larger t, t >= 0: the largest t, up to rounding down, that is
   * rejected at tau; null where not even t = 0 is.
   */
  threshold(
    observation: Observation,
    curve: (t: number) => TradeOff,
    tau: number,
    hints?: SearchHints,
  ): number | null;
}

/**
 * The curve that is tested: with all guesses on one side, that of one order of two neighbours; else, of in or
 * out, that of an order which a fair coin decides.
 */
export function testedCurve({ sides, k }: Observation, f: TradeOff): TradeOff {
  if (sides !== undefined) return f.oneWay?.(sides) ?? f;
  return (k === 2 ? f.fairOrder?.() : undefined) ?? f;
}

/**
 * A bound whose search ends with a member that the test itself rejects on its exact curve, and which tests
 * the curve of one order of neighbours where all guesses are on one side.
 */
export function withTestedThreshold<Name extends BoundName>(bound: Bound<Name>): Bound<Name> {
  return {
    ...bound,
    remark: (observation, f) => bound.remark?.(observation, testedCurve(observation, f)) ?? null,
    pValue: (observation, f) => bound.pValue(observation, testedCurve(observation, f)),
    rejects: (observation, f, tau) => bound.rejects(observation, testedCurve(observation, f), tau),
    threshold(observation, curve, tau, { coarseCurve, ...others } = {}) {
      const tested = (curves: (t: number) => TradeOff) => (t: number) => testedCurve(observation, curves(t));
      const coarse = coarseCurve === undefined ? {} : { coarseCurve: tested(coarseCurve) };
      const hints = { ...others, ...coarse };
      return testedThreshold(
        (t) => ifComputable(() => bound.rejects(observation, tested(curve)(t), tau), false),
        bound.threshold(observation, tested(curve), tau, hints),
        hints,
      );
    },
  };
}

/**
 * A search works with coarse curves, certificates of other members and brackets. What is reported is a member
 * that the test itself rejects on its exact curve: the one that the search found, or else one a step back, in
 * steps that grow. A member that cannot be computed counts as accepted.
 */
export function testedThreshold(
  rejected: (t: number) => boolean,
  found: number | null,
  { tolerance = 1e-12, most = Number.MAX_VALUE }: SearchHints,
): number | null {
  if (found === null || rejected(found)) return found;
  const least = 1e-6 * Math.min(found, most);
  let t = Math.min(found, most);
  for (let stride = found > most ? 0 : tolerance; t > least; stride = Math.max(tolerance, 4 * stride)) {
    t *= 1 - Math.min(stride, 0.5);
    if (rejected(t)) return t;
  }
  return rejected(0) ? 0 : null;
}
