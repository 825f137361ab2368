import { InvalidInput } from '../../errors.ts';
import { inOrder, rowsLike, type SignalFile } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { type CanarySignals, checkReferenceCoins, type ReferenceSignals } from '../../signals/index.ts';
import { checkColumns, checkSameForm, type ModelColumns, modelColumns } from './model-signals.ts';
import { concatenated, referencesIn } from './references.ts';

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
  /** Whose file does not say who was in, so that not all references were compared with the target's coins. */
  readonly unchecked: 'target' | 'references' | null;
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
  if (candidates > 1 && target.included !== null && target.truth === null)
    throw new InvalidInput(
      `invalid columns in ${quotedPath(target.file)}; ${own.form}_0, ... are candidates, of which truth says the one that was in, not included; references are called reference_0, ...`,
    );
  const references = [target, ...files.references].flatMap((file) =>
    referencesIn(file, { target, own, candidates, aProbability }),
  );
  const said = members ?? (saysMembers(target, references.length) ? target : null);
  const withMembers = said === null ? references : assignMembers(target, references, said, candidates);
  const unchecked = checkCoins(target, withMembers, candidates);
  const others = [...files.references, ...(members === null ? [] : [members])];
  return {
    signals: {
      form: own.form,
      target: concatenated(own.columns),
      references: withMembers,
      ...(population === null
        ? {}
        : { population: populationOf(population, own, references.length, aProbability) }),
    },
    candidates,
    nobodyIn: withMembers.every(({ included }) => included === undefined),
    unchecked,
    byOrder: others.filter(({ ids }) => ids === null || target.ids === null).map(({ file }) => file),
  };
}

/** Whether the target's file has columns of who was in references that are in other files. */
function saysMembers({ references, members }: SignalFile, count: number): boolean {
  return references.length === 0 && members.length > 0 && count > 0;
}

/** Refuses references that share the target's coins; returns who does not tell theirs. */
function checkCoins(
  { included, truth, rows }: SignalFile,
  references: readonly ReferenceSignals[],
  candidates: number,
): GatheredSignals['unchecked'] {
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
  if ((candidates === 1 ? included : truth) === null) return 'target';
  return coins.length < references.length ? 'references' : null;
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
  const rows = file === target ? null : rowsLike(target, file);
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
