import { InvalidInput } from '../errors.ts';
import { drawAssignment, playMembership, playReconstruction } from '../games/index.ts';
import { clopperPearsonLower, clopperPearsonUpper, createRandom, type Random } from '../numerics/index.ts';
import type { Observation } from '../types.ts';
import { type Design, type DesignOptions, designOf } from './design.ts';
import { attackOf, type Subject } from './subject.ts';

/**
 * A mechanism of your own, run once. `included[i]` is 1 if record i is in the data, else 0: for a sum of unit vectors,
 * one per record, that is the exact sum. Returns one score per record, the higher the more likely in; for such a sum the
 * noisy sum itself. With k options above 2, `included[i]` says which of k candidates is in, and the scores are k per
 * bucket. Random numbers from `random` make the outcome repeatable.
 */
export type ScoredMechanism = (
  included: Uint32Array,
  random: Random,
) => ArrayLike<number> | Promise<ArrayLike<number>>;

export interface RefutesOptions extends DesignOptions {
  readonly seed: string | number;
}

/**
 * Whether one run of the mechanism refutes the claim: for tests of a library. A true claim is refuted with probability
 * at most tau (0.05 unless stated; the same seed always decides alike where the mechanism draws from `random`).
 *
 * @example
 * test('the noise is as claimed', async () => {
 *   expect(await refutes(noisyHistogram, 'gaussian(sigma=1)', { m: 1000, seed: 1 })).toBe(false);
 * });
 */
export async function refutes(
  mechanism: ScoredMechanism | Subject,
  claim: string,
  { seed, ...options }: RefutesOptions,
): Promise<boolean> {
  const subject = typeof mechanism === 'function' ? asSubject(mechanism, claim, options.k) : mechanism;
  const design = await designOf(claim, { ...options, k: subject.k });
  return design.refutedBy((await playOnce(subject, design, seed)).correct);
}

/** How often a claim is refuted, over games with seeds of their own. */
export interface Frequency {
  readonly games: number;
  readonly refuted: number;
  readonly rate: number;
  /** 95% limits of the probability of being refuted (Clopper and Pearson). */
  readonly lower: number;
  readonly upper: number;
  /** The mean number of right guesses. */
  readonly meanCorrect: number;
}

/** Plays a design again and again. */
export async function frequency(
  subject: Subject,
  design: Design,
  games: number,
  seed: string | number,
  onGame: (done: number) => void = () => {},
): Promise<Frequency> {
  let refuted = 0;
  let correct = 0;
  for (let game = 0; game < games; game++) {
    const observation = await playOnce(subject, design, `${seed} ${game}`);
    correct += observation.correct;
    if (await design.refutedBy(observation.correct)) refuted++;
    onGame(game + 1);
  }
  return {
    games,
    refuted,
    rate: refuted / games,
    lower: clopperPearsonLower(refuted, games, 0.025),
    upper: clopperPearsonUpper(refuted, games, 0.025),
    meanCorrect: correct / games,
  };
}

/** One game: the mechanism may take its time, the game itself is the core's. */
async function playOnce(
  subject: Subject,
  { m, guesses }: Pick<Design, 'm' | 'guesses'>,
  seed: string | number,
): Promise<Observation> {
  const { output } = await runOnce(subject, m, seed);
  const game = { m, guesses, mechanism: () => output, attack: attackOf(subject, guesses), seed };
  return (subject.k === 2 ? playMembership(game) : playReconstruction({ ...game, k: subject.k })).observation;
}

/** Who was in, and the attack's scores: what a score file holds of one game. */
export async function simulateScores(
  subject: Subject,
  m: number,
  seed: string | number,
): Promise<{ assignment: Uint32Array; scores: Float64Array }> {
  const { assignment, output } = await runOnce(subject, m, seed);
  return { assignment, scores: subject.scores(output) };
}

/** Draws as the games do, so that the same seed is the same game. */
async function runOnce(subject: Subject, m: number, seed: string | number) {
  const random = createRandom(seed);
  const assignment = drawAssignment(m, subject.k, random.split('coins'));
  return { assignment, output: await subject.mechanism(assignment, random.split('noise')) };
}

function asSubject(mechanism: ScoredMechanism, claim: string, k = 2): Subject<ArrayLike<number>> {
  return {
    claim,
    k,
    async mechanism(included, random) {
      const scores = await mechanism(included, random);
      const wanted = k === 2 ? included.length : k * included.length;
      if (scores.length !== wanted)
        throw new InvalidInput(`invalid scores; the mechanism must return ${wanted}: ${scores.length}`);
      for (let i = 0; i < wanted; i++)
        if (!Number.isFinite(scores[i]))
          throw new InvalidInput(`invalid score ${i}; must be a finite number: ${scores[i]}`);
      return scores;
    },
    scores: (output) => Float64Array.from(output),
    logOdds: 1,
  };
}
