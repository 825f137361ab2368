import { type FollowedRounds, type RoundsDesign, rounds } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/numerics/index.ts';

/** The scores of one round, by canaries that are in. */
export type RoundOfNoise = (included: Uint8Array, random: Random, round: number) => Float64Array;

/** Every canary moves a score of its own by 1. */
export const noisy =
  (sigma: number): RoundOfNoise =>
  (included, random) =>
    Float64Array.from(included, (bit) => bit + sigma * random.normal());

/** Plays a training of so many rounds; with `stop`, only until it is refuted. */
export function playTraining(
  design: RoundsDesign,
  scoresOf: RoundOfNoise,
  seed: string,
  { rounds: count = design.rounds, stop = false } = {},
): FollowedRounds {
  const random = createRandom(seed);
  const training = rounds(design);
  for (let round = 1; round <= count; round++) {
    const included = Uint8Array.from({ length: design.canaries }, () => random.integer(2));
    training.add({ scores: [scoresOf(included, random, round)], included });
    if (stop && training.logEvidence >= Math.log(1 / design.tau)) break;
  }
  return training;
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
