import { BOUNDS, payoffOf, priceOf } from '../../bounds/index.ts';
import { parameterAt, type TradeOff } from '../../claims/index.ts';
import type { Assumption } from '../../types.ts';
import { familyInGame } from '../epsilon/over-families.ts';
import { refutedMember } from '../evidence/member.ts';
import type { LedgerStep } from '../evidence/steps.ts';
import { wealthOf } from '../evidence/wealth.ts';
import { gameOfProduct, type LedgerDesign } from './design.ts';

/** The epsilon that a ledger proves within a family: valid at all times at once, at confidence 1 - tau. */
export interface LedgerEpsilon {
  readonly family: string;
  readonly delta: number;
  /** The family's parameter at the bound; null where epsilon is 0 because nothing was refuted. */
  readonly parameter: number | null;
  readonly epsilon: number;
  readonly assumption: Assumption;
}

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
  return wealthOf(payoffs, steps).mostLogEvidence;
}
