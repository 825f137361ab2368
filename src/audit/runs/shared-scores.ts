import { exp, logBinomialTail } from '../../numerics/index.ts';

/** The scores that stand in one row of a run only, in rising order, and the truths of those rows. */
export interface SingleScores {
  readonly values: Float64Array;
  readonly truths: Float64Array;
}

/** Scores below this number may well agree by chance. */
const MANY = 20;

/**
 * Of m scores that are drawn independently, from whatever distribution, at most about this share stands in
 * exactly one row of each of two runs: a value that is expected lambda times is single in both with
 * probability lambda^2 e^(-2 lambda), a share of lambda e^(-2 lambda) <= 1/(2e) of the rows that have it.
 */
const SINGLE_IN_BOTH = 1 / (2 * Math.E);

/** Picks the single scores out of (score, truth) pairs in rising order, kept as two numbers each. */
export function singleScores(pairs: Float64Array): SingleScores {
  const values: number[] = [];
  const truths: number[] = [];
  for (let i = 0; i < pairs.length; i += 2)
    if (pairs[i] !== pairs[i - 2] && pairs[i] !== pairs[i + 2]) {
      values.push(pairs[i]);
      truths.push(pairs[i + 1]);
    }
  return { values: Float64Array.from(values), truths: Float64Array.from(truths) };
}

/**
 * Whether the scores are so many and so fine that two runs with the same ones are one: most are single, and
 * no ranks.
 */
export function areFine({ values }: SingleScores, rows: number): boolean {
  return values.length >= MANY && 2 * values.length >= rows && !areRanks(values, rows);
}

/**
 * Whether more than half of the rows have scores that two runs share to the last digit, beyond chance, and
 * their truths with them. Values alone do not tell: two runs that are scored by rank share them all. A copied
 * row brings its truth along: then all truths agree, or, since the truth follows the score in honest runs
 * too, agree where they do not follow it.
 */
export function shareScores(a: SingleScores, b: SingleScores, rows: number, chance: number): boolean {
  const { values, left, right } = inBoth(a, b);
  if (2 * values.length <= rows) return false;
  if (exp(logBinomialTail(rows, SINGLE_IN_BOTH, values.length)) >= chance) return false;
  const allAgree = left.every((truth, i) => truth === right[i]);
  return (allAgree && !areRanks(values, rows)) || agreeInDetail(left, right, chance);
}

/**
 * Takes neighbours in the order of the scores whose truths are two different ones, the same two in both runs.
 * Nearly equal scores say nearly the same about the truth, so independent runs have the two in the same order
 * half of the time, and copies always.
 */
function agreeInDetail(left: Float64Array, right: Float64Array, chance: number): boolean {
  let [alike, opposite] = [0, 0];
  for (let i = 0; i + 1 < left.length; i += 2) {
    if (left[i] === left[i + 1]) continue;
    if (left[i] === right[i] && left[i + 1] === right[i + 1]) alike++;
    else if (left[i] === right[i + 1] && left[i + 1] === right[i]) opposite++;
  }
  return exp(logBinomialTail(alike + opposite, 0.5, alike)) < chance;
}

/**
 * Rising values that lie on a grid with few places to spare, as ranks and percentiles do, halves for ties
 * among them.
 */
export function areRanks(values: Float64Array, rows: number): boolean {
  let step = Infinity;
  for (let i = 1; i < values.length; i++) step = Math.min(step, values[i] - values[i - 1]);
  const places = (values[values.length - 1] - values[0]) / step;
  if (!(places <= 2 * rows)) return false;
  return values.every((value) => {
    const place = (value - values[0]) / step;
    return Math.abs(place - Math.round(place)) < 1e-3;
  });
}

function inBoth(a: SingleScores, b: SingleScores) {
  const [values, left, right]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0, j = 0; i < a.values.length && j < b.values.length; ) {
    const order = a.values[i] - b.values[j];
    if (order === 0) {
      values.push(a.values[i]);
      left.push(a.truths[i]);
      right.push(b.truths[j]);
    }
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return {
    values: Float64Array.from(values),
    left: Float64Array.from(left),
    right: Float64Array.from(right),
  };
}
