import { FlagColumn, OptionColumn } from './columns/column.ts';
import { type ColumnNames, findRoles } from './columns/column-roles.ts';
import { FileColumns } from './columns/file-columns.ts';
import { IdAtRow } from './columns/ids/id-column.ts';
import type { IdTable } from './columns/ids/id-table.ts';
import { UniqueIds } from './columns/ids/kept-ids.ts';
import type { IdsInRuns } from './columns/runs/ids-in-runs.ts';
import { RunColumn } from './columns/runs/run-column.ts';
import { readInto } from './formats/read-table.ts';
import { missingColumn } from './refuse.ts';
import { type SourceOptions, SourceReading } from './source-reading.ts';

/** Who was in, by id, from a file of its own. */
export interface Assignment {
  readonly file: string;
  readonly names: readonly string[];
  /** Id -> row, counted from 0. */
  readonly ids: IdTable;
  /** The labels of a column of runs; none without one. */
  readonly runNames: readonly string[];
  /** Whether a column tells several runs apart. */
  readonly inRuns: boolean;
  readonly included: Uint8Array | null;
  readonly truth: Int32Array | null;
  /** What the file calls the truth. */
  readonly truthColumn: string;
  /** Refuses ids that stand twice, in whatever run. */
  checkIds(): void;
  /** The ids by row and run, or null where there is one run; ids can be looked for no more. */
  idsInRuns(): IdsInRuns | null;
  /**
   * The id of one row, for an error: the file is read again for it, since only hashes are kept. A pipe cannot
   * be read again.
   */
  idAt(row: number): Promise<string>;
}

export async function readAssignment(
  reading: SourceReading,
  wanted: ColumnNames,
  options: SourceOptions,
): Promise<Assignment> {
  const { source } = reading;
  const file = source.name;
  const start = (names: readonly string[]) => assignmentColumns(file, names, wanted);
  const { fileColumns, idPosition, ids, run, included, truth } = await readInto(reading, start);
  const runs = run?.take() ?? null;
  // Within its run an id must stand once; whether runs count is known when the scores are read.
  if (runs === null) ids.check();
  return {
    file,
    names: fileColumns.names,
    ids: ids.lookup,
    runNames: run?.names ?? [],
    inRuns: runs !== null,
    checkIds: () => ids.check(),
    idsInRuns: () => runs && { label: ids.label, ids: ids.take(), runs },
    included: included?.values.take() ?? null,
    truth: truth?.values.take() ?? null,
    truthColumn: truth?.label.column ?? 'truth',
    async idAt(row) {
      if (source.once) return `the one in row ${row + 1}`;
      const column = new IdAtRow(fileColumns.label(idPosition, 'id'), row + 1);
      await readInto(new SourceReading(source, options), () => ({
        reads: [{ position: idPosition, column }],
      }));
      return column.id;
    },
  };
}

function assignmentColumns(file: string, names: readonly string[], wanted: ColumnNames) {
  const roles = findRoles(file, names, ownNames(names, wanted));
  if (roles.id === undefined) throw missingColumn(file, wanted.id ?? 'id', names);
  if (roles.included === undefined && roles.truth === undefined) throw missingColumn(file, 'included', names);
  const fileColumns = new FileColumns(file, names, roles);
  return {
    fileColumns,
    reads: fileColumns.reads,
    idPosition: roles.id,
    ids: fileColumns.required('id', (label) => new UniqueIds(label)),
    run: fileColumns.optional('run', (label) => new RunColumn(label)),
    included: fileColumns.optional('included', (label) => new FlagColumn(label)),
    truth: fileColumns.optional('truth', (label) => new OptionColumn(label)),
  };
}

/**
 * Names given for who was in are this file's; the names given for ids and runs may be meant for the scores
 * alone.
 */
function ownNames(names: readonly string[], { id, included, truth, run }: ColumnNames): ColumnNames {
  const plain = new Set(names.map((name) => name.trim().toLowerCase()));
  const isHere = (name: string) => plain.has(name.trim().toLowerCase());
  return {
    ...(id !== undefined && isHere(id) && { id }),
    ...(run !== undefined && (run === null || isHere(run)) && { run }),
    ...(included !== undefined && { included }),
    ...(truth !== undefined && { truth }),
  };
}
