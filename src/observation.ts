import { InvalidInput } from './errors.ts';
import type { Counts, Observation } from './types.ts';

/** Beyond any audit. Sums of two counts stay below 2^31, which bisections rely on. */
export const MOST_CANARIES = 1e9;

/** The observation that counts come to, checked. */
export function observationOf({ m, k = 2, guesses = m, correct }: Counts): Observation {
  const observation = { m, k, guesses, correct };
  checkObservation(observation);
  return observation;
}

/** Throws unless the four numbers can have come from one game. */
export function checkObservation({ m, k, guesses, correct }: Observation): void {
  whole('canaries', m, 1);
  if (m > MOST_CANARIES) throw new InvalidInput(`invalid canaries; must be at most ${MOST_CANARIES}: ${m}`);
  whole('options', k, 2);
  whole('guesses', guesses, 0);
  whole('correct', correct, 0);
  if (guesses > m) throw new InvalidInput(`invalid guesses; must be at most canaries (${m}): ${guesses}`);
  if (correct > guesses)
    throw new InvalidInput(`invalid correct; must be at most guesses (${guesses}): ${correct}`);
}

function whole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value))
    throw new InvalidInput(`invalid ${name}; must be a whole number: ${value}`);
  if (value < least) throw new InvalidInput(`invalid ${name}; must be at least ${least}: ${value}`);
}
