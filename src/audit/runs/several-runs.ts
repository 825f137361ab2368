import { InvalidInput } from '../../errors.ts';
import { clopperPearsonLower } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';
import { allRight } from '../epsilon/empirical.ts';
import type { AuditOptions } from '../options.ts';

/** What is tested: observations, and the level at which each is. */
export interface Evidence {
  readonly observations: readonly Observation[];
  readonly tau: number;
  /** Of several runs: how many had enough right. */
  readonly successes?: number;
  /** The most that could have been seen: every guess right, or with several runs every run counted. */
  readonly best: { readonly observations: readonly Observation[]; readonly tau: number };
}

/** One run, at one number of guesses or several. */
export function oneRun(observations: readonly Observation[], tau: number): Evidence {
  return { observations, tau, best: { observations: observations.map(allRight), tau } };
}

/**
 * R runs, of which s have at least c right, c fixed in advance: the hypothesis is rejected when P[Bin(R,
 * p(c)) >= s] <= tau, that is, when p(c) is at most Clopper and Pearson's lower limit for s of R at tau.
 */
export function severalRuns(
  observations: readonly Observation[],
  tau: number,
  { atLeast, guesses }: AuditOptions,
): Evidence {
  if (atLeast === undefined)
    throw new InvalidInput(
      'several runs need a number of right guesses fixed in advance, from which on a run counts; state it, or give a plan',
      ['atLeast', 'plan'],
    );
  if (guesses !== undefined && guesses.length > 1)
    throw new InvalidInput('several runs go with one number of guesses');
  const [first] = observations;
  if (!(Number.isSafeInteger(atLeast) && atLeast >= 1 && atLeast <= first.guesses))
    throw new InvalidInput(
      `invalid at-least; must be a whole number from 1 to the guesses (${first.guesses}): ${atLeast}`,
    );
  const successes = observations.filter(({ correct }) => correct >= atLeast).length;
  const level = clopperPearsonLower(successes, observations.length, tau);
  const counted = [{ ...first, correct: atLeast }];
  const highest = clopperPearsonLower(observations.length, observations.length, tau);
  return {
    observations: counted,
    tau: Math.max(level, Number.MIN_VALUE),
    successes,
    best: { observations: counted, tau: highest },
  };
}
