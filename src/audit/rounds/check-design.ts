import { tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkTau } from '../../levels.ts';
import { oneSide } from '../../observation.ts';
import { checkProducts } from '../evidence/proof.ts';
import type { RoundsDesign } from './design.ts';
import { roundClaimOf } from './round-claim.ts';

/** Throws unless the bets that were read are evidence; what they are made to catch is not asked. */
export function checkRoundsDesign(design: RoundsDesign): void {
  const { claim, length, round, canaries, sides, scores, tau, experts } = design;
  checkTau(tau);
  if (roundClaimOf(claim, length).round !== round)
    throw new InvalidInput(`invalid plan; a round of ${claim} does not claim ${round}`);
  for (const { score } of experts)
    if (!(score < scores)) throw new InvalidInput(`invalid score; must be below ${scores}: ${score}`);
  const game = { m: canaries, k: 2, ...oneSide(sides) };
  const products = experts.map((expert) => ({
    ...expert,
    game: { ...game, guesses: expert.game.guesses },
  }));
  checkProducts(products, tradeOff(round));
}
