import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import type { Assignment } from './assignment.ts';
import type { JoinedIds } from './columns/ids/kept-ids.ts';
import { invalid, missingColumn } from './refuse.ts';

/** The ids of a score file and the assignment that they point into. */
export interface Join {
  readonly ids: JoinedIds;
  readonly assignment: Assignment;
}

/** Refuses ids that only one of the two files has, and those that stand twice. */
export async function checkJoin(file: string, { ids, assignment }: Join): Promise<void> {
  ids.check();
  const { first, count } = ids.unscored();
  if (count === 0) return;
  const all = count === 1 ? '' : ` (the first of ${count})`;
  throw new InvalidInput(
    `missing id in ${file}; must have every canary of ${assignment.file}: ${quoted(String(await assignment.idAt(first)))}${all}`,
  );
}

/**
 * The assignment's values in the order of the score file. Where the score file has its own, both must agree.
 */
export function assigned<T extends Uint8Array | Int32Array>(
  role: 'included' | 'truth',
  file: string,
  { ids, assignment }: Join,
  own: T | null,
): T {
  const values = assignment[role] as T | null;
  if (values === null) throw missingColumn(assignment.file, role, assignment.names);
  const ordered = (
    role === 'included' ? new Uint8Array(ids.places.length) : new Int32Array(ids.places.length)
  ) as T;
  for (let row = 0; row < ordered.length; row++) {
    const value = values[ids.places.at(row)];
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
