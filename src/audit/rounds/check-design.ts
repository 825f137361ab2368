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
  const own = { m: canaries, k: 2, ...oneSide(sides) };
  for (const { score, game, payoff } of experts) {
    if (!(payoff.base > 0)) throw new InvalidInput('invalid payoff; must hold something back');
    if (!(score < scores)) throw new InvalidInput(`invalid score; must be below ${scores}: ${score}`);
    if (game.m !== own.m || game.k !== own.k || game.sides !== own.sides)
      throw new InvalidInput(
        `invalid game; must be about ${canaries} canaries, in or out, guessed on the sides of the plan: ${game.m}`,
      );
  }
  checkProducts(experts, tradeOff(round));
}
