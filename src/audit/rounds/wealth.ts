import { priceAgainst } from '../../bounds/index.ts';
import type { TradeOff } from '../../claims/index.ts';
import { ln } from '../../numerics/index.ts';
import { logSum, Wealth } from '../evidence/wealth.ts';
import { type CountedRound, paidInRound } from './count.ts';
import type { RoundsDesign } from './design.ts';

/** The evidence of rounds in the order in which they began. */
export class RoundsWealth extends Wealth {
  private readonly design: RoundsDesign;

  constructor(design: RoundsDesign) {
    super(design.experts.map(({ weight }) => weight));
    this.design = design;
  }

  /** A round that was begun and has no scores counts as one in which every bet was lost. */
  addRound(round: CountedRound | null): void {
    this.add(this.design.experts.map((expert) => paidInRound(expert, round)));
  }

  /**
   * ln of the largest evidence that there ever was against another curve: the same bets, each at the price
   * that its lines prove against that curve.
   */
  mostAgainst(f: TradeOff): number {
    const prices = this.design.experts.map((expert) => ln(priceAgainst(expert, f)));
    return this.paths.reduce((most, path, r) => {
      const largest = path.reduce((best, log, i) => Math.max(best, log - (r + 1) * prices[i]), -Infinity);
      // The sum is at most so many times its largest term.
      if (largest + ln(path.length) <= most) return most;
      return Math.max(most, logSum(path.map((log, i) => log - (r + 1) * prices[i])));
    }, 0);
  }
}
