import type { SearchHints, TradeOff } from '../../claims/index.ts';
import { ln } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';
import { ifComputable } from '../if-computable.ts';
import type { ExtremalLaw } from './extremal-law.ts';
import { isPure } from './pure.ts';
import { findOptimum } from './search.ts';

/** The finest a search ends, relatively in t, and as a logarithm of the bound: proofs are hardly better. */
const FINEST = 4e-7;
const SAME_BOUND = 1e-7;
/** While a member's bound is this far from tau, as a logarithm, a proof need not be closer than ROUGH. */
const FAR = 0.01;
const ROUGH = 1e-3;
/** How steeply ln of the bound rises with ln t, until two members tell. */
const USUAL_STEEPNESS = 10;
/** The first member that is tried beyond the most private one. */
const FIRST_STEP = 1e-9;
const MOST_STEPS = 60;

/** Members of a family by how much they are rejected, as ln tau - ln bound. */
type Margin = (t: number) => number;

/**
 * The least private member that is rejected, from `least` on, which Algorithm 3 rejects; null: it rejects
 * none. `proved` is the bound of a member by a proof that starts afresh: the one that the answer has to stand
 * up to. On the way each proof starts from the law of the one before.
 */
export function optimalThreshold(
  observation: Observation,
  curve: (t: number) => TradeOff,
  tau: number,
  least: number | null,
  proved: (f: TradeOff) => number,
  { coarseCurve, limited = false, most = Infinity, tolerance = FINEST }: SearchHints,
): number | null {
  const fresh: Margin = (t) => ln(tau) - ln(ifComputable(() => proved(curve(t)), Infinity));
  if (limited && fresh(Infinity) >= 0) return Infinity;
  if (least === null && !(fresh(0) >= 0)) return null;
  const fine = Math.max(FINEST, tolerance);
  let near: Near = { t: least ?? 0, steepness: USUAL_STEEPNESS };
  // A coarse curve is no more private than the exact one: where it ends, a step or two on exact ones is left.
  if (coarseCurve !== undefined && near.t > 0)
    near = approach(warmed(observation, coarseCurve, tau), near, most, fine);
  const exact = isPure(curve(near.t));
  near = approach(exact ? fresh : warmed(observation, curve, tau), near, most, fine);
  // A proof that starts afresh may prove a little less: step back until it rejects too.
  const sure = least ?? 0;
  let { t } = near;
  let missing = t > sure ? -fresh(t) : 0;
  for (let step = fine + (1.2 * missing) / near.steepness; missing > 0 && t > sure; step *= 3) {
    t = Math.max(sure, t * (1 - Math.min(0.5, step)));
    missing = t > sure ? -fresh(t) : 0;
  }
  return t;
}

/** By how much members are rejected, each proof starting from the law of the one before. */
function warmed(observation: Observation, curve: (t: number) => TradeOff, tau: number): Margin {
  let law: ExtremalLaw | undefined;
  let last = Infinity;
  const measure = (f: TradeOff, options: { close?: number }) => {
    const { certificate, law: found } = findOptimum(observation, f, { from: law, ...options });
    law = found;
    return ln(tau) - ln(certificate.bound);
  };
  return (t) => {
    const f = ifComputable(() => curve(t), null);
    if (f === null) return -Infinity;
    if (Math.abs(last) > FAR) last = measure(f, { close: ROUGH });
    // A rough proof decides where it is far from tau on either side.
    if (Math.abs(last) <= FAR) last = measure(f, {});
    return last;
  };
}

interface Near {
  readonly t: number;
  /** How steeply the margin falls with ln t. */
  readonly steepness: number;
}

/**
 * From a member to the last that is rejected: secant steps in ln t, within the bracket that is known. Stays
 * where it is if not even that member is rejected.
 */
function approach(
  margin: Margin,
  { t: from, steepness: known }: Near,
  most: number,
  tolerance: number,
): Near {
  let [low, high] = [from, Infinity];
  let steepness = known;
  let t = from;
  let value = from === 0 ? 0 : margin(from);
  if (!(value >= 0)) return { t: from, steepness };
  for (let step = 0; step < MOST_STEPS; step++) {
    if (
      high <= low * (1 + tolerance) ||
      (t > 0 && value >= 0 && value <= Math.max(SAME_BOUND, steepness * tolerance))
    )
      break;
    if (low >= most) return { t: most, steepness };
    const next = nextMember(t, value, steepness, low, Math.min(high, 4 * low + FIRST_STEP), most);
    const there = margin(next);
    const slope = (value - there) / (ln(next) - ln(t));
    if (slope > 0 && slope < Infinity && t > 0)
      steepness = Math.min(Math.max(slope, steepness / 8), 8 * steepness);
    [t, value] = [next, there];
    if (there >= 0) low = Math.max(low, next);
    else high = Math.min(high, next);
  }
  return { t: low, steepness };
}

/** Where the line through the last member meets 0, a little inside of it; the middle where that leads out. */
function nextMember(
  t: number,
  value: number,
  steepness: number,
  low: number,
  high: number,
  most: number,
): number {
  const next = t * (1 + Math.max(-0.5, value / steepness - 0.5 * FINEST));
  if (next > low && next < high) return Math.min(next, most);
  if (low === 0) return high;
  return Math.min(most, value >= 0 && high > 2 * low ? high : 0.5 * (low + high));
}
