import { InvalidInput } from '../../errors.ts';
import { inOrder, rowsLike, type SignalFile } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import {
  type CanarySignals,
  checkReferenceCoins,
  type ReferenceSignals,
  type SignalForm,
} from '../../signals/index.ts';
import { checkColumns, type ModelColumns, modelColumns } from './model-signals.ts';

/** The files of one scoring, as they were read. */
export interface SignalFiles {
  readonly target: SignalFile;
  /** One model per file, or several in columns of references. */
  readonly references: readonly SignalFile[];
  /** Who was in each reference, where that is a file of its own. */
  readonly members: SignalFile | null;
  readonly population: SignalFile | null;
}

/** Signals in the order of the target's rows, and what is to be said about them. */
export interface GatheredSignals {
  /** Of buckets, all first candidates come before all second ones. */
  readonly signals: CanarySignals;
  /** Candidates per bucket; 1 where canaries are in or out. */
  readonly candidates: number;
  /** Whether no file says who was in the references. */
  readonly nobodyIn: boolean;
  /** Files whose rows were matched by their order. */
  readonly byOrder: readonly string[];
}

/**
 * Puts the files together. Who was in the target's own training set is compared with who was in the
 * references, which must be another draw, and goes into nothing.
 */
export function gatherSignals(files: SignalFiles, aProbability: boolean): GatheredSignals {
  const { target, members, population } = files;
  const own = modelColumns(target);
  checkColumns(target.file, own.columns, own.form, aProbability);
  const candidates = own.layout === 'candidates' ? own.columns.length : 1;
  const references = [target, ...files.references].flatMap((file) =>
    referencesIn(file, { target, own, candidates, aProbability }),
  );
  const withMembers = members === null ? references : assignMembers(target, references, members, candidates);
  checkCoins(target, withMembers, candidates);
  const others = [...files.references, ...(members === null ? [] : [members])];
  return {
    signals: {
      form: own.form,
      target: joined(own.columns),
      references: withMembers,
      ...(population === null
        ? {}
        : { population: populationOf(population, own, references.length, aProbability) }),
    },
    candidates,
    nobodyIn: withMembers.every(({ included }) => included === undefined),
    byOrder: others.filter(({ ids }) => ids === null || target.ids === null).map(({ file }) => file),
  };
}

/** Refuses references that share the target's coins, where the target's file tells those. */
function checkCoins(
  { included, truth, rows }: SignalFile,
  references: readonly ReferenceSignals[],
  candidates: number,
): void {
  const coins = references.flatMap(({ included: own }) => (own === undefined ? [] : [own]));
  if (candidates === 1) {
    if (included !== null) checkReferenceCoins(included, coins);
  } else if (truth !== null) {
    const drawn = coins.map((own) =>
      Int32Array.from(truth, (_, row) => {
        let candidate = 0;
        while (candidate < candidates && own[candidate * rows + row] !== 1) candidate++;
        return candidate;
      }),
    );
    checkReferenceCoins(truth, drawn, candidates);
  }
}

interface Target {
  readonly target: SignalFile;
  readonly own: ModelColumns;
  readonly candidates: number;
  readonly aProbability: boolean;
}

/** The reference models of a file: those in its columns of references, else its own model. */
function referencesIn(
  file: SignalFile,
  { target, own, candidates, aProbability }: Target,
): ReferenceSignals[] {
  const isTarget = file === target;
  if (file.references.length > 0) {
    if (own.layout !== 'record')
      throw new InvalidInput(
        `invalid references in ${quotedPath(file.file)}; beside ${own.layout} of the target, each reference must be a file of its own`,
        ['reference'],
      );
    checkColumns(file.file, file.references, own.form, aProbability);
    const rows = isTarget ? null : rowsLike(target, file);
    const members = membersOf(file);
    return file.references.map((values, j) => {
      const signals = inOrder(values, rows);
      return members.length === 0 ? { signals } : { signals, included: inOrder(members[j], rows) };
    });
  }
  if (isTarget) return [];
  const model = modelColumns(file);
  checkSameForm(file.file, model.form, own.form);
  if ((model.layout === 'candidates' ? model.columns.length : 1) !== candidates)
    throw new InvalidInput(
      `invalid signals in ${quotedPath(file.file)}; must have as many candidates as ${quotedPath(target.file)} (${candidates}): ${model.columns.length}`,
    );
  checkColumns(file.file, model.columns, model.form, aProbability);
  const rows = rowsLike(target, file);
  const signals = joined(model.columns.map((values) => inOrder(values, rows)));
  const included = candidates === 1 ? file.included : candidatesIn(file, candidates);
  return [included === null ? { signals } : { signals, included: orderedParts(included, rows, candidates) }];
}

