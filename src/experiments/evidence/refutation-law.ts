import { drawingOf, type RunOutcome } from '../../audit/index.ts';
import { createRandom } from '../../numerics/index.ts';

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
  outcomes: readonly RunOutcome[],
  weights: readonly number[],
  tau: number,
): RefutationLaw {
  const draw = drawingOf(outcomes);
  const times = Float64Array.from({ length: LEDGERS }, (_, ledger) => {
    const random = createRandom('evidence').split(ledger);
    const evidence = Float64Array.from(weights);
    for (let run = 1; run <= MOST_RUNS; run++) {
      const { factors } = draw(random);
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
