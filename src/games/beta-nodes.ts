import { exp, firstWhere, GAUSS_LEGENDRE, ln, log1p, visitNodes } from '../numerics/index.ts';
import type { GuessedCurve } from './share-right.ts';

/** Curves with more bends than this are as good as smooth. */
const FEW_BENDS = 8;
/** Odds of x between which the share of right guesses is smooth, where steep curves turn sharply too. */
const ODDS = Array.from({ length: 25 }, (_, k) => 8 ** (k - 20));

/** The x between which a curve is smooth. */
export function bendsOf({ turns, bends = [] }: GuessedCurve): number[] {
  const few = turns ?? (bends.length > FEW_BENDS ? [] : bends);
  return [0, ...few, ...ODDS.map((odds) => odds / (1 + odds))];
}

/** The shares of all scores between which the share of right ones is smooth. */
export function kinks(curve: GuessedCurve): number[] {
  return bendsOf(curve).map((x) => (x + curve.fBar(x)) / 2);
}

/** ln of what is left out at the ends of a Beta law, by the number of pieces. */
const leftOut = (pieces: number) => Math.max(-42, -6 - 8 * pieces);
/** Breaks that are so near are one. */
const SAME = 1e-13;
/** So many standard deviations may the right guesses move within a piece. */
const SHIFT = 4;

/**
 * Shares with the law Beta(a, b), in rising order, and weights that sum to 1: the rule of Gauss and Legendre
 * on pieces between the breaks, for the logarithm of a share's odds, whose density is smooth and falls off on
 * both sides, to e^left of its height. Pieces are short enough for the guesses, so many right with a chance
 * that depends on the share; each is cut into `cut` parts.
 */
export function betaNodes(
  a: number,
  b: number,
  pieces: number,
  breaks: readonly number[],
  guesses: readonly (readonly [number, (share: number) => number])[],
  left = leftOut(pieces),
  cut = 1,
): { shares: number[]; weights: number[] } {
  const logDensity = (y: number) => -a * log1pExp(-y) - b * log1pExp(y);
  const mode = ln(a / b);
  const least = logDensity(mode) + left;
  const reach = (sign: 1 | -1) => {
    let [near, far] = [0, Math.sqrt(1 / a + 1 / b)];
    while (logDensity(mode + sign * far) > least) [near, far] = [far, 2 * far];
    const end = firstWhere(
      0,
      64,
      (i) => logDensity(mode + (sign * (near * (64 - i) + far * i)) / 64) <= least,
    );
    return mode + (sign * (near * (64 - end) + far * end)) / 64;
  };
  const [first, last] = [reach(-1), reach(1)];
  const inner = breaks
    .filter((share) => share > 0 && share < 1)
    .map((share) => ln(share / (1 - share)))
    .filter((y) => y > first && y < last)
    .sort((u, v) => u - v)
    .filter((y, i, all) => i === 0 || y - all[i - 1] > SAME);
  const ends = [first, ...inner, last];
  const shares: number[] = [];
  const weights: number[] = [];
  let sum = 0;
  for (let i = 0; i + 1 < ends.length; i++) {
    const [from, to] = [ends[i], ends[i + 1]];
    const moved = guesses.reduce((most, [n, chance]) => {
      const [p, q] = [chance(fromLogOdds(from)), chance(fromLogOdds(to))];
      return Math.max(most, (n * Math.abs(p - q)) / Math.sqrt(1 + n * Math.max(p * (1 - p), q * (1 - q))));
    }, 0);
    const count = Math.ceil(pieces * Math.max((to - from) / (last - first), moved / SHIFT));
    visitNodes(GAUSS_LEGENDRE[8], from, to, cut * Math.max(1, count), (y, width) => {
      const weight = width * exp(logDensity(y) - least);
      shares.push(fromLogOdds(y));
      weights.push(weight);
      sum += weight;
    });
  }
  return { shares, weights: weights.map((weight) => weight / sum) };
}

const fromLogOdds = (y: number) => 1 / (1 + exp(-y));

/** ln(1 + e^y). */
function log1pExp(y: number): number {
  return y > 0 ? y + log1p(exp(-y)) : log1p(exp(y));
}
