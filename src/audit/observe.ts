import { InvalidInput } from '../errors.ts';
import { ABSTAIN, type CountedRight, countByRank, countMostConfident, observe } from '../games/index.ts';
import { createRandom, freshSeed } from '../numerics/index.ts';
import { oneSide } from '../observation.ts';
import type { Observation, Scores, Sides } from '../types.ts';
import type { SeedSource } from './result.ts';

/** How scores become guesses; all of it fixed before the scores were seen. */
export interface GuessRule {
  readonly sides: Sides;
  readonly lowerIsIn: boolean;
  /** Chooses among equal scores. */
  readonly seed: string;
}

/** What equal scores are drawn with, and where that came from. */
export interface TieSeed {
  readonly seed: string;
  readonly seedFrom: SeedSource;
}

/** What a run showed at one number of guesses, and what equal scores had to do with it. */
export interface Counted {
  readonly observation: Observation;
  /** How many guesses were really made: an attack may abstain from some of its budget. */
  readonly made: number;
  readonly ties: CountedRight['ties'];
}

/** From scores to an observation, with exactly the budget; `run` counts from 0. */
export function observeRun(scores: Scores, guesses: number, rule: GuessRule, run: number): Counted {
  const tieBreak = { random: createRandom(rule.seed).split('ties').split(run), ids: scores.ids ?? null };
  if (scores.kind === 'membership') {
    const ranked = scores.scores;
    const sign = rule.lowerIsIn ? -1 : 1;
    const { correct, ties } = countByRank(ranked, scores.included, guesses, rule.sides, tieBreak, sign);
    // By rank exactly so many are guessed, all of them on the side that was fixed: none is left out.
    const observation = { m: ranked.length, k: 2, guesses, correct, ...oneSide(rule.sides) };
    return { observation, made: guesses, ties };
  }
  const { k, truth, guesses: answers, confidence } = scores;
  if (rule.sides !== 'both')
    throw new InvalidInput(
      `invalid sides; a choice among candidates has no in and out to choose from: ${rule.sides}`,
    );
  const made = Math.min(
    guesses,
    answers.reduce((sum, answer) => sum + (answer === ABSTAIN ? 0 : 1), 0),
  );
  if (confidence === null) {
    const observation = observe(truth, answers, k, guesses);
    const { correct } = observation;
    return { observation, made, ties: { equal: 0, guessed: 0, least: correct, most: correct } };
  }
  const { correct, ties } = countMostConfident(answers, truth, confidence, guesses, tieBreak);
  return { observation: { m: truth.length, k, guesses, correct }, made, ties };
}

/**
 * The seed that was fixed in advance, or a fresh one: never a constant, which would pick the same rows every
 * time.
 */
export function seedOf(stated: string | number | undefined, from: SeedSource = 'stated'): TieSeed {
  // null stands where a caller had nothing to state: the same as leaving it out.
  if (stated !== undefined && stated !== null) return { seed: String(stated), seedFrom: from };
  return { seed: freshSeed(), seedFrom: 'fresh' };
}
