import { provenPayoff } from '../../bounds/index.ts';
import { tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkTau } from '../../levels.ts';
import { oneSide } from '../../observation.ts';
import type { RoundsDesign } from './design.ts';
import { roundClaimOf } from './round-claim.ts';

/** Throws unless the bets that were read are evidence; what they are made to catch is not asked. */
export function checkRoundsDesign(design: RoundsDesign): void {
  const { claim, length, round, canaries, sides, scores, tau, experts } = design;
  checkTau(tau);
  if (roundClaimOf(claim, length).round !== round)
    throw new InvalidInput(`invalid plan; a round of ${claim} does not claim ${round}`);
  const f = tradeOff(round);
  const total = experts.reduce((sum, { weight }) => sum + weight, 0);
  if (!(experts.length > 0 && total <= 1 + 1e-9 && experts.every(({ weight }) => weight > 0)))
    throw new InvalidInput(`invalid weights; must sum to at most 1: ${total}`);
  for (const { game, score, payoff, tangents, bound } of experts) {
    if (!(score < scores)) throw new InvalidInput(`invalid score; must be below ${scores}: ${score}`);
    const { base, steps } = payoff;
    const rises = steps.every(
      ([reach, height], i) => height >= 0 && reach > (steps[i - 1]?.[0] ?? 0) && reach <= game.guesses,
    );
    if (!(rises && base >= 0)) throw new InvalidInput('invalid payoff; must not be negative, nor fall');
    const own = { m: canaries, k: 2, guesses: game.guesses, ...oneSide(sides) };
    const proven = provenPayoff({ game: own, payoff, tangents, bound }, f);
    if (!(proven <= 1))
      throw new InvalidInput(
        `invalid payoff; with ${game.guesses} guesses a round that keeps its claim may be paid ${proven} on average, more than 1`,
      );
  }
}
