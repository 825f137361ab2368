import { InvalidInput } from '../errors.ts';
import { type Random, topIndices } from '../numerics/index.ts';
import type { Sides } from '../types.ts';
import { ABSTAIN } from './game.ts';

/**
 * From scores (higher is more likely in) to exactly `guesses` answers by rank, whatever the scores are. Of an
 * odd budget for both sides the top gets one more. Ties are broken at random, never by position.
 */
export function guessByRank(scores: Float64Array, guesses: number, sides: Sides, random: Random): Int8Array {
  checkBudget(scores, guesses);
  const answers = new Int8Array(scores.length).fill(ABSTAIN);
  const top = sides === 'in' ? guesses : sides === 'out' ? 0 : Math.ceil(guesses / 2);
  for (const i of topIndices(scores, top, random)) answers[i] = 1;
  // A canary that was guessed in is not guessed out as well, even where all scores are equal.
  const bottom = guesses - top;
  if (bottom > 0) {
    const negated = scores.map((score, i) => (answers[i] === 1 ? -Infinity : -score));
    for (const i of topIndices(negated, bottom, random)) answers[i] = 0;
  }
  return answers;
}

/** Keeps the `guesses` answers with the largest confidence and abstains from the rest; ties at random. */
export function keepMostConfident(
  answers: ArrayLike<number>,
  confidence: Float64Array,
  guesses: number,
  random: Random,
): Int32Array {
  checkBudget(confidence, guesses);
  const kept = new Int32Array(answers.length).fill(ABSTAIN);
  for (const i of topIndices(confidence, guesses, random)) kept[i] = answers[i];
  return kept;
}

function checkBudget(scores: Float64Array, guesses: number): void {
  if (!(Number.isSafeInteger(guesses) && guesses >= 0 && guesses <= scores.length))
    throw new InvalidInput(
      `invalid guesses; must be a whole number up to the canaries (${scores.length}): ${guesses}`,
    );
  checkFinite(scores);
}

/** Throws unless every canary has a finite score. */
export function checkFinite(scores: Float64Array): void {
  for (let i = 0; i < scores.length; i++) {
    if (!Number.isFinite(scores[i]))
      throw new InvalidInput(`invalid score of canary ${i}; must be finite: ${scores[i]}`);
  }
}
