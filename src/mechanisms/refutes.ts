import { type AuditOutcome, attackOn, pointsTheOtherWay, stands } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import { drawAssignment, playMembership, playReconstruction } from '../games/index.ts';
import {
  clopperPearsonLower,
  clopperPearsonUpper,
  createRandom,
  freshSeed,
  type Random,
} from '../numerics/index.ts';
import type { Observation, Sides } from '../types.ts';
import { CouldNotHaveNoticed } from './keeps-facts.ts';
import { attackOf, type Subject } from './subject.ts';
import type { TestDesign } from './test-design.ts';
import { type Trial, type TrialOptions, trialOf } from './trial.ts';

/**
 * A mechanism of your own, run once. `included[i]` is 1 if record i is in the data, else 0: for a sum of unit
 * vectors, one per record, that is the exact sum. Returns one score per record, the higher the more likely
 * in; for such a sum the noisy sum itself. With k options above 2, `included[i]` says which of k candidates
 * is in, and the scores are k per bucket. Random numbers from `random` make the outcome repeatable.
 */
export type ScoredMechanism = (
  included: Uint32Array,
  random: Random,
) => ArrayLike<number> | Promise<ArrayLike<number>>;

export interface RefutesOptions extends TrialOptions {
  /** Makes the outcome repeatable; fresh unless stated. */
  readonly seed?: string | number;
}

/**
 * Whether a run of the mechanism, or the few that it takes at a small tau, refutes the claim: for tests of a
 * library. A true claim is refuted with probability at most tau (0.05 unless stated; the same seed always
 * decides alike where the mechanism draws from `random`). `assertKeeps` does the same and says why.
 *
 * @example
 * const noisyHistogram = (included, random) => Array.from(included, (bit) => bit + random.normal());
 * await refutes(noisyHistogram, 'gaussian(sigma=1)', { m: 1000, seed: 1 }); // false
 */
export async function refutes(
  mechanism: ScoredMechanism | Subject,
  claim: string,
  { seed = freshSeed(), ...design }: RefutesOptions,
): Promise<boolean> {
  const subject = asSubject(mechanism, claim, design.k);
  return (await runTrial(subject, trialOf(claim, { ...design, k: subject.k }), seed)).outcome === 'refuted';
}

/**
 * The same, telling a mechanism that stands from one of which nothing was seen: `refuted`, `not-refuted`, or
 * `could-not-have-noticed`, where the design or the scores would not have shown a violation either.
 *
 * @example
 * const constant = (included) => included.map(() => 0);
 * await testOutcome(constant, 'gaussian(sigma=1)', { m: 1000, seed: 1 }); // 'could-not-have-noticed'
 */
export async function testOutcome(
  mechanism: ScoredMechanism | Subject,
  claim: string,
  { seed = freshSeed(), ...options }: RefutesOptions,
): Promise<AuditOutcome> {
  const subject = asSubject(mechanism, claim, options.k);
  try {
    return (await runTrial(subject, trialOf(claim, { ...options, k: subject.k }), seed)).outcome;
  } catch (error) {
    if (error instanceof CouldNotHaveNoticed) return 'could-not-have-noticed';
    throw error;
  }
}

/** What a trial showed. */
export interface TrialOutcome {
  readonly trial: Trial;
  /** The right guesses of each run. */
  readonly correct: readonly number[];
  readonly outcome: AuditOutcome;
  readonly pValue: number;
  readonly attack: ReturnType<typeof attackOn>;
}

/** Runs the mechanism as often as the trial says, each time with fresh coins. */
export async function runTrial(subject: Subject, trial: Trial, seed: string | number): Promise<TrialOutcome> {
  const { design, runs } = trial;
  const correct: number[] = [];
  const whole: number[] = [];
  for (let run = 0; run < runs; run++) {
    const { observation, all } = await playOnce(subject, design, runs === 1 ? seed : `${seed} ${run}`);
    correct.push(observation.correct);
    whole.push(all.correct);
  }
  return trialOutcome(trial, correct, whole);
}

