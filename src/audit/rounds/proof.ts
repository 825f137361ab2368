import { InvalidInput } from '../../errors.ts';
import type { LedgerProof } from '../evidence/proof.ts';
import { type LedgerEvent, orderStated } from '../evidence/steps.ts';
import type { CountedRound } from './count.ts';
import type { RoundsDesign } from './design.ts';

/**
 * The proof behind the evidence of rounds, as that of a ledger, whose steps are rounds: that each payoff is
 * at most 1 on average where a round keeps its claim, and what every round was paid.
 */
export function roundsProof(
  { round: claim, tau, experts, scores }: RoundsDesign,
  rounds: readonly (CountedRound | null)[],
  mostLogEvidence: number,
): LedgerProof {
  if (scores > 1) throw new InvalidInput('no certificate to write; only the evidence of one score has one');
  const events: LedgerEvent[] = rounds.map((round, i) => ({
    run: i + 1,
    reached:
      round === null
        ? null
        : experts.map(({ payoff, game }) => {
            const count = round.counts.find(({ guesses }) => guesses === game.guesses);
            const right = count?.right ?? -1;
            return count?.reached?.get(payoff) ?? payoff.steps.map(([reach]) => (right >= reach ? 1 : 0));
          }),
  }));
  const order = orderStated(events);
  return {
    ...{ claim, relation: 'add-remove', tau, events, mostLogEvidence },
    ...(order === null ? {} : { order }),
    products: experts.map(({ weight, game, payoff, tangents, bound }) => ({
      ...{ weight, game, payoff, tangents, bound },
    })),
  };
}
