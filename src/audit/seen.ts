import type { Observation, Scores } from '../types.ts';
import type { Asked } from './asked.ts';
import { type Counted, type GuessRule, observeRun, seedOf, type TieSeed } from './observe.ts';
import type { AuditOptions } from './options.ts';
import { budgetsOf } from './plan/budgets.ts';
import type { AuditRun } from './runs/plain.ts';
import { type Evidence, oneRun, severalRuns } from './runs/several-runs.ts';

/** What the runs showed. */
export interface Seen {
  /** Of each number of guesses, each run's count. */
  readonly counted: readonly (readonly Counted[])[];
  /** The same one after the other. */
  readonly observations: readonly Observation[];
  readonly budgets: readonly number[];
  /** The significance of each number of guesses (Bonferroni). */
  readonly tauEach: number;
  readonly evidence: Evidence;
  readonly seed: TieSeed;
  readonly rule: GuessRule;
  readonly notes: readonly string[];
}

/**
 * From scores to counts of right guesses. The design alone decides how many guesses there are, not the
 * scores.
 */
export function observeRuns(runs: readonly AuditRun[], game: Scores['kind'], m: number, asked: Asked): Seen {
  const { given, sides, lowerIsIn, tau } = asked;
  const notes: string[] = [];
  const budgets = budgetsOf(game, m, given, notes);
  const seed = seedOf(given.seed, given.seedFrom);
  const rule = { sides, lowerIsIn, seed: seed.seed };
  const counted = budgets.map((guesses) =>
    runs.map(({ scores }, run) => observeRun(scores, guesses, rule, run)),
  );
  const observations = counted.flat().map(({ observation }) => observation);
  const tauEach = tau / budgets.length;
  const evidence = evidenceOf(observations, runs.length, tauEach, given);
  if (evidence.successes !== undefined)
    notes.push(
      `${evidence.successes} of ${runs.length} runs have at least ${given.atLeast} right, the number fixed in advance`,
    );
  return { counted, observations, budgets, tauEach, evidence, seed, rule, notes };
}

/** What is tested: one run's counts, or the successes of several runs together, at a level of their own. */
export function evidenceOf(
  observations: readonly Observation[],
  runs: number,
  tau: number,
  options: AuditOptions,
): Evidence {
  return runs === 1 ? oneRun(observations, tau) : severalRuns(observations, tau, options);
}
