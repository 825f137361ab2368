import { InvalidInput } from './errors.ts';
import type { Counts, Observation, Relation, Sides } from './types.ts';

/** Every way to choose the sides of guesses. */
export const SIDES: readonly Sides[] = ['in', 'out', 'both'];

/** Beyond any audit. Sums of two counts stay below 2^31, which bisections rely on. */
export const MOST_CANARIES = 1e9;
/** Of scores: how often each option went in is counted. */
export const MOST_OPTIONS = 2 ** 24;

/** The observation that counts come to, checked. */
export function observationOf({ m, k = 2, guesses = m, correct, sides }: Counts): Observation {
  checkSides(sides);
  const observation = { m, k, guesses, correct, ...oneSide(sides) };
  checkObservation(observation);
  return observation;
}

/** What an observation says of its sides: nothing, unless all guesses are on one. */
export function oneSide(sides: Sides | null | undefined): Pick<Observation, 'sides'> {
  return sides === 'in' || sides === 'out' ? { sides } : {};
}

/**
 * The number of canaries that Theorem 1 divides by. A guess that is always on one side is about the canaries
 * of that side only, of which there are m / 2 on average: docs/theorems/one-side.md.
 * In Coq: `one_sided` (proofs/onesided.v).
 */
export function canariesInTheorem({ m, sides }: Pick<Observation, 'm' | 'sides'>): number {
  return sides === undefined ? m : m / 2;
}

/**
 * The neighbours that a game compares: more than two options are candidates, which are exchanged for each
 * other, and guesses on one side are about canaries in or out. Two options may be either: a curve that is
 * taken as it stands then says it.
 */
export function relationCompared({ k, sides }: Pick<Observation, 'k' | 'sides'>, stated: Relation): Relation {
  if (k > 2) return 'replace';
  return sides === undefined ? stated : 'add-remove';
}

/** Throws unless these are sides, or nothing is said of them. */
export function checkSides(sides: Sides | undefined): void {
  if (sides !== undefined && !SIDES.includes(sides))
    throw new InvalidInput(`invalid sides; must be in, out or both: ${sides}`);
}

/** Throws unless the four numbers can have come from one game, and the sides with them. */
export function checkObservation({ m, k, guesses, correct, sides }: Observation): void {
  whole('canaries', m, 1);
  if (m > MOST_CANARIES) throw new InvalidInput(`invalid canaries; must be at most ${MOST_CANARIES}: ${m}`);
  whole('options', k, 2);
  whole('guesses', guesses, 0);
  whole('correct', correct, 0);
  if (guesses > m) throw new InvalidInput(`invalid guesses; must be at most canaries (${m}): ${guesses}`);
  if (correct > guesses)
    throw new InvalidInput(`invalid correct; must be at most guesses (${guesses}): ${correct}`);
  if (sides === undefined) return;
  if (sides !== 'in' && sides !== 'out')
    throw new InvalidInput(`invalid sides; must be in or out, or left out for both: ${sides}`);
  if (k !== 2)
    throw new InvalidInput(`invalid sides; a choice among ${k} candidates has no in and out: ${sides}`);
}

function whole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value))
    throw new InvalidInput(`invalid ${name}; must be a whole number: ${value}`);
  if (value < least) throw new InvalidInput(`invalid ${name}; must be at least ${least}: ${value}`);
}
