import { parseClaim, printClaim } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { Scores, Sides } from '../../types.ts';
import type { AuditOptions } from '../options.ts';
import { nothingToPlanAgainst, plannedGuesses } from './choice.ts';
import { modelOf } from './model.ts';

/** The curve that a design is planned for where nothing is claimed. */
const USUAL = 'gaussian(sigma=1)';

/** The numbers of guesses: as given, or planned from the number of canaries and the claim alone. */
export function budgetsOf(
  kind: Scores['kind'],
  m: number,
  { guesses, claim, sides }: AuditOptions,
  notes: string[],
): number[] {
  if (guesses !== undefined) {
    if (guesses.length === 0) throw new InvalidInput('invalid guesses; must be at least one number');
    for (const n of guesses)
      if (!(Number.isSafeInteger(n) && n >= 1 && n <= m))
        throw new InvalidInput(`invalid guesses; must be whole numbers from 1 to the canaries (${m}): ${n}`);
    if (new Set(guesses).size < guesses.length) throw new InvalidInput('invalid guesses; each number once');
    if (kind === 'membership') checkScoresDecide(m, guesses, sides);
    return [...guesses];
  }
  if (kind === 'reconstruction') return [m];
  checkScoresDecide(m, [], sides);
  // Whatever else is stated after a look at the scores must not move the number.
  const request = { m, claim: claim ?? USUAL, ...(sides === undefined ? {} : { sides }) };
  const planned = plannedGuesses(request);
  notes.push(
    nothingToPlanAgainst(request)
      ? `${request.claim} has no usual violation to plan against, so half of the canaries are guessed (${planned} of ${m}), a number that the scores had no part in`
      : `the number of guesses was planned from ${m} canaries and ${basisOf(claim)}, without a look at the scores`,
  );
  return [planned];
}

/**
 * Refuses guesses by rank that are the same whatever the scores: they would pass a mechanism that hides
 * nothing.
 */
function checkScoresDecide(m: number, guesses: readonly number[], sides: Sides = 'both'): void {
  const called = sides === 'out' ? 'out' : 'in';
  if (m === 1)
    throw new InvalidInput(
      `a run of one canary shows nothing; guessed by rank it is called ${called} whatever its score: hand in several such runs, or one with more canaries`,
    );
  if (sides !== 'both' && guesses.includes(m))
    throw new InvalidInput(
      `invalid guesses; with sides ${sides} all ${m} canaries would be called ${called}, whatever their scores: ${m}`,
    );
}

/**
 * What a number of guesses was planned from: the claim, and where that is no mechanism the model taken for
 * one.
 */
function basisOf(claim: string | undefined): string {
  if (claim === undefined) return `${USUAL} alone`;
  const model = modelOf(claim);
  return model === printClaim(parseClaim(claim)) ? 'the claim alone' : `the claim alone, as if ${model} ran`;
}
