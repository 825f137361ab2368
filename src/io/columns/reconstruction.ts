import { InvalidInput } from '../../errors.ts';
import type { ReconstructionScores } from '../../types.ts';
import { assigned, type Join } from '../join.ts';
import { invalid } from '../refuse.ts';
import { type ColumnLabel, NumberColumn, OptionColumn } from './column.ts';
import { type ColumnNames, candidateColumns } from './column-roles.ts';
import type { FileColumns } from './file-columns.ts';
import { ScoreMatrix } from './matrix.ts';

/** What the attack answered for each bucket. */
interface Answers {
  readonly guesses: Int32Array;
  readonly confidence: Float64Array | null;
}

/** Columns of a reconstruction game: the truth, and either ready guesses or one score per candidate. */
export function reconstructionColumns(
  fileColumns: FileColumns,
  layout: 'guesses' | 'candidates',
  wanted: ColumnNames,
  lowerIsIn: boolean,
): (k: number | undefined, join: Join | null) => ReconstructionScores {
  if (layout === 'guesses' && lowerIsIn)
    throw new InvalidInput(
      `invalid direction; ${fileColumns.file} holds ready guesses, which have no scores that could be lower or higher`,
    );
  const truthColumn = fileColumns.optional('truth', (label) => new OptionColumn(label));
  const attack =
    layout === 'guesses' ? readyGuesses(fileColumns) : bestCandidates(fileColumns, wanted, lowerIsIn);
  return (given, join) => {
    const { guesses, confidence } = attack.answers();
    const own = truthColumn?.values.take() ?? null;
    const truth = join ? assigned('truth', fileColumns.file, join, own) : own;
    if (truth === null) throw new Error('internal: nobody knows the truth');
    if (given !== undefined && attack.k !== undefined && given !== attack.k)
      throw new InvalidInput(`invalid options; ${fileColumns.file} has ${attack.k} scores per row: ${given}`);
    // k is never taken from the guesses: an attack that names an option nobody drew would raise k, and with a
    // larger k its right guesses would look less like luck.
    const k = attack.k ?? given ?? optionsShown(truth, fileColumns.file);
    if (attack.label) checkBelow(guesses, k, attack.label);
    if (truthColumn) checkBelow(truth, k, truthColumn.label);
    else if (join?.assignment.truth)
      checkBelow(join.assignment.truth, k, {
        file: join.assignment.file,
        column: join.assignment.truthColumn,
        what: 'truth',
      });
    // No truth is negative, so the bits of an Int32Array are those of a Uint32Array.
    const truths = new Uint32Array(truth.buffer, truth.byteOffset, truth.length);
    return { kind: 'reconstruction', k, truth: truths, guesses, confidence };
  };
}

interface Attack {
  /** How many candidates there are, where the columns tell. */
  readonly k?: number;
  readonly label?: ColumnLabel;
  answers(): Answers;
}

function readyGuesses(fileColumns: FileColumns): Attack {
  const guess = fileColumns.required('guess', (label) => new OptionColumn(label, true));
  const sure = fileColumns.optional('confidence', (label) => new NumberColumn(label, true));
  return {
    label: guess.label,
    answers() {
      const guesses = guess.values.take();
      return { guesses, confidence: sure && filled(sure.values.take(), guesses, sure.label) };
    },
  };
}

/** An abstention without a confidence gets the smallest one, so that it is never kept in place of a guess. */
function filled(
  confidence: Float64Array,
  guesses: Int32Array,
  { file, column, what }: ColumnLabel,
): Float64Array {
  for (let i = 0; i < guesses.length; i++) {
    if (!Number.isNaN(confidence[i])) continue;
    if (guesses[i] >= 0)
      throw invalid(what, { file, column, row: i + 1 }, 'must be a finite number where there is a guess', '');
    confidence[i] = -Number.MAX_VALUE;
  }
  return confidence;
}

function bestCandidates(fileColumns: FileColumns, wanted: ColumnNames, lowerIsIn: boolean): Attack {
  const positions = candidateColumns(fileColumns.file, fileColumns.names, wanted);
  const labels = positions.map((position) => fileColumns.label(position, 'score'));
  const matrix = new ScoreMatrix(labels, lowerIsIn ? -1 : 1);
  for (const [candidate, position] of positions.entries())
    fileColumns.add(position, matrix.columns[candidate]);
  return {
    k: positions.length,
    answers: () => ({ guesses: matrix.guesses.take(), confidence: matrix.confidence.take() }),
  };
}

/**
 * The number of options by the truths alone, where each was drawn at least once: a number too large would be
 * unsound.
 */
function optionsShown(truth: Int32Array, file: string): number {
  const k = Math.max(largest(truth), 1) + 1;
  const drawn = new Set(truth);
  // Two options are the fewest there are, so a file that shows one of them shows enough.
  if (k > 2 && drawn.size < k)
    throw new InvalidInput(
      `unknown number of options in ${file}; the truth shows ${drawn.size} of the ${k} labels from 0 to ${k - 1}: state how many candidates each bucket has`,
    );
  return k;
}

function largest(values: Int32Array): number {
  return values.reduce((most, value) => Math.max(most, value), -1);
}

function checkBelow(values: Int32Array, k: number, { file, column, what }: ColumnLabel): void {
  const row = values.findIndex((value) => value >= k);
  if (row >= 0)
    throw invalid(what, { file, column, row: row + 1 }, `must be below the ${k} options`, values[row]);
}
