import { InvalidInput } from '../../../errors.ts';
import { fingerprint, fingerprintAt } from '../../../id-fingerprint.ts';
import { quoted, quotedPath } from '../../../quote.ts';
import type { IdFingerprints } from '../../../types.ts';
import type { ColumnLabel } from '../column.ts';
import { IdTable } from '../ids/id-table.ts';
import type { RowRuns } from './run-column.ts';

/** The ids of a file by row, and the run of each row. */
export interface IdsInRuns {
  readonly label: ColumnLabel;
  readonly ids: IdFingerprints;
  readonly runs: RowRuns;
}

/** Refuses an id that stands twice in one run. */
export function checkIdsInRuns(given: IdsInRuns): void {
  tableOf(given);
}

/**
 * The row of the assignment for each row of the scores, where both files have ids and runs: an id belongs to
 * its run. Refuses what only one of the files has; `idAt` names an id of the assignment.
 */
export async function placesInRuns(
  scores: IdsInRuns,
  theirs: IdsInRuns,
  idAt: (row: number) => Promise<string>,
): Promise<Uint32Array> {
  checkIdsInRuns(scores);
  const table = tableOf(theirs);
  const runOf = new Map(theirs.runs.labels.map((label, run) => [label, run]));
  const places = new Uint32Array(scores.runs.rows.length);
  const seen = new Uint8Array(theirs.runs.rows.length);
  for (let row = 0; row < places.length; row++) {
    const label = scores.runs.labels[scores.runs.rows[row]];
    const run = runOf.get(label);
    if (run !== undefined) markId(scores.ids, row, run);
    const place = run === undefined ? -1 : table.findFingerprint(fingerprint[0], fingerprint[1]);
    if (place < 0)
      throw new InvalidInput(
        `extra id in ${quotedPath(scores.label.file)}, row ${row + 1}, column '${quoted(scores.label.column)}'; must stand in ${quotedPath(theirs.label.file)} too, in run ${quoted(label)}`,
      );
    places[row] = place;
    seen[place] = 1;
  }
  const missing = seen.indexOf(0);
  if (missing < 0) return places;
  const id = quoted(await idAt(missing));
  const run = quoted(theirs.runs.labels[theirs.runs.rows[missing]]);
  throw new InvalidInput(
    `missing id in ${quotedPath(scores.label.file)}; must have every canary of ${quotedPath(theirs.label.file)}: ${id} of run ${run}`,
  );
}

function tableOf({ label, ids, runs }: IdsInRuns): IdTable {
  const table = new IdTable(true);
  const rows = ids.length / 2;
  table.reserve(rows);
  for (let row = 0; row < rows; row++) {
    markId(ids, row, runs.rows[row]);
    if (table.addFingerprint(fingerprint[0], fingerprint[1])) continue;
    throw new InvalidInput(
      `doubled id in ${quotedPath(label.file)}, row ${row + 1}, column '${quoted(label.column)}'; every canary must stand once in run ${quoted(runs.labels[runs.rows[row]])}`,
    );
  }
  return table;
}

/** Leaves the fingerprint of a row's id in a run in `fingerprint`. */
function markId(ids: IdFingerprints, row: number, run: number): void {
  fingerprintAt(ids, row);
  fingerprint[0] ^= Math.imul(run + 1, 0x9e3779b1);
  fingerprint[1] ^= Math.imul(run + 1, 0x85ebca6b);
}
