import type { RightLaw } from '../../games/index.ts';
import { ln } from '../../numerics/index.ts';
import { mechanismLaw, shiftedLaw } from '../plan/mechanism-law.ts';
import { modelOf } from '../plan/model.ts';
import { ENOUGH_POWER, RUN_MISJUDGED, standingBy } from '../plan/standing.ts';
import type { Standing } from '../records.ts';
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
  const { tau, violation } = design;
  const played = { ...guessedGame(design), violation };
  const own = ownProducts(design, played.guesses);
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

/**
 * The same where the attack of the first runs was blind, as the right guesses of each run show: what they
 * lost has to be won back, so that the violation may have had little chance to be refuted since.
 */
export function afterBlindRuns(
  design: LedgerDesign,
  standing: Standing,
  steps: readonly PlayedStep[],
  right: readonly number[],
): Standing {
  const { tau, violation } = design;
  const { game, guesses, model } = guessedGame(design);
  const blind = shiftedLaw(game, 0);
  const runs = blindAtFirst(blind.law(guesses), mechanismLaw(game, model).law(guesses), right);
  if (runs === 0) return standing;
  const own = ownProducts(design, guesses);
  const first = { runs, outcomes: outcomesOfRun(own, blind) };
  const power = refutedShare(own, outcomesOfRun(own, mechanismLaw(game, violation)), steps, tau, first);
  return power < ENOUGH_POWER ? { ...standing, power, couldNot: 'little-power', standsFrom: null } : standing;
}

/**
 * How many runs at the beginning look blind: up to where they are likeliest, beside the best attack on the
 * claim. Under that attack the ratio of the two likelihoods is a martingale, which ever reaches
 * 1/RUN_MISJUDGED with probability at most RUN_MISJUDGED.
 */
function blindAtFirst(blind: RightLaw, honest: RightLaw, right: readonly number[]): number {
  // Counts below blind guessing are taken as that: the ratio is larger there.
  const least = Math.floor(blind.mean);
  const logOf = ({ law: { from, chances } }: RightLaw, count: number) =>
    ln(Math.max(Number.MIN_VALUE, chances[count - from] ?? 0));
  let [log, most, runs] = [0, -ln(RUN_MISJUDGED), 0];
  right.forEach((own, i) => {
    const count = Math.max(least, Math.round(own));
    log += logOf(blind, count) - logOf(honest, count);
    if (log < most) return;
    [most, runs] = [log, i + 1];
  });
  return runs;
}

function ownProducts({ products }: LedgerDesign, guesses: number): LedgerProduct[] {
  return products.filter((product) => product.guesses === guesses);
}

/** What a run is worth that wins every bet. */
function mostPaid({ heldBack, bets }: LedgerProduct): number {
  return bets.reduce((sum, { share, price }) => sum + share / price, heldBack);
}
