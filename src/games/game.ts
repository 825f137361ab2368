import { InvalidInput } from '../errors.ts';
import { createRandom, type Random } from '../numerics/index.ts';
import { checkObservation } from '../observation.ts';
import type { Observation } from '../types.ts';

/** The answer of an attack that makes no guess about a canary. */
export const ABSTAIN = -1;

/** Runs once on the assignment: 1 or 0 for in or out, or which of k candidates went in. */
export type Mechanism<Output> = (assignment: Uint32Array, random: Random) => Output;

/** Sees the output, never the assignment; returns one option or ABSTAIN per canary. */
export type Attack<Output> = (output: Output, random: Random) => ArrayLike<number>;

export interface GameOptions<Output> {
  /** Canaries, or buckets of candidates. */
  readonly m: number;
  readonly mechanism: Mechanism<Output>;
  readonly attack: Attack<Output>;
  /** How many guesses the attack may make, fixed before the run: all, unless stated. */
  readonly guesses?: number;
  readonly seed: string | number;
}

export interface Game {
  readonly observation: Observation;
  readonly assignment: Uint32Array;
  /** What the attack answered. */
  readonly answers: ArrayLike<number>;
}

/** The membership game (paper, Algorithm 1): each canary is included by a fair coin. */
export function playMembership<Output>(options: GameOptions<Output>): Game {
  return play(options, 2);
}

/**
 * The reconstruction game (paper, Algorithm 2): one of k candidates, drawn uniformly, goes in from each
 * bucket.
 */
export function playReconstruction<Output>(options: GameOptions<Output> & { readonly k: number }): Game {
  return play(options, options.k);
}

function play<Output>({ m, mechanism, attack, seed, guesses = m }: GameOptions<Output>, k: number): Game {
  const random = createRandom(seed);
  const assignment = drawAssignment(m, k, random.split('coins'));
  const output = mechanism(assignment, random.split('noise'));
  const answers = attack(output, random.split('attack'));
  return { observation: observe(assignment, answers, k, guesses), assignment, answers };
}

/** Fair coins, or uniform choices among k. */
export function drawAssignment(m: number, k: number, random: Random): Uint32Array {
  const assignment = new Uint32Array(m);
  for (let i = 0; i < m; i++) assignment[i] = k === 2 ? random.coin() : random.integer(k);
  return assignment;
}

/**
 * Counts the answers that are right. The theorem is about a number of guesses fixed before the run, so that
 * number is what the observation carries; an attack may make fewer, never more.
 */
export function observe(
  assignment: ArrayLike<number>,
  answers: ArrayLike<number>,
  k: number,
  guesses: number,
): Observation {
  const m = assignment.length;
  if (answers.length !== m)
    throw new InvalidInput(`invalid answers; must be one per canary (${m}): ${answers.length}`);
  let made = 0;
  let correct = 0;
  for (let i = 0; i < m; i++) {
    if (answers[i] === ABSTAIN) continue;
    if (!(Number.isInteger(answers[i]) && answers[i] >= 0 && answers[i] < k))
      throw new InvalidInput(
        `invalid answer of canary ${i}; must be 0 to ${k - 1} or abstain (-1): ${answers[i]}`,
      );
    made++;
    if (answers[i] === assignment[i]) correct++;
  }
  checkObservation({ m, k, guesses, correct });
  if (made > guesses)
    throw new InvalidInput(`invalid answers; the attack may make at most ${guesses} guesses: ${made}`);
  return { m, k, guesses, correct };
}
