import type { LedgerProduct, MechanismLaw } from '../../audit/index.ts';
import { createRandom } from '../../numerics/index.ts';

/** What one run may do to the evidence: a factor for each product, and how likely that is. */
export interface EvidenceStep {
  readonly factors: readonly number[];
  readonly chance: number;
}

/** The steps of a run of a mechanism; all products guess alike. */
export function stepsOfRun(products: readonly LedgerProduct[], { law }: MechanismLaw): EvidenceStep[] {
  const [{ guesses }] = products;
  const reaches = new Set(products.flatMap(({ bets }) => bets.map(({ reach }) => reach)));
  const places = [0, ...[...reaches].sort((a, b) => a - b)];
  const { atLeast } = law(guesses);
  const reached = [...places.map(atLeast), 0];
  return places.map((right, i) => ({
    factors: products.map(({ heldBack, bets }) =>
      bets.reduce((sum, { reach, share, price }) => sum + (reach <= right ? share / price : 0), heldBack),
    ),
    chance: reached[i] - reached[i + 1],
  }));
}

/** When a ledger refutes the claim. */
export interface RefutationLaw {
  /** The share of ledgers that have after so many runs. */
  readonly refutedAfter: (runs: number) => number;
  /** The fewest runs after which half of them have. */
  readonly median: number;
  /** Over all of them; Infinity where one was given up. */
  readonly mean: number;
}

const LEDGERS = 20_000;
/** A ledger that is not refuted by then is given up. */
const MOST_RUNS = 20_000;

/** Plays many ledgers, always the same ones: after how many runs the mean of the products reaches 1/tau. */
export function refutationLaw(
  steps: readonly EvidenceStep[],
  weights: readonly number[],
  tau: number,
): RefutationLaw {
  const below = steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, { chance }) => sum + chance, 0));
  const times = Float64Array.from({ length: LEDGERS }, (_, ledger) => {
    const random = createRandom('evidence').split(ledger);
    const evidence = Float64Array.from(weights);
    for (let run = 1; run <= MOST_RUNS; run++) {
      const u = random.uniform();
      let at = 0;
      while (at < steps.length - 1 && u >= below[at]) at++;
      const { factors } = steps[at];
      let sum = 0;
      for (let j = 0; j < factors.length; j++) sum += evidence[j] *= factors[j];
      if (sum >= 1 / tau) return run;
    }
    return Infinity;
  }).sort();
  return {
    refutedAfter: (runs) => times.filter((time) => time <= runs).length / LEDGERS,
    median: times[LEDGERS / 2 - 1],
    mean: times.reduce((sum, time) => sum + time, 0) / LEDGERS,
  };
}
