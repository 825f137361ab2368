import { createRandom } from '../numerics/index.ts';
import { checkObservation } from '../observation.ts';
import { drawFromSeed, drawFromWords } from './commitment.ts';

export interface DrawOptions {
  /** Options per canary: 2, in or out, unless stated. */
  readonly k?: number;
  /**
   * Makes the draw repeatable, and only as secret as the seed; without one the system's random numbers are
   * used.
   */
  readonly seed?: string | number;
}

/**
 * Who is in: a fair coin for each of m canaries, or one of k candidates for each bucket. Draw it before
 * training and keep it secret until the scores are fixed.
 *
 * @example
 * const included = drawCanaries(1000); // 1 for in, 0 for out
 */
export function drawCanaries(m: number, { k = 2, seed }: DrawOptions = {}): Uint32Array {
  checkObservation({ m, k, guesses: 0, correct: 0 });
  return seed === undefined
    ? drawFromWords(m, k, (count) => globalThis.crypto.getRandomValues(new Uint32Array(count)))
    : drawFromSeed(m, k, createRandom(String(seed)));
}
