import { lawByRatios, nthLargest } from '../../numerics/index.ts';
import type { MembershipScores } from '../../types.ts';

/** Independent canaries are said to hang together at most so often. */
const SAID = 1e-4;
/** Of a large file so many rows are looked at. */
const MOST_ROWS = 100_000;

/**
 * Whether scores of neighbouring rows hang together; null where nothing can be said. Of canaries that are
 * independent and alike, with a fair coin each, every order of the rows is as likely. So it is of two signs:
 * whether a score is high among those with the same coin, as one shift of several canaries makes it, and
 * whether it is as its coin makes it, which is so of many neighbours at once where they are told all or none.
 */
export function hangTogether({ scores, included }: MembershipScores, said = SAID): string | null {
  const rows = Math.min(scores.length, MOST_ROWS);
  const middles = [0, 1].map((coin) => {
    const alike = scores.subarray(0, rows).filter((_, i) => included[i] === coin);
    return alike.length === 0 ? 0 : nthLargest(alike, Math.ceil(alike.length / 2));
  });
  const isHigh = Array.from({ length: rows }, (_, i) => scores[i] > middles[included[i]]);
  if (isSorted(scores, rows)) return null;
  const chances = [isHigh, isHigh.map((high, i) => high === (included[i] === 1))].map(fewStretches);
  const p = Math.min(1, chances.length * Math.min(...chances));
  if (p > said) return null;
  return `the scores of neighbouring rows hang together, which independent canaries in any order do not do (permutation test of their signs, p = ${p.toExponential(1)}): either canaries influence each other, or the order of the rows goes with their scores`;
}

/** Rows in the order of their scores say nothing. */
function isSorted(scores: Float64Array, rows: number): boolean {
  let [rises, falls] = [0, 0];
  for (let i = 1; i < rows; i++) {
    if (scores[i] > scores[i - 1]) rises++;
    if (scores[i] < scores[i - 1]) falls++;
  }
  return Math.min(rises, falls) <= 1;
}

/** How likely so few stretches of equal signs are, over all orders (Wald and Wolfowitz, 1940). */
function fewStretches(signs: readonly boolean[]): number {
  const high = signs.filter(Boolean).length;
  const low = signs.length - high;
  if (high === 0 || low === 0) return 1;
  const stretches = signs.filter((sign, i) => sign && !signs[i - 1]).length;
  // Of the low + 1 places around low ones so many hold high ones: a hypergeometric number.
  const most = Math.min(high, low + 1);
  const ratio = (x: number) => ((low + 1 - x) * (high - x)) / ((x + 1) * x);
  const mode = Math.min(most, Math.max(1, Math.round(((low + 1) * high) / signs.length)));
  const { from, chances } = lawByRatios(mode, 1, most, ratio);
  return Math.max(
    1e-300,
    chances.subarray(0, Math.max(0, stretches - from + 1)).reduce((a, b) => a + b, 0),
  );
}
