import type { CountedRun, LedgerDesign } from '../../src/audit/index.ts';
import { mechanismLaw } from '../../src/audit/plan/mechanism-law.ts';
import type { RightLaw } from '../../src/games/index.ts';
import type { Random } from '../../src/numerics/index.ts';

/** The right guesses of the best attack on a mechanism, in one run of a ledger. */
export function lawOfClaim({ game: kind, m, k, sides, products }: LedgerDesign, claim: string): RightLaw {
  return mechanismLaw({ kind, m, k, sides }, claim).law(products[0].guesses);
}

export const drawRight = (law: RightLaw, random: Random) => law.quantile(random.uniform());

/** A run with so many right guesses, at every number of them, and fair coins. */
export function counted({ products, m, k }: LedgerDesign, right: number): CountedRun {
  return {
    counts: products.map(({ guesses, bets }) => ({
      guesses,
      least: right,
      most: right,
      reached: bets.map(({ reach }) => (right >= reach ? 1 : 0)),
    })),
    draws: Array.from({ length: k }, () => m / k),
  };
}
