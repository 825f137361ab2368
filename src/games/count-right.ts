import { nthLargest, type Random } from '../numerics/index.ts';
import type { IdFingerprints, Sides } from '../types.ts';
import { checkFinite } from './guesses.ts';
import { drawFrom, type TiedGroup, type Ties } from './ties/ties.ts';

/** How many guesses are right, and how equal scores at the cut were decided. */
export interface CountedRight {
  readonly correct: number;
  readonly ties: Ties;
}

/** The right guesses that are certain, and the equal scores at the cuts among which a choice is left. */
export interface Ranked {
  readonly sure: number;
  readonly groups: readonly TiedGroup[];
}

/**
 * What breaks ties: randomness that does not depend on the truth, and ids that make it independent of the
 * rows' order.
 */
export interface TieBreak {
  readonly random: Random;
  readonly ids: IdFingerprints | null;
}

/**
 * Guesses exactly `guesses` canaries by rank, the top as in and the bottom as out, and counts the right ones.
 * Of an odd budget for both sides the top gets one more. The order of the rows decides nothing. With `sign`
 * -1 the lowest scores are the top; no copy is made for that.
 */
export function countByRank(
  scores: Float64Array,
  included: ArrayLike<number>,
  guesses: number,
  sides: Sides,
  tieBreak: TieBreak,
  sign: 1 | -1 = 1,
): CountedRight {
  return breakTies(rankedByScore(scores, included, guesses, sides, sign), tieBreak);
}

/** The same guesses before a choice among equal scores is made. */
export function rankedByScore(
  scores: Float64Array,
  included: ArrayLike<number>,
  guesses: number,
  sides: Sides,
  sign: 1 | -1 = 1,
): Ranked {
  const m = scores.length;
  checkFinite(scores);
  const top = sides === 'in' ? guesses : sides === 'out' ? 0 : Math.ceil(guesses / 2);
  const bottom = guesses - top;
  const nth = (n: number) => (sign === 1 ? nthLargest(scores, n) : -nthLargest(scores, m - n + 1));
  const upperCut = top > 0 ? nth(top) : Infinity;
  const lowerCut = bottom > 0 ? nth(m - bottom + 1) : -Infinity;
  let [above, below, right] = [0, 0, 0];
  for (let i = 0; i < m; i++) {
    const score = sign * scores[i];
    if (score > upperCut) {
      above++;
      right += included[i];
    } else if (score < lowerCut) {
      below++;
      right += 1 - included[i];
    }
  }
  const isIn = (row: number) => included[row] === 1;
  const [first, last] = [top - above, bottom - below];
  const at = (cut: number) => rowsAt(scores, sign * cut);
  const groups: TiedGroup[] =
    upperCut === lowerCut
      ? [{ rows: at(upperCut), isIn, first, last }]
      : [
          ...(first > 0 ? [{ rows: at(upperCut), isIn, first, last: 0 }] : []),
          ...(last > 0 ? [{ rows: at(lowerCut), isIn, first: 0, last }] : []),
        ];
  return { sure: right, groups };
}

/** Keeps the `guesses` answers with the largest confidence and counts those that are right. */
export function countMostConfident(
  answers: ArrayLike<number>,
  truth: ArrayLike<number>,
  confidence: Float64Array,
  guesses: number,
  tieBreak: TieBreak,
): CountedRight {
  return breakTies(rankedByConfidence(answers, truth, confidence, guesses), tieBreak);
}

/** The same guesses before a choice among equally confident ones is made. */
export function rankedByConfidence(
  answers: ArrayLike<number>,
  truth: ArrayLike<number>,
  confidence: Float64Array,
  guesses: number,
): Ranked {
  checkFinite(confidence);
  const cut = nthLargest(confidence, guesses);
  const isIn = (row: number) => answers[row] === truth[row];
  let [above, right] = [0, 0];
  for (let i = 0; i < confidence.length; i++) {
    if (!(confidence[i] > cut)) continue;
    above++;
    if (isIn(i)) right++;
  }
  return { sure: right, groups: [{ rows: rowsAt(confidence, cut), isIn, first: guesses - above, last: 0 }] };
}

/** Adds the guesses among equal scores to those that are certain. */
function breakTies({ sure, groups }: Ranked, { random, ids }: TieBreak): CountedRight {
  let [correct, least, most, equal, guessed] = [sure, sure, sure, 0, 0];
  for (const [i, group] of groups.entries()) {
    const drawn = drawFrom(group, random.split(i), ids);
    correct += drawn.correct;
    least += drawn.least;
    most += drawn.most;
    equal += drawn.equal;
    guessed += drawn.guessed;
  }
  return { correct, ties: { equal, guessed, least, most } };
}

/** The rows whose value is exactly the cut. */
function rowsAt(values: Float64Array, cut: number): Uint32Array {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] === cut) count++;
  const rows = new Uint32Array(count);
  count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] === cut) rows[count++] = i;
  return rows;
}