/** What the right guesses of each run say, and those of the same runs with every canary guessed (`whole`). */
export function trialOutcome(
  trial: Trial,
  correct: readonly number[],
  whole: readonly number[],
): TrialOutcome {
  const { design, runs, tau, judged, standing } = trial;
  const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
  const { m, k, guesses } = design;
  const right = sum(correct);
  // Reversed scores may not show among few guesses, so all canaries are ranked too; that can only void a
  // verdict.
  if (k * right <= runs * guesses)
    for (const [made, found] of [
      [guesses, correct],
      [m, whole],
    ] as const)
      refuseReversed({ m: runs * m, k, guesses: runs * made, correct: sum(found) }, tau);
  const fewest = Math.min(...correct);
  const each = design.pValue(fewest);
  let pValue = each;
  for (let run = 1; run < runs; run++) pValue *= each;
  const outcome = design.refutedBy(fewest)
    ? 'refuted'
    : stands(standing, right, correct)
      ? 'not-refuted'
      : 'could-not-have-noticed';
  return { trial, correct, outcome, pValue, attack: attackOn(judged, standing, right, correct) };
}

/** Throws where the scores seem reversed: such scores give few right guesses, and would pass every test. */
function refuseReversed(observation: Observation, tau: number): void {
  const p = pointsTheOtherWay(observation);
  if (p === null) return;
  const { correct, guesses } = observation;
  throw new InvalidInput(
    `no verdict; the scores seem to point the other way: ${correct} of ${guesses} guesses right, and blind guessing gets so few with probability ${p.toExponential(1)}. Return scores that are the higher the likelier in; testing again the other way round is a second test, to be made at half of tau (${tau / 2})`,
  );
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

/** What of a design decides how a game is played. */
type PlayedDesign = Pick<TestDesign, 'm' | 'guesses'> & Partial<Pick<TestDesign, 'sides'>>;

/** Plays a design again and again. */
export async function frequency(
  subject: Subject,
  design: PlayedDesign & Pick<TestDesign, 'refutedBy'>,
  games: number,
  seed: string | number,
  onGame: (done: number) => void = () => {},
): Promise<Frequency> {
  let refuted = 0;
  let correct = 0;
  for (let game = 0; game < games; game++) {
    const { observation } = await playOnce(subject, design, `${seed} ${game}`);
    correct += observation.correct;
    if (design.refutedBy(observation.correct)) refuted++;
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

/** One game with the planned number of guesses, and the same run with every canary guessed (`all`). */
async function playOnce(
  subject: Subject,
  { m, guesses, sides = 'both' }: PlayedDesign,
  seed: string | number,
): Promise<{ observation: Observation; all: Observation }> {
  const { output } = await runOnce(subject, m, seed);
  const play = (made: number, ends: Sides) => {
    const game = { m, guesses: made, mechanism: () => output, attack: attackOf(subject, made, ends), seed };
    return (subject.k === 2 ? playMembership(game) : playReconstruction({ ...game, k: subject.k }))
      .observation;
  };
  return { observation: play(guesses, sides), all: play(m, 'both') };
}

/** One run of a mechanism as a score file holds it: who was in, and the attack's scores. */
export async function simulateScores(
  subject: Subject,
  m: number,
  seed: string | number,
): Promise<{ assignment: Uint32Array; scores: Float64Array }> {
  const { assignment, output } = await runOnce(subject, m, seed);
  return { assignment, scores: subject.scores(output) };
}

/** Runs the mechanism with the random streams of the games, so that a seed gives the same run everywhere. */
async function runOnce(subject: Subject, m: number, seed: string | number) {
  const random = createRandom(seed);
  const assignment = drawAssignment(m, subject.k, random.split('coins'));
  return { assignment, output: await subject.mechanism(assignment, random.split('noise')) };
}

/** A function as a mechanism with an attack that takes its scores as they are. */
export function asSubject(mechanism: ScoredMechanism | Subject, claim: string, k = 2): Subject {
  if (typeof mechanism !== 'function') return mechanism;
  return {
    claim,
    k,
    async mechanism(included, random) {
      const scores: ArrayLike<number> | undefined = await mechanism(included, random);
      if (typeof scores?.length !== 'number')
        throw new InvalidInput(
          `invalid scores; the mechanism must return an array of numbers: ${String(scores)}`,
        );
      const wanted = k === 2 ? included.length : k * included.length;
      if (scores.length !== wanted)
        throw new InvalidInput(`invalid scores; the mechanism must return ${wanted}: ${scores.length}`);
      for (let i = 0; i < wanted; i++)
        if (!Number.isFinite(scores[i]))
          throw new InvalidInput(`invalid score ${i}; must be a finite number: ${scores[i]}`);
      return scores;
    },
    scores: (output) => Float64Array.from(output as ArrayLike<number>),
    logOdds: 1,
  };
}
