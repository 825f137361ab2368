import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import type { Scores } from '../../types.ts';
import { agreementChance, isVaried, SAME_COINS } from './coins.ts';
import { areFine, type SingleScores, shareScores, singleScores } from './shared-scores.ts';

interface NamedRun {
  readonly input: { readonly name: string };
  readonly scores: Scores;
}

/** A run in an order that does not depend on its file: rows by id, and (score, truth) pairs by score. */
interface Sorted {
  readonly name: string;
  readonly k: number;
  readonly rows: number;
  readonly ids: Float64Array | null;
  /** Answers and truths in the order of the ids. */
  readonly answers: Float64Array;
  readonly truths: Float64Array;
  /**
   * Truths in the order of the file and of the answers: copies keep one of them whatever was done to ids and
   * scores.
   */
  readonly inFile: Float64Array;
  readonly byAnswer: Float64Array;
  /** Answers and truths, in rising order. */
  readonly pairs: Float64Array;
  /** The scores that stand in one row only; ready guesses are labels and no scores. */
  readonly single: SingleScores;
}

/**
 * Refuses runs that count the same evidence twice: a copy, in whatever order or format, or coins that were
 * drawn once for both. Runs are independent only if each has fresh coins and fresh randomness. Refused are
 * - the same data: row by row where both have the same ids; as a set of (score, truth) pairs where one has
 *   no ids, and also with other ids where the scores are so fine that two runs do not agree on them by
 *   chance;
 * - the same list of truths, if it is varied, in the order of the file or of the scores;
 * - more than half of the scores shared, and their truths with them (`shared-scores.ts`);
 * - truths that agree or disagree on shared ids beyond chance.
 * Scores that are rounded, clipped, counted or ranked are shared by independent runs too, and are no reason.
 */
export function checkDistinctRuns(runs: readonly NamedRun[]): void {
  const sorted = runs.map(sortRun);
  // Of a thousand honest runs some two of the half million pairs agree as one pair in a million does.
  const chance = SAME_COINS / Math.max(1, (runs.length * (runs.length - 1)) / 2);
  for (let j = 1; j < sorted.length; j++)
    for (let i = 0; i < j; i++) {
      checkTruths(sorted[i], sorted[j]);
      checkCopies(sorted[i], sorted[j], chance);
      checkCoins(sorted[i], sorted[j], chance);
    }
}

function checkCopies(a: Sorted, b: Sorted, chance: number): void {
  const sameIds = a.ids !== null && b.ids !== null ? equal(a.ids, b.ids) : null;
  const fine = areFine(a.single, a.rows);
  const same = sameIds
    ? equal(a.answers, b.answers) && equal(a.truths, b.truths)
    : (sameIds === null || fine) && equal(a.pairs, b.pairs);
  if (same) {
    const remedy = fine ? '' : '; if they are different runs, give every row of each an id of its own';
    throw new InvalidInput(
      `${quotedPath(a.name)} and ${quotedPath(b.name)} hold the same scores and the same truth; one run counted twice proves nothing more${remedy}`,
    );
  }
  if (shareScores(a.single, b.single, a.rows, chance))
    throw new InvalidInput(
      `more than half of the scores in ${quotedPath(a.name)} stand in ${quotedPath(b.name)} too, to the last digit and with the same truth; independent runs do not share both`,
    );
}

/** Fresh coins do not repeat a long and varied list of truths; a file sorted by truth has no varied list. */
function checkTruths(a: Sorted, b: Sorted): void {
  for (const [left, right] of [
    [a.inFile, b.inFile],
    [a.byAnswer, b.byAnswer],
  ])
    if (isVaried(left) && equal(left, right))
      throw new InvalidInput(
        `${quotedPath(a.name)} and ${quotedPath(b.name)} have the same truth, row for row; one run counted twice proves nothing more, and coins must be drawn afresh for each`,
      );
}

function checkCoins(a: Sorted, b: Sorted, chance: number): void {
  if (a.ids === null || b.ids === null || a.k !== b.k) return;
  const { common, agreeing } = compareCoins(a, b);
  const found = agreementChance(common, agreeing, a.k);
  if (found < chance)
    throw new InvalidInput(
      `${quotedPath(a.name)} and ${quotedPath(b.name)} were not drawn independently; ${agreeing} of ${common} shared ids have the same truth, which fresh coins do not produce (probability ${found.toExponential(1)})`,
    );
}

/** On the ids that both have: how many there are, and on how many the truth is the same. */
function compareCoins(a: Sorted, b: Sorted): { common: number; agreeing: number } {
  const [left, right] = [a.ids ?? [], b.ids ?? []];
  let [i, j, common, agreeing] = [0, 0, 0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] < right[j]) i++;
    else if (left[i] > right[j]) j++;
    else {
      common++;
      if (a.truths[i] === b.truths[j]) agreeing++;
      i++;
      j++;
    }
  }
  return { common, agreeing };
}

function equal(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function sortRun({ input, scores }: NamedRun): Sorted {
  const truth: ArrayLike<number> = scores.kind === 'membership' ? scores.included : scores.truth;
  const answers = answersOf(scores);
  const byAnswer = indices(truth.length).sort((a, b) => answers[a] - answers[b] || truth[a] - truth[b]);
  const pairs = new Float64Array(2 * truth.length);
  byAnswer.forEach((row, n) => {
    pairs[2 * n] = answers[row];
    pairs[2 * n + 1] = truth[row];
  });
  const names = scores.ids === undefined ? null : idNumbers(scores.ids);
  const byId = names === null ? null : indices(truth.length).sort((a, b) => names[a] - names[b]);
  return {
    name: input.name,
    k: scores.kind === 'membership' ? 2 : scores.k,
    rows: truth.length,
    ids: names === null || byId === null ? null : Float64Array.from(byId, (row) => names[row]),
    answers: Float64Array.from(byId ?? [], (row) => answers[row]),
    truths: Float64Array.from(byId ?? [], (row) => truth[row]),
    inFile: Float64Array.from(truth),
    byAnswer: Float64Array.from(byAnswer, (row) => truth[row]),
    pairs,
    single: singleScores(isScored(scores) ? pairs : new Float64Array(0)),
  };
}

/** One number per row that stands for all that the attack said. */
function answersOf(scores: Scores): ArrayLike<number> {
  if (scores.kind === 'membership') return scores.scores;
  return scores.confidence ?? scores.guesses;
}

const isScored = (scores: Scores) => scores.kind === 'membership' || scores.confidence !== null;

const indices = (length: number) => Uint32Array.from({ length }, (_, i) => i);

/** 53 of a fingerprint's 64 bits. */
function idNumbers(ids: Uint32Array): Float64Array {
  return Float64Array.from(
    { length: ids.length / 2 },
    (_, i) => ids[2 * i] * 2097152 + (ids[2 * i + 1] >>> 11),
  );
}
