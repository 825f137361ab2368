import { ifComputable } from '../../bounds/index.ts';
import { type Family, parameterAt, type TradeOff } from '../../claims/index.ts';
import { findSignChange, ln } from '../../numerics/index.ts';

/** How finely the search ends, relatively. */
const TOLERANCE = 1e-6;
/** Steps away from where a search starts. */
const STRIDE = 1.5;

/**
 * The least private member that is refuted, in the coordinate t that grows with the loss of privacy, where
 * `most` is ln of the largest evidence that there ever was against a member, the smaller the less private.
 * In Coq: `largest_member` and `all_up_to` (proofs/rounds/family.v).
 */
export function refutedMember(
  family: Family,
  tau: number,
  most: (f: TradeOff) => number,
  tolerance = TOLERANCE,
): { readonly t: number; readonly f: TradeOff } | null {
  const { start = 1, most: last = Number.MAX_VALUE, limited = false } = family.search ?? {};
  const curve = (t: number) => family.at(parameterAt(family.direction, t));
  const needed = -ln(tau);
  const known = new Map<number, number>();
  // At least 0 where the member is refuted; one that cannot be computed counts as not refuted.
  const margin = (t: number) => {
    const found = known.get(t) ?? ifComputable(() => most(curve(t)) - needed, -needed);
    known.set(t, found);
    return found;
  };
  if (!(margin(0) >= 0)) return null;
  if (limited && margin(Infinity) >= 0) return { t: Infinity, f: curve(Infinity) };
  let [inside, outside] = [0, Math.min(start, last)];
  while (margin(outside) >= 0) {
    if (outside === last) return { t: last, f: curve(last) };
    [inside, outside] = [outside, Math.min(last, outside * STRIDE)];
  }
  while (inside === 0 && outside > 1e-9 * start) {
    const t = outside / STRIDE;
    if (margin(t) >= 0) inside = t;
    else outside = t;
  }
  const { lo } = findSignChange(margin, inside, outside, tolerance);
  return { t: lo, f: curve(lo) };
}
