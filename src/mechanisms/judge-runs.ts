import { observeRun } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import type { Scores } from '../types.ts';
import { keepsFactsOf, keepsSentences } from './keeps.ts';
import type { KeepsFacts } from './keeps-facts.ts';
import { trialOutcome } from './refutes.ts';
import type { Trial } from './trial.ts';

/** What a test of a mechanism found, in numbers and in sentences. */
export interface JudgedRuns extends Omit<KeepsFacts, 'summary'> {
  readonly sentences: readonly string[];
}

/**
 * The same as `assertKeeps` of a mechanism that ran elsewhere, with coins that were drawn there: the scores
 * of each run with the truth. The seed breaks ties; `letPass` is how a test passes that could not have
 * noticed.
 */
export function judgeRuns(
  trial: Trial,
  scores: readonly Scores[],
  seed: string,
  letPass?: string,
): JudgedRuns {
  const { design, runs } = trial;
  if (scores.length !== runs)
    throw new InvalidInput(`invalid runs; the trial is of ${runs}: ${scores.length}`);
  const rule = { sides: design.sides, lowerIsIn: false, seed };
  const seen = scores.map((each, run) => observeRun(each, design.guesses, rule, run).observation);
  for (const { m, k } of seen)
    if (m !== design.m || k !== design.k)
      throw new InvalidInput(
        `invalid scores; the trial is of ${design.m} canaries with ${design.k} options, the run of ${m} with ${k}`,
      );
  const whole = scores.map(
    (each, run) => observeRun(each, design.m, { ...rule, sides: 'both' }, run).observation.correct,
  );
  const outcome = trialOutcome(
    trial,
    seen.map(({ correct }) => correct),
    whole,
  );
  const { summary: _, ...facts } = keepsFactsOf(outcome, seed);
  return { ...facts, sentences: keepsSentences(outcome, letPass) };
}
