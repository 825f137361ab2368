import { FlagColumn, OptionColumn } from '../columns/column.ts';
import { findRoles } from '../columns/column-roles.ts';
import { FileColumns } from '../columns/file-columns.ts';
import { readInto } from '../formats/read-table.ts';
import type { Progress } from '../read.ts';
import { missingColumn } from '../refuse.ts';
import type { ByteSource } from '../source.ts';
import { type SourceOptions, SourceReading } from '../source-reading.ts';
import { IdTexts, SignalColumn } from './signal-column.ts';
import { findMembers, findOwn, findReferences, type OwnColumns, plain } from './signal-names.ts';

/** What models say about records, as a file has it. */
export interface SignalFile {
  readonly file: string;
  readonly rows: number;
  /** Texts that stand once each; null where the file has no column of ids. */
  readonly ids: readonly string[] | null;
  /** What the file's own model says; null where only references stand in it. */
  readonly own: SignalsOfModel | null;
  readonly references: readonly Float64Array[];
  /** For each column in_0, in_1, ... who was in that reference; none where the file does not say. */
  readonly members: readonly Uint8Array[];
  /** Who was in the training set of the file's own model. */
  readonly included: Uint8Array | null;
  readonly truth: Int32Array | null;
  readonly sha256: string;
}

/** What one model says: a column per record, per candidate or per class. */
export interface SignalsOfModel {
  readonly name: OwnColumns['name'];
  readonly layout: OwnColumns['layout'];
  readonly columns: readonly Float64Array[];
  /** The true class of each record, where there is a column per class. */
  readonly labels: Int32Array | null;
}

/** How a file of signals is read. */
export interface SignalReadOptions extends SourceOptions {
  /** Which signal is meant, where the file has several: loss, probability, logit or logits. */
  readonly signal?: string;
  readonly idColumn?: string;
  readonly includedColumn?: string;
  /** Whether columns that are named may be missing, where the names were given for another file. */
  readonly namesMayMiss?: boolean;
  /** What the array of an NPY file is called, having no names itself. Default: `loss`. */
  readonly npyName?: string;
  readonly onProgress?: Progress;
}

/** Reads a file of signals of any format; see docs/scores.md for the names of its columns. */
export async function signalsFrom(source: ByteSource, options: SignalReadOptions = {}): Promise<SignalFile> {
  const { signal, idColumn, includedColumn, namesMayMiss = false, npyName = 'loss', onProgress } = options;
  const file = source.name;
  const reading = new SourceReading(source, options, true, (done) => onProgress?.(done, source.byteLength));
  const start = (names: readonly string[]) => {
    const isWanted = (name: string | undefined): name is string =>
      name !== undefined && !(namesMayMiss && !names.some((own) => plain(own) === plain(name)));
    const wanted = {
      ...(isWanted(idColumn) ? { id: idColumn } : {}),
      ...(isWanted(includedColumn) ? { included: includedColumn } : {}),
    };
    const columns = new FileColumns(file, names, findRoles(file, names, wanted));
    const own = findOwn(file, names, signal);
    const signals = (positions: readonly number[], what: string) =>
      positions.map((position) => columns.add(position, new SignalColumn(columns.label(position, what))));
    const read = {
      names,
      reads: columns.reads,
      own,
      ids: columns.optional('id', (label) => new IdTexts(label)),
      included: columns.optional('included', (label) => new FlagColumn(label)),
      truth: columns.optional('truth', (label) => new OptionColumn(label)),
      label: ownLabel(columns, own),
      values: signals(own?.positions ?? [], own?.name ?? 'loss'),
      references: signals(findReferences(file, names), 'signal of a reference'),
      members: findMembers(file, names).map((position) =>
        columns.add(position, new FlagColumn(columns.label(position, 'included'))),
      ),
    };
    if (columns.reads.length === 0) throw missingColumn(file, npyName, names);
    return read;
  };
  const read = await readInto(reading, start, npyName);
  const ids = read.ids?.texts ?? null;
  read.ids?.check();
  const all = [...read.values, ...read.references, ...read.members];
  return {
    file,
    rows: ids?.length ?? all[0]?.values.length ?? read.included?.values.length ?? 0,
    ids,
    own: read.own && {
      name: read.own.name,
      layout: read.own.layout,
      columns: read.values.map(({ values }) => values.take()),
      labels: read.label?.values.take() ?? null,
    },
    references: read.references.map(({ values }) => values.take()),
    members: read.members.map(({ values }) => values.take()),
    included: read.included?.values.take() ?? null,
    truth: read.truth?.values.take() ?? null,
    sha256: await reading.digest(),
  };
}

function ownLabel(columns: FileColumns, own: OwnColumns | null): OptionColumn | null {
  if (own === null || own.label === null) return null;
  return columns.add(own.label, new OptionColumn(columns.label(own.label, 'label')));
}