/** Who was in each column of references; one column alone may say it as a file of one model does. */
function membersOf({ file, references, members, included, own }: SignalFile): readonly Uint8Array[] {
  const found =
    members.length === 0 && references.length === 1 && own === null && included !== null
      ? [included]
      : members;
  if (found.length > 0 && found.length !== references.length)
    throw new InvalidInput(
      `invalid columns in ${quotedPath(file)}; must say who was in each of ${references.length} references: ${found.length}`,
    );
  return found;
}

function assignMembers(
  target: SignalFile,
  references: readonly ReferenceSignals[],
  file: SignalFile,
  candidates: number,
): ReferenceSignals[] {
  const columns = file.members.length > 0 ? file.members : file.included === null ? [] : [file.included];
  if (candidates > 1)
    throw new InvalidInput('invalid members; of candidates, the column truth of each reference says it');
  if (references.some(({ included }) => included !== undefined))
    throw new InvalidInput(`invalid members ${quotedPath(file.file)}; the references say it themselves`);
  if (columns.length !== references.length)
    throw new InvalidInput(
      `invalid members ${quotedPath(file.file)}; must have a column for each of ${references.length} references: ${columns.length}`,
    );
  const rows = rowsLike(target, file);
  return references.map(({ signals }, j) => ({ signals, included: inOrder(columns[j], rows) }));
}

function populationOf(
  file: SignalFile,
  own: ModelColumns,
  count: number,
  aProbability: boolean,
): NonNullable<CanarySignals['population']> {
  const { form, columns, layout } = modelColumns(file);
  checkSameForm(file.file, form, own.form);
  if (layout !== 'record' || file.references.length !== count)
    throw new InvalidInput(
      `invalid population ${quotedPath(file.file)}; must have one signal of the target and one of each of ${count} references per record: ${columns.length} and ${file.references.length}`,
    );
  for (const values of [columns, file.references]) checkColumns(file.file, values, form, aProbability);
  return { target: columns[0], references: file.references };
}

function checkSameForm(file: string, form: SignalForm, wanted: SignalForm): void {
  if (form !== wanted)
    throw new InvalidInput(
      `invalid signals in ${quotedPath(file)}; must be of the form of the target's (${wanted}): ${form}`,
    );
}

/** For each candidate of each bucket whether it was drawn; null where the file does not say. */
function candidatesIn({ file, truth, rows }: SignalFile, candidates: number): Uint8Array | null {
  if (truth === null) return null;
  const included = new Uint8Array(rows * candidates);
  for (let row = 0; row < rows; row++) {
    if (truth[row] >= candidates)
      throw new InvalidInput(
        `invalid truth in ${quotedPath(file)}, row ${row + 1}; must be below ${candidates}: ${truth[row]}`,
      );
    included[truth[row] * rows + row] = 1;
  }
  return included;
}

function orderedParts(values: Uint8Array, rows: Uint32Array | null, parts: number): Uint8Array {
  if (rows === null) return values;
  const size = values.length / parts;
  const ordered = new Uint8Array(values.length);
  for (let part = 0; part < parts; part++)
    ordered.set(inOrder(values.subarray(part * size, (part + 1) * size), rows), part * size);
  return ordered;
}

/** Columns one after the other; a single one is not copied. */
function joined(columns: readonly Float64Array[]): Float64Array {
  if (columns.length === 1) return columns[0];
  const all = new Float64Array(columns.length * columns[0].length);
  for (const [j, values] of columns.entries()) all.set(values, j * values.length);
  return all;
}
