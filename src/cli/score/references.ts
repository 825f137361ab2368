import { InvalidInput } from '../../errors.ts';
import { inOrder, rowsLike, type SignalFile } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import type { ReferenceSignals } from '../../signals/index.ts';
import { checkColumns, checkSameForm, type ModelColumns, modelColumns } from './model-signals.ts';

/** What references are compared with. */
interface ScoredTarget {
  readonly target: SignalFile;
  readonly own: ModelColumns;
  /** Per bucket; 1 where canaries are in or out. */
  readonly candidates: number;
  readonly aProbability: boolean;
}

/** The reference models of a file: those in its columns of references, else its own model. */
export function referencesIn(file: SignalFile, scored: ScoredTarget): ReferenceSignals[] {
  const { target, own, candidates } = scored;
  if (file.references.length > 0) {
    if (own.layout !== 'record')
      throw new InvalidInput(
        `invalid references in ${quotedPath(file.file)}; beside ${own.layout} of the target, each reference must be a file of its own`,
        ['reference'],
      );
    return inColumns(file, file.references, scored);
  }
  if (file === target) return [];
  const model = modelColumns(file);
  checkSameForm(file.file, model.form, own.form);
  // Beside canaries that are in or out, numbered columns are not candidates: they are models.
  if (model.layout === 'candidates' && candidates === 1) return inColumns(file, model.columns, scored);
  if (model.columns.length !== candidates)
    throw new InvalidInput(
      `invalid signals in ${quotedPath(file.file)}; must have as many candidates as ${quotedPath(target.file)} (${candidates}): ${model.columns.length}`,
    );
  checkColumns(file.file, model.columns, model.form, scored.aProbability);
  const rows = rowsLike(target, file);
  checkSameLabels(target, file, rows);
  const signals = concatenated(model.columns.map((values) => inOrder(values, rows)));
  const included = candidates === 1 ? (membersOf(file, 1)[0] ?? null) : candidatesIn(file, candidates);
  return [included === null ? { signals } : { signals, included: orderedParts(included, rows, candidates) }];
}

/** Refuses other labels than the target's: such rows are not about the same canaries. */
function checkSameLabels(target: SignalFile, file: SignalFile, rows: Uint32Array | null): void {
  const [labels, others] = [target.own?.labels ?? null, file.own?.labels ?? null];
  if (labels === null || others === null) return;
  for (let row = 0; row < labels.length; row++) {
    const at = rows === null ? row : rows[row];
    if (others[at] !== labels[row])
      throw new InvalidInput(
        `invalid label in ${quotedPath(file.file)}, row ${at + 1}; must be that of the same canary in ${quotedPath(target.file)} (${labels[row]}): ${others[at]}`,
      );
  }
}

/** One reference model per column. */
function inColumns(
  file: SignalFile,
  columns: readonly Float64Array[],
  { target, own, aProbability }: ScoredTarget,
): ReferenceSignals[] {
  checkColumns(file.file, columns, own.form, aProbability);
  const rows = file === target ? null : rowsLike(target, file);
  // In the target's file, the column of who was in is about the target.
  const members = membersOf(file === target ? { ...file, included: null } : file, columns.length);
  return columns.map((values, j) => {
    const signals = inOrder(values, rows);
    return members.length === 0 ? { signals } : { signals, included: inOrder(members[j], rows) };
  });
}

/** Who was in each of so many references; none where the file does not say. */
function membersOf(
  { file, members, included }: Pick<SignalFile, 'file' | 'members' | 'included'>,
  references: number,
): readonly Uint8Array[] {
  const found = members.length === 0 && included !== null ? [included] : members;
  if (found.length > 0 && found.length !== references)
    throw new InvalidInput(
      `invalid columns in ${quotedPath(file)}; must say who was in each of ${references} references: ${found.length}`,
    );
  return found;
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
export function concatenated(columns: readonly Float64Array[]): Float64Array {
  if (columns.length === 1) return columns[0];
  const all = new Float64Array(columns.length * columns[0].length);
  for (const [j, values] of columns.entries()) all.set(values, j * values.length);
  return all;
}
