import { idealFraction } from '../games/index.ts';
import { binomialTail, clopperPearsonLower, firstWhere } from '../numerics/index.ts';
import { guessGrid } from './guess-grid.ts';
import { proved } from './proved.ts';

/** An audit whose canaries are shared out over several runs. */
export interface RunsSetting {
  readonly sigma: number;
  readonly runs: number;
  /** Canaries of each run. */
  readonly m: number;
  readonly tau: number;
  readonly delta: number;
}

/** A run counts when at least `correct` of its `guesses` are right; `successes` such runs are expected. */
export interface RunsDesign {
  readonly guesses: number;
  readonly correct: number;
  readonly successes: number;
  readonly epsilon: number;
}

/** The share of honest audits that prove at least the epsilon that is drawn. */
const RELIABLE = 2 / 3;

/**
 * The design with the largest epsilon that two honest audits in three prove: they have `successes` successful runs or
 * more. The number of right guesses in a run is taken as binomial.
 */
export function bestRunsDesign(setting: RunsSetting, method: 'paper' | 'steinke'): RunsDesign {
  const key = JSON.stringify([setting, method]);
  const found = known.get(key) ?? search(setting, method);
  known.set(key, found);
  return found;
}

/** Designs that were found before: every game of a cell asks for the same two. */
const known = new Map<string, RunsDesign>();

function search({ sigma, runs, m, tau, delta }: RunsSetting, method: 'paper' | 'steinke'): RunsDesign {
  let best: RunsDesign = { guesses: 1, correct: 1, successes: runs, epsilon: -1 };
  for (const guesses of guessGrid(m)) {
    const fraction = idealFraction({ sigma, m, guesses, k: 2 });
    for (let successes = 1; successes <= runs; successes++) {
      const correct = reachedWith(guesses, fraction, neededProbability(successes, runs));
      const level = levelOfOneRun(successes, runs, tau);
      const [epsilon] = proved({ m, k: 2, guesses, correct }, method, level, [delta]);
      if (epsilon > best.epsilon) best = { guesses, correct, successes, epsilon };
    }
  }
  return best;
}

/** The probability with which one run must succeed so that `successes` of them do with probability RELIABLE. */
function neededProbability(successes: number, runs: number): number {
  return clopperPearsonLower(successes, runs, RELIABLE);
}

/** The significance level of one run's bound when `successes` of the runs succeeded (docs/bounds.md). */
export function levelOfOneRun(successes: number, runs: number, tau: number): number {
  return clopperPearsonLower(successes, runs, tau);
}

/** The largest count that a run reaches with probability p or more. */
function reachedWith(guesses: number, fraction: number, p: number): number {
  return firstWhere(0, guesses + 1, (count) => !(binomialTail(guesses, fraction, count) >= p)) - 1;
}
