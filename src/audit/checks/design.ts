import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import type { Scores } from '../../types.ts';
import type { AuditRun } from '../runs/plain.ts';
import { rowsOf } from '../runs/plain.ts';
import { checkScores } from './scores.ts';

/** The game and the number of canaries that all runs have in common; runs that differ are refused. */
export function checkDesign(
  runs: readonly AuditRun[],
  statedOptions: number | undefined,
): { game: Scores['kind']; m: number } {
  for (const { input, scores } of runs) checkScores(input.name, scores);
  const [first, ...others] = runs;
  for (const other of others) checkAlike(first, other);
  const options = optionsOf(first.scores);
  if (statedOptions !== undefined && statedOptions !== options) {
    const what =
      first.scores.kind === 'membership'
        ? 'membership scores, which have'
        : 'a choice among candidates, which has';
    throw new InvalidInput(
      `invalid options; ${quotedPath(first.input.name)} holds ${what} ${options}: ${statedOptions}`,
    );
  }
  return { game: first.scores.kind, m: rowsOf(first.scores) };
}

function checkAlike({ input: a, scores: first }: AuditRun, { input: b, scores: other }: AuditRun): void {
  if (other.kind !== first.kind || rowsOf(other) !== rowsOf(first))
    throw new InvalidInput(
      `runs must have the same design; ${quotedPath(a.name)} has ${rowsOf(first)} rows of ${first.kind}, ${quotedPath(b.name)} ${rowsOf(other)} of ${other.kind}`,
    );
  if (optionsOf(other) !== optionsOf(first))
    throw new InvalidInput(
      `runs must have the same design; ${quotedPath(a.name)} has ${optionsOf(first)} options, ${quotedPath(b.name)} ${optionsOf(other)}: state how many there are`,
    );
}

function optionsOf(scores: Scores): number {
  return scores.kind === 'membership' ? 2 : scores.k;
}
