import { createRandom, type Random } from '../../numerics/index.ts';
import type { Fineness, MechanismLaw } from '../plan/mechanism-law.ts';
import type { LedgerProduct } from './make-bets.ts';

/** What one run may do to the evidence: a factor for each product, and how likely that is. */
export interface RunOutcome {
  readonly factors: readonly number[];
  readonly chance: number;
}

/** The outcomes of a run of a mechanism, those with more right guesses later; all products guess alike. */
export function outcomesOfRun(
  products: readonly LedgerProduct[],
  { law }: MechanismLaw,
  fineness?: Fineness,
): RunOutcome[] {
  const [{ guesses }] = products;
  const reaches = new Set(products.flatMap(({ bets }) => bets.map(({ reach }) => reach)));
  const places = [0, ...[...reaches].sort((a, b) => a - b)];
  const { atLeast } = law(guesses, fineness);
  const reached = [...places.map(atLeast), 0];
  return places.map((right, i) => ({
    factors: products.map(({ heldBack, bets }) =>
      bets.reduce((sum, { reach, share, price }) => sum + (reach <= right ? share / price : 0), heldBack),
    ),
    chance: reached[i] - reached[i + 1],
  }));
}

/** Draws outcomes of a run. */
export function drawingOf(outcomes: readonly RunOutcome[]): (random: Random) => RunOutcome {
  const below = outcomes.map((_, i) => outcomes.slice(0, i + 1).reduce((sum, { chance }) => sum + chance, 0));
  return (random) => {
    const u = random.uniform();
    let at = 0;
    while (at < outcomes.length - 1 && u >= below[at]) at++;
    return outcomes[at];
  };
}

/**
 * Where the evidence is looked at: how many runs there showed something, and how many were worth what was
 * held back.
 */
export interface PlayedStep {
  readonly shown: number;
  readonly held: number;
}

/** Ledgers that are played: with many runs fewer, which is exact enough to compare a chance with a half. */
const LEDGERS = { most: 4000, least: 400, runs: 2 ** 20 };

/** Runs at the beginning that have outcomes of their own. */
export interface FirstRuns {
  readonly runs: number;
  readonly outcomes: readonly RunOutcome[];
}

/**
 * How often a ledger of these products is refuted within the steps, over many that are played, always the
 * same ones.
 */
export function refutedShare(
  products: readonly LedgerProduct[],
  outcomes: readonly RunOutcome[],
  steps: readonly PlayedStep[],
  tau: number,
  first: FirstRuns = { runs: 0, outcomes },
): number {
  const runs = steps.reduce((sum, { shown }) => sum + shown, 0);
  const ledgers = Math.min(
    LEDGERS.most,
    Math.max(LEDGERS.least, Math.floor(LEDGERS.runs / Math.max(1, runs))),
  );
  const draw = drawingOf(outcomes);
  const drawFirst = drawingOf(first.outcomes);
  const multiply = (evidence: Float64Array, factors: readonly number[]) => {
    for (let j = 0; j < factors.length; j++) evidence[j] *= factors[j];
  };
  const held = products.map(({ heldBack }) => heldBack);
  let refuted = 0;
  for (let ledger = 0; ledger < ledgers; ledger++) {
    const random = createRandom('standing').split(ledger);
    const evidence = Float64Array.from(products, ({ weight }) => weight);
    let before = 0;
    const isRefuted = steps.some((step) => {
      for (const until = before + step.shown; before < until; before++)
        multiply(evidence, (before < first.runs ? drawFirst : draw)(random).factors);
      for (let run = 0; run < step.held; run++) multiply(evidence, held);
      return evidence.reduce((sum, each) => sum + each, 0) >= 1 / tau;
    });
    if (isRefuted) refuted++;
  }
  return refuted / ledgers;
}
