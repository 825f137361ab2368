import { InvalidInput } from '../../errors.ts';
import type { ReconstructionScores } from '../../types.ts';
import { ScoreMatrix } from '../formats/matrix.ts';
import { assigned, type Join } from '../join.ts';
import { invalid } from '../refuse.ts';
import { type Label, NumberColumn, OptionColumn } from './column.ts';
import { type ColumnNames, candidateColumns } from './columns.ts';
import type { Intake } from './intake.ts';

/** What the attack said, before the truth is known to all. */
interface Answers {
  readonly guesses: Int32Array;
  readonly confidence: Float64Array | null;
}

/** Buckets of k candidates: the truth beside ready guesses, or beside one score per candidate. */
export function reconstruction(
  intake: Intake,
  join: Join | null,
  layout: 'guesses' | 'candidates',
  wanted: ColumnNames,
  lowerIsIn: boolean,
): (k: number | undefined) => ReconstructionScores {
  if (layout === 'guesses' && lowerIsIn)
    throw new InvalidInput(
      `invalid direction; ${intake.file} holds ready guesses, which have no scores that could be lower or higher`,
    );
  const truthColumn = intake.optional('truth', (label) => new OptionColumn(label));
  const attack = layout === 'guesses' ? readyGuesses(intake) : bestCandidates(intake, wanted, lowerIsIn);
  return (given) => {
    const { guesses, confidence } = attack.answers();
    const own = truthColumn?.values.take() ?? null;
    const truth = join ? assigned('truth', intake.file, join, own) : own;
    if (truth === null) throw new Error('internal: nobody knows the truth');
    if (given !== undefined && attack.k !== undefined && given !== attack.k)
      throw new InvalidInput(`invalid options; ${intake.file} has ${attack.k} scores per row: ${given}`);
    // Never from the guesses: an attack that names an option nobody drew would make its own luck look smaller.
    const k = attack.k ?? given ?? optionsShown(truth, intake.file);
    if (attack.label) checkBelow(guesses, k, attack.label);
    if (truthColumn) checkBelow(truth, k, truthColumn.label);
    else if (join?.assignment.truth)
      checkBelow(join.assignment.truth, k, {
        file: join.assignment.file,
        column: join.assignment.truthColumn,
        what: 'truth',
      });
    // Not negative, so the same bits mean the same numbers.
    return { kind: 'reconstruction', k, truth: new Uint32Array(truth.buffer), guesses, confidence };
  };
}

interface Attack {
  /** How many candidates there are, where the columns tell. */
  readonly k?: number;
  readonly label?: Label;
  answers(): Answers;
}

function readyGuesses(intake: Intake): Attack {
  const guess = intake.required('guess', (label) => new OptionColumn(label, true));
  const sure = intake.optional('confidence', (label) => new NumberColumn(label, true));
  return {
    label: guess.label,
    answers() {
      const guesses = guess.values.take();
      return { guesses, confidence: sure && filled(sure.values.take(), guesses, sure.label) };
    },
  };
}

/** An abstention needs no confidence: it gets the least there is, so that it never crowds out a guess. */
function filled(confidence: Float64Array, guesses: Int32Array, { file, column, what }: Label): Float64Array {
  for (let i = 0; i < guesses.length; i++) {
    if (!Number.isNaN(confidence[i])) continue;
    if (guesses[i] >= 0)
      throw invalid(what, { file, column, row: i + 1 }, 'must be a finite number where there is a guess', '');
    confidence[i] = -Number.MAX_VALUE;
  }
  return confidence;
}

function bestCandidates(intake: Intake, wanted: ColumnNames, lowerIsIn: boolean): Attack {
  const positions = candidateColumns(intake.file, intake.names, wanted);
  const labels = positions.map((position) => intake.label(position, 'score'));
  const matrix = new ScoreMatrix(labels, lowerIsIn ? -1 : 1);
  for (const [candidate, position] of positions.entries()) intake.add(position, matrix.columns[candidate]);
  return {
    k: positions.length,
    answers: () => ({ guesses: matrix.guesses.take(), confidence: matrix.confidence.take() }),
  };
}

/** One more than the largest truth, if every option up to it was drawn: a count that is too large makes luck look small. */
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

function checkBelow(values: Int32Array, k: number, { file, column, what }: Label): void {
  const row = values.findIndex((value) => value >= k);
  if (row >= 0)
    throw invalid(what, { file, column, row: row + 1 }, `must be below the ${k} options`, values[row]);
}
