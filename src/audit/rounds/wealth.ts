import { priceAgainst } from '../../bounds/index.ts';
import type { TradeOff } from '../../claims/index.ts';
import { ln } from '../../numerics/index.ts';
import { largestLog, logSum } from '../ledger/evidence.ts';
import { type CountedRound, paidInRound } from './count.ts';
import type { RoundsDesign } from './design.ts';

/**
 * The evidence of rounds in the order in which they began. For each expert the product of what the rounds
 * paid, and the weighted mean of these products: a supermartingale if every round keeps its claim given all
 * that happened before, so that it ever reaches 1/tau with probability at most tau (Ville's inequality).
 * In Coq: `ville` and `stopping` (proofs/rounds/rounds.v).
 */
export class RoundsWealth {
  /** ln of each expert's product after each round. */
  private readonly paths: number[][] = [];
  private readonly design: RoundsDesign;
  /** ln of the evidence after each round. */
  readonly logs: number[] = [];

  constructor(design: RoundsDesign) {
    this.design = design;
  }

  /** A round that was begun and has no scores counts as one in which every bet was lost. */
  add(round: CountedRound | null): void {
    const { experts } = this.design;
    const last = this.paths.at(-1) ?? experts.map(({ weight }) => ln(weight));
    const next = experts.map((expert, i) => last[i] + ln(paidInRound(expert, round)));
    this.paths.push(next);
    this.logs.push(logSum(next));
  }

  /** ln of the evidence now: of 1, before the first round. */
  get logEvidence(): number {
    return this.logs.at(-1) ?? 0;
  }

  /** ln of the largest evidence that there ever was; at least that of 1, from which it starts. */
  get mostLogEvidence(): number {
    return largestLog(this.logs);
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
