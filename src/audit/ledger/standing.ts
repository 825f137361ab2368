import { modelOf } from '../plan/model.ts';
import { type Standing, standingBy } from '../plan/standing.ts';
import type { LedgerDesign } from './design.ts';
import type { LedgerProduct } from './make-bets.ts';
import { outcomesOfRun, type PlayedStep, refutedShare } from './play.ts';

/** The game of a ledger as a plan has it, at the number of guesses with which evidence grows fastest. */
export function guessedGame({ claim, game: kind, m, k, sides, delta, model, products }: LedgerDesign) {
  const { guesses } = products.reduce((a, b) => (b.growth > a.growth ? b : a));
  return { game: { kind, m, k, sides }, guesses, model: model ?? modelOf(claim, undefined, delta) };
}

/**
 * What "not refuted" is worth after these steps, by the rule of one run: what refutes is the evidence, whose
 * law is played. Of several numbers of guesses one alone is asked, so that the evidence is more than is said
 * here.
 */
export function ledgerStanding(design: LedgerDesign, steps: readonly PlayedStep[]): Standing {
  const { tau, violation, products } = design;
  const played = { ...guessedGame(design), violation };
  const own = products.filter(({ guesses }) => guesses === played.guesses);
  const best = [{ factors: own.map(mostPaid), chance: 1 }];
  return standingBy(
    { ...played, runs: steps.reduce((sum, { shown }) => sum + shown, 0) },
    {
      refutes: refutedShare(own, best, steps, tau) === 1,
      refutedFrom: null,
      runsNeeded: null,
      probability: (law, fineness) => refutedShare(own, outcomesOfRun(own, law, fineness), steps, tau),
    },
  );
}

/** What a run is worth that wins every bet. */
function mostPaid({ heldBack, bets }: LedgerProduct): number {
  return bets.reduce((sum, { share, price }) => sum + share / price, heldBack);
}
