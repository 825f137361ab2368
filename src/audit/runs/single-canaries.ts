import { InvalidInput } from '../../errors.ts';
import type { MembershipScores } from '../../types.ts';
import type { AuditOptions } from '../options.ts';
import type { AuditRun } from './plain.ts';

/** A run of one canary, or the game of such runs together. */
export interface SingleRun extends AuditRun {
  readonly scores: MembershipScores;
}

/**
 * Whether these are runs of one canary each: alone it has no rank, and would be called in whatever its score.
 */
export function areSingle(runs: readonly AuditRun[]): runs is readonly SingleRun[] {
  return (
    runs.length > 1 && runs.every(({ scores }) => scores.kind === 'membership' && scores.scores.length === 1)
  );
}

/**
 * Independent runs of one canary each are one game of as many canaries: the outputs of all runs together are
 * the output of a mechanism that keeps the same claim for every one of the coins.
 */
export function asOneGame(runs: readonly SingleRun[]): SingleRun {
  const ids = idsOf(runs);
  const named = new Set(ids.map(String)).size === runs.length && ids.every((id) => id !== undefined);
  return {
    input: { ...runs[0].input, rows: runs.length },
    scores: {
      kind: 'membership',
      scores: Float64Array.from(runs, ({ scores }) => scores.scores[0]),
      included: Uint8Array.from(runs, ({ scores }) => scores.included[0]),
      // The runs of one and the same canary cannot be told apart by its id.
      ...(named ? { ids: Uint32Array.from(ids.flatMap((id) => [...(id ?? [])])) } : {}),
    },
  };
}

/**
 * Whether all runs are about one and the same canary: by its id, or where a run has none by what is stated.
 * Ids that differ go before a statement.
 */
export function isOneCanary(runs: readonly SingleRun[], stated = false): boolean {
  const ids = idsOf(runs);
  const named = ids.filter((id) => id !== undefined);
  return new Set(named.map(String)).size <= 1 && (stated || named.length === runs.length);
}

function idsOf(runs: readonly SingleRun[]): (Uint32Array | undefined)[] {
  return runs.map(({ scores }) => scores.ids);
}

/**
 * What was fixed for each run, as it holds for the one game. Of one canary there is one guess to fix; another
 * number of guesses is one of the game.
 */
export function asOneDesign(options: AuditOptions, runs: number): AuditOptions {
  const { guesses, atLeast, ...rest } = options;
  if (atLeast !== undefined && atLeast !== 1)
    throw new InvalidInput(`invalid at-least; a run of one canary has one guess: ${atLeast}`);
  if (guesses === undefined) return rest;
  return { ...rest, guesses: guesses.length === 1 && guesses[0] === 1 ? [runs] : guesses };
}
