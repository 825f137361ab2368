import { FlagColumn, OptionColumn } from './columns/column.ts';
import { type ColumnNames, findRoles } from './columns/column-roles.ts';
import { FileColumns } from './columns/file-columns.ts';
import { IdAtRow } from './columns/ids/id-column.ts';
import type { IdLookup } from './columns/ids/id-table.ts';
import { UniqueIds } from './columns/ids/kept-ids.ts';
import { readInto } from './formats/read-table.ts';
import { missingColumn } from './refuse.ts';
import { type SourceOptions, SourceReading } from './source-reading.ts';

/** Who was in, by id, from a file of its own. */
export interface Assignment {
  readonly file: string;
  readonly names: readonly string[];
  /** Id -> row, counted from 0. */
  readonly ids: IdLookup;
  readonly included: Uint8Array | null;
  readonly truth: Int32Array | null;
  /** What the file calls the truth. */
  readonly truthColumn: string;
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
  const { fileColumns, idPosition, ids, included, truth } = await readInto(reading, start);
  ids.check();
  return {
    file,
    names: fileColumns.names,
    ids: ids.lookup,
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
    included: fileColumns.optional('included', (label) => new FlagColumn(label)),
    truth: fileColumns.optional('truth', (label) => new OptionColumn(label)),
  };
}

/** Names given for who was in are this file's; the name given for ids may be meant for the scores alone. */
function ownNames(names: readonly string[], { id, included, truth }: ColumnNames): ColumnNames {
  const shared = names.some((name) => name.trim().toLowerCase() === id?.trim().toLowerCase());
  return {
    ...(id !== undefined && shared && { id }),
    ...(included !== undefined && { included }),
    ...(truth !== undefined && { truth }),
  };
}
