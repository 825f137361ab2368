import type { Scores } from '../types.ts';
import type { Asked } from './asked.ts';
import type { TieSeed } from './observe.ts';
import type { AuditProvenance } from './records.ts';
import type { AuditRun } from './runs/plain.ts';

/** What the caller knows about where the scores come from, and what the audit itself decided by. */
export function provenanceOf(
  [{ input }]: readonly AuditRun[],
  game: Scores['kind'],
  seed: TieSeed,
  { given, lowerIsIn, sides }: Asked,
): AuditProvenance {
  return {
    version: null,
    command: null,
    files: [],
    commitment: null,
    departures: [],
    ...given.provenance,
    ...seed,
    scoreColumn: input.scoreColumn ?? null,
    direction: game === 'membership' ? (lowerIsIn ? 'lower-is-in' : 'higher-is-in') : null,
    sides: game === 'membership' ? sides : null,
  };
}
