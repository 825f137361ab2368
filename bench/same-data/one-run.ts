import { criticalCount, empiricalEpsilon } from '../../src/audit/index.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { countByRank } from '../../src/games/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import type { Method, Sides } from '../../src/types.ts';
import type { Scored } from './cuts.ts';

/** What a game showed: canaries, guesses, right ones, and whether all guesses were on one side. */
export interface Counted {
  readonly m: number;
  readonly guesses: number;
  readonly correct: number;
  readonly sides: Sides;
}

/** Guesses at the ends of the ranking: the top is called in, the bottom out. Ties by a draw that knows no truth. */
export function countRight(data: Scored, guesses: number, sides: Sides): Counted {
  const tieBreak = { random: createRandom('same data').split('ties'), ids: null };
  const { correct } = countByRank(data.scores, data.included, guesses, sides, tieBreak, 1);
  return { m: data.scores.length, guesses, correct, sides };
}

/** The epsilon that a bound proves of the counts at tau, in its family. */
export function provedEpsilon(
  { m, guesses, correct, sides }: Counted,
  method: Method,
  family: string,
  tau: number,
  delta: number,
): number {
  const observation = { m, k: 2, guesses, correct, ...(sides === 'both' ? {} : { sides }) };
  return empiricalEpsilon(observation, family, { tau, deltas: [delta], method })[0].epsilon;
}

const fewest = new Map<string, number>();

/**
 * Whether a bound proves any epsilon above 0, which is whether it rejects that nothing leaks. For (epsilon, delta) it
 * is the claim of (0, delta), for Gaussians no leakage at all.
 */
export function provesAnything(
  { m, guesses, correct, sides }: Counted,
  method: Method,
  nothing: string,
  tau: number,
): boolean {
  const key = `${m}/${guesses}/${sides}/${method}/${nothing}/${tau}`;
  let least = fewest.get(key);
  if (least === undefined) {
    const game = { m, k: 2, guesses, ...(sides === 'both' ? {} : { sides }) };
    least = criticalCount(game, tradeOff(nothing), tau, [method]) ?? Number.POSITIVE_INFINITY;
    fewest.set(key, least);
  }
  return correct >= least;
}
