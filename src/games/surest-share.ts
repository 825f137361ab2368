import { LastUsed } from '../last-used.ts';
import { exp, firstWhere, ln, normalCdf, normalQuantile } from '../numerics/index.ts';
import type { GuessedCurve } from './share-right.ts';

const CELLS = 640;
/**
 * Between which levels a candidate's score lies is all that is told of it. The level of a score is how often
 * one of a candidate that is out is as high; these are evenly spread where the noise is Gaussian.
 */
const LEVELS = Array.from({ length: CELLS + 1 }, (_, i) =>
  i === 0 ? 0 : i === CELLS ? 1 : normalCdf(i / 40 - 8),
);
const WIDTHS = LEVELS.slice(1).map((level, i) => level - LEVELS[i]);
/** So many buckets stand for all: a lattice, each coordinate of a point the last one times the generator. */
const LATTICES = { rough: { buckets: 4_093, generator: 2_225 }, fine: { buckets: 16_381, generator: 5_531 } };
/** So many of the candidates that are out, those with the lowest levels, are drawn; of the rest their sum. */
const DRAWN = 16;

/**
 * How often the best attack is right on the surest `share` of buckets, in each of which one of k candidates
 * went in and each has a score of its own. A bucket is as sure as its likeliest candidate is likely: that
 * one's likelihood ratio over the sum of all. The buckets are the same for every curve, so that the share
 * right moves smoothly with it.
 */
export function surestShare(
  k: number,
  { fBar }: GuessedCurve,
  fineness: keyof typeof LATTICES,
): (share: number) => number {
  const { buckets } = LATTICES[fineness];
  const { cells, rest } = known.get(`${k} ${fineness}`, () => outsiders(k, LATTICES[fineness]));
  const drawn = Math.min(k - 1, DRAWN);
  const reached = LEVELS.map((level, i) => (i === 0 ? 0 : i === CELLS ? 1 : fBar(level)));
  const odds = WIDTHS.map((width, i) => Math.max(0, reached[i + 1] - reached[i]) / width);
  const squares = tailsOf(odds.map((ratio, i) => WIDTHS[i] * ratio * ratio));
  const sure = new Float64Array(buckets);
  for (let i = 0, inside = 0; i < buckets; i++) {
    while (reached[inside + 1] < (i + 0.5) / buckets) inside++;
    const first = i * drawn;
    let sum = odds[inside];
    for (let j = 0; j < drawn; j++) sum += odds[cells[first + j]];
    if (k - 1 > drawn) {
      const last = cells[first + drawn - 1];
      const left = 1 - midway(LEVELS, last);
      const mean = (1 - midway(reached, last)) / left;
      const spread = Math.sqrt((k - 1 - drawn) * Math.max(0, midway(squares, last) / left - mean * mean));
      sum += Math.max(0, (k - 1 - drawn) * mean + spread * rest[i]);
    }
    sure[i] = Math.max(odds[inside], odds[cells[first]]) / sum;
  }
  const right = tailsOf(sure.sort());
  return (share) => {
    const [whole, part] = [Math.floor(share * buckets), (share * buckets) % 1];
    const [more, less] = [right[buckets - Math.min(buckets, whole + 1)], right[buckets - whole]];
    return Math.min(1, (part * more + (1 - part) * less) / (share * buckets));
  };
}

/** In the middle of a cell. */
const midway = (atLevels: ArrayLike<number>, cell: number) => 0.5 * (atLevels[cell] + atLevels[cell + 1]);

/** Sums from each number to the last. */
function tailsOf(numbers: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(numbers.length + 1);
  for (let i = numbers.length - 1; i >= 0; i--) sums[i] = sums[i + 1] + numbers[i];
  return sums;
}

/** The candidates that are out, of every bucket. No curve changes them. */
interface Outsiders {
  /** Between which levels the lowest ones lie, from the lowest on. */
  readonly cells: Uint16Array;
  /** By how many standard deviations the sum of the rest strays from its mean. */
  readonly rest: Float64Array;
}

const known = new LastUsed<string, Outsiders>(4);

function outsiders(k: number, { buckets, generator }: (typeof LATTICES)['fine']): Outsiders {
  const drawn = Math.min(k - 1, DRAWN);
  const cells = new Uint16Array(buckets * drawn);
  const rest = new Float64Array(buckets);
  for (let i = 0; i < buckets; i++) {
    let at = i;
    const coordinate = () => {
      at = (at * generator) % buckets;
      return (at + 0.5) / buckets;
    };
    let beyond = 1;
    for (let j = 0; j < drawn; j++) {
      // The lowest of k - 1 - j uniform levels beyond the last one.
      beyond *= exp(ln(coordinate()) / (k - 1 - j));
      cells[i * drawn + j] = firstWhere(0, CELLS, (cell) => LEVELS[cell] >= 1 - beyond) - 1;
    }
    rest[i] = normalQuantile(coordinate());
  }
  return { cells, rest };
}
