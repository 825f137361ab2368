import { type CanaryField, canaryField, USUAL_FIELD } from '../audit/index.ts';
import { createRandom } from '../numerics/index.ts';
import type { Observation } from '../types.ts';
import { cutsOfGuesses } from './cuts.ts';
import { drawGame } from './engine/games.ts';

/** Canaries to make up. */
export interface CountsToShow {
  readonly design: Omit<Observation, 'correct'>;
  /** How many guesses are right; null for as many as the drawn game has. */
  readonly correct: number | null;
  /** The claim whose curve the scores follow, before truths are exchanged until the counts are right. */
  readonly truth: string;
  readonly seed: string;
}

/**
 * Made-up canaries of which exactly so many guesses are right: a game is drawn, and among the canaries that
 * are guessed the truths of some are turned, the least sure first.
 */
export function fieldOfCounts({ design, correct, truth, seed }: CountsToShow): CanaryField {
  const { m, k, guesses } = design;
  const { top, bottom } = cutsOfGuesses(design);
  const scores = scoresOf(m, k, truth, seed);
  // Rows stand in the order of their scores, the surest first, and are right or wrong as guesses called in.
  const bits = scores.included;
  if (correct !== null) {
    const share = Math.round((correct * top) / Math.max(1, guesses));
    const rightIn = Math.min(top, correct, Math.max(share, correct - bottom));
    turn(
      bits,
      Array.from({ length: top }, (_, i) => top - 1 - i),
      rightIn,
    );
    turn(
      bits,
      Array.from({ length: bottom }, (_, i) => m - bottom + i),
      bottom - (correct - rightIn),
    );
  }
  const size = { ...USUAL_FIELD, stops: [top, m - bottom] };
  const field =
    k === 2
      ? canaryField({ kind: 'membership', scores: scores.scores, included: bits }, 1, false, size)
      : canaryField(
          {
            kind: 'reconstruction',
            k,
            truth: new Uint32Array(m),
            guesses: Int32Array.from(bits, (bit) => 1 - bit),
            confidence: scores.scores,
          },
          1,
          false,
          size,
        );
  if (field === null) throw new Error('internal: made-up canaries have scores');
  const name = field.dots.rank.map((rank) => `canary ${rank + 1}`);
  return { ...field, dots: { ...field.dots, name } };
}

/** Turns bits of these rows, those that come first before others, until so many of them are 1. */
function turn(bits: Uint8Array, rows: readonly number[], wanted: number): void {
  let ones = rows.reduce((sum, row) => sum + bits[row], 0);
  for (const row of rows) {
    if (ones === wanted) return;
    const bit = ones < wanted ? 1 : 0;
    if (bits[row] === bit) continue;
    bits[row] = bit;
    ones += bit === 1 ? 1 : -1;
  }
}

/** A drawn game, its rows from the highest score to the lowest. */
function scoresOf(
  m: number,
  k: number,
  truth: string,
  seed: string,
): { scores: Float64Array; included: Uint8Array } {
  const drawn = drawGame({ truth, m, seed });
  // Sorted apart, without a comparison of our own, which would take most of the time of a million canaries.
  const side = (bit: number) => drawn.scores.filter((_, row) => drawn.included[row] === bit).sort();
  const [inside, outside] = [side(1), side(0)];
  const [scores, included] = [new Float64Array(m), new Uint8Array(m)];
  let [i, j] = [inside.length - 1, outside.length - 1];
  for (let row = 0; row < m; row++) {
    const isIn = j < 0 || (i >= 0 && inside[i] >= outside[j]);
    scores[row] = isIn ? inside[i--] : outside[j--];
    included[row] = isIn ? 1 : 0;
  }
  const coins = createRandom(seed).split('right');
  if (k > 2) for (let row = 0; row < m; row++) included[row] = coins.integer(k) === 0 ? 1 : 0;
  return { scores: apart(scores), included };
}

/** Falling scores, equal ones moved apart: made-up canaries can be cut everywhere. */
function apart(scores: Float64Array): Float64Array {
  for (let i = 1; i < scores.length; i++)
    if (scores[i] >= scores[i - 1]) scores[i] = scores[i - 1] - 1e-9 * (1 + Math.abs(scores[i - 1]));
  return scores;
}
