import { createRandom, freshSeed } from '../numerics/index.ts';
import { observationOf } from '../observation.ts';
import type { Observation } from '../types.ts';
import { simulateIdeal } from './ideal.ts';

export interface SimulateOptions {
  /** The standard deviation of the noise, in units of the sensitivity. */
  readonly sigma: number;
  /** Canaries, or buckets of candidates. */
  readonly m: number;
  /** Options per canary: 2, in or out, unless stated. */
  readonly k?: number;
  /** How many guesses are made: all unless stated. */
  readonly guesses?: number;
  /** Makes the outcome repeatable; fresh unless stated. */
  readonly seed?: string | number;
}

/**
 * Plays the idealised setting once (paper, Algorithm 4): a Gaussian sum in which every canary has a
 * coordinate of its own, and the best attack on it.
 *
 * @example
 * const observation = simulate({ sigma: 1, m: 1000, guesses: 100, seed: 1 });
 */
export function simulate({ sigma, m, k = 2, guesses = m, seed = freshSeed() }: SimulateOptions): Observation {
  const correct = simulateIdeal({ sigma, m, k, guesses }, createRandom(seed));
  return observationOf({ m, k, guesses, correct });
}
