import { BOUNDS, ifComputable, payoffOf, priceOf } from '../../bounds/index.ts';
import { type Family, parameterAt, type TradeOff } from '../../claims/index.ts';
import { findSignChange, ln } from '../../numerics/index.ts';
import type { Assumption } from '../../types.ts';
import { familyInGame } from '../epsilon/over-families.ts';
import { gameOfProduct, type LedgerDesign } from './design.ts';
import { type LedgerStep, largestLog, logEvidence } from './evidence.ts';

/** The epsilon that a ledger proves within a family: valid at all times at once, at confidence 1 - tau. */
export interface LedgerEpsilon {
  readonly family: string;
  readonly delta: number;
  /** The family's parameter at the bound; null where epsilon is 0 because nothing was refuted. */
  readonly parameter: number | null;
  readonly epsilon: number;
  readonly assumption: Assumption;
}

/** How finely the search ends, relatively. */
const TOLERANCE = 1e-6;
/** Steps away from where a search starts. */
const STRIDE = 1.5;

/**
 * A confidence sequence: the least private member of each family against which the same bets have ever made
 * evidence of 1/tau. The less private a member, the dearer every bet and the smaller its evidence.
 */
export function ledgerEpsilons(design: LedgerDesign, steps: readonly LedgerStep[]): LedgerEpsilon[] {
  return design.families.map((name) => {
    const family = familyInGame(name, design.game);
    const delta = family.delta ?? design.delta;
    const found = refutedMember(family, design.tau, (f) => mostAgainst(design, steps, f));
    const epsilon = found === null ? 0 : found.f.epsilonLower(delta);
    return {
      family: family.name,
      delta,
      parameter: found === null || epsilon === 0 ? null : parameterAt(family.direction, found.t),
      epsilon,
      assumption: family.assumption,
    };
  });
}

/** ln of the largest evidence that there ever was against a curve. */
export function mostAgainst(design: LedgerDesign, steps: readonly LedgerStep[], f: TradeOff): number {
  const payoffs = design.products.map((product) => {
    const game = gameOfProduct(design, product);
    const prices = product.bets.map(({ reach }) =>
      priceOf(BOUNDS[design.method].pValue({ ...game, correct: reach }, f)),
    );
    const bets = {
      heldBack: product.heldBack,
      on: product.bets.map(({ reach, share }) => [reach, share] as const),
    };
    return { weight: product.weight, payoff: payoffOf(bets, prices) };
  });
  return largestLog(logEvidence(payoffs, steps));
}

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
