import { type ColumnNames, columnsByRole, missingRoles } from '../../../../src/io/index.ts';
import type { FileLook } from '../../work/audit.ts';

/** The roles that a user may name a column for. */
export type NamedRole = 'score' | 'included' | 'id' | 'run';

/** The roles that no column could be found for by its name; without them the files cannot be read. */
export function missingColumns(
  looks: readonly FileLook[],
  columns: ColumnNames = {},
): readonly Exclude<NamedRole, 'run'>[] {
  const [scores, assignment] = byRole(looks);
  if (scores === undefined) return [];
  const missing = missingRoles(scores.columns, columns, assignment !== undefined);
  if (assignment === undefined) return missing;
  const { included, truth } = columnsByRole(assignment.columns, columns);
  return included === undefined && truth === undefined ? [...missing, 'included'] : missing;
}

/** The looks into the scores and into the assignment. */
export function byRole(looks: readonly FileLook[]): [FileLook | undefined, FileLook | undefined] {
  return [looks.find(({ role }) => role === 'scores'), looks.find(({ role }) => role === 'assignment')];
}
