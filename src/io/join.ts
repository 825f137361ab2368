import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import type { IdFingerprints } from '../types.ts';
import type { Assignment } from './assignment.ts';
import type { JoinedIds } from './columns/ids/kept-ids.ts';
import { placesInRuns } from './columns/runs/ids-in-runs.ts';
import type { RowRuns } from './columns/runs/run-column.ts';
import { invalid, missingColumn } from './refuse.ts';

/** For each row of a score file the row of the assignment, counted from 0, and the ids of its rows. */
export interface Join {
  readonly assignment: Assignment;
  readonly places: { readonly length: number; at(row: number): number | undefined };
  readonly ids: IdFingerprints;
}

/** Joins by id alone. Refuses ids that only one of the two files has, and those that stand twice. */
export async function joinById(
  file: string,
  ids: JoinedIds,
  assignment: Assignment,
  severalRuns: boolean,
): Promise<Join> {
  assignment.checkIds();
  ids.check(severalRuns ? `, unless ${assignment.file} has a column of runs too` : '');
  const { first, count } = ids.unscored();
  if (count > 0) {
    const all = count === 1 ? '' : ` (the first of ${count})`;
    throw new InvalidInput(
      `missing id in ${file}; must have every canary of ${assignment.file}: ${quoted(String(await assignment.idAt(first)))}${all}`,
    );
  }
  return { assignment, places: ids.places, ids: ids.take() };
}

/** Joins by run and id, where both files have several runs. */
export async function joinInRuns(ids: JoinedIds, runs: RowRuns, assignment: Assignment): Promise<Join> {
  const theirs = assignment.idsInRuns();
  if (theirs === null) throw new Error('internal: an assignment without runs');
  const own = { label: ids.label, ids: ids.take(), runs };
  return { assignment, places: await placesInRuns(own, theirs, assignment.idAt), ids: own.ids };
}

/**
 * The assignment's values in the order of the score file. Where the score file has its own, both must agree.
 */
export function assigned<T extends Uint8Array | Int32Array>(
  role: 'included' | 'truth',
  file: string,
  { places, assignment }: Join,
  own: T | null,
): T {
  const values = assignment[role] as T | null;
  if (values === null) throw missingColumn(assignment.file, role, assignment.names);
  const ordered = (role === 'included' ? new Uint8Array(places.length) : new Int32Array(places.length)) as T;
  for (let row = 0; row < ordered.length; row++) {
    const value = values[places.at(row) ?? 0];
    if (own !== null && own[row] !== value)
      throw invalid(
        role,
        { file, row: row + 1 },
        `must be what ${assignment.file} says (${value})`,
        own[row],
      );
    ordered[row] = value;
  }
  return ordered;
}
