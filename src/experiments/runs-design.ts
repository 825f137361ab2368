import { idealFraction } from '../games/index.ts';
import { binomialTail, clopperPearsonLower, firstWhere } from '../numerics/index.ts';
import { guessGrid } from './guess-grid.ts';
import { proved } from './proved.ts';

/** What several runs share out: fixed before any of them. */
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

/** How many honest audits are to prove at least what is drawn. */
const RELIABLE = 2 / 3;

/**
 * Of all designs, the one that reliably proves most: two honest audits in three have `successes` such runs or more.
 * How many are right in a run is taken as binomial.
 */
export function bestDesign(setting: RunsSetting, method: 'paper' | 'steinke'): RunsDesign {
  const key = JSON.stringify([setting, method]);
  const found = known.get(key) ?? search(setting, method);
  known.set(key, found);
  return found;
}

/** The games of one design ask for it again and again. */
const known = new Map<string, RunsDesign>();

function search({ sigma, runs, m, tau, delta }: RunsSetting, method: 'paper' | 'steinke'): RunsDesign {
  let best: RunsDesign = { guesses: 1, correct: 1, successes: runs, epsilon: -1 };
  for (const guesses of guessGrid(m)) {
    const fraction = idealFraction({ sigma, m, guesses, k: 2 });
    for (let successes = 1; successes <= runs; successes++) {
      const correct = reachedWith(guesses, fraction, needed(successes, runs));
      const level = levelOf(successes, runs, tau);
      const [epsilon] = proved({ m, k: 2, guesses, correct }, method, level, [delta]);
      if (epsilon > best.epsilon) best = { guesses, correct, successes, epsilon };
    }
  }
  return best;
}

/** How likely one run must succeed for so many of all of them to do so reliably. */
function needed(successes: number, runs: number): number {
  return clopperPearsonLower(successes, runs, RELIABLE);
}

/** The level at which one run's bound is tested when so many of the runs succeeded (docs/bounds.md). */
export function levelOf(successes: number, runs: number, tau: number): number {
  return clopperPearsonLower(successes, runs, tau);
}

/** The largest count that a run reaches with probability p. */
function reachedWith(guesses: number, fraction: number, p: number): number {
  return firstWhere(0, guesses + 1, (count) => !(binomialTail(guesses, fraction, count) >= p)) - 1;
}
