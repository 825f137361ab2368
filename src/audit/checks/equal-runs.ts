import { exp, ln } from '../../numerics/index.ts';
import type { MembershipScores } from '../../types.ts';
import type { AuditCheck } from '../records.ts';

/** Independent runs are called copies at most so often. */
const IMPOSSIBLE = 1e-6;
/** So many pairs are named. */
const NAMED = 3;

/**
 * Runs of one canary each, with fresh randomness, do not have the same score to the last digit, but where
 * scores are coarse or end in one and the same value. Coarse are those on a grid, as shares of a few answers
 * are, those that lie as densely as they are written, and those of which several stand three times.
 */
export function checkEqualRuns({ scores }: MembershipScores): AuditCheck[] {
  const n = scores.length;
  const order = Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b] || a - b);
  const sorted = order.map((row) => scores[row]);
  const isInner = (i: number) => sorted[i] > sorted[0] && sorted[i] < sorted[n - 1];
  const ties = sorted.flatMap((score, i) => (i > 0 && score === sorted[i - 1] && isInner(i) ? [i] : []));
  const isThird = (i: number) => sorted[i] === sorted[i - 2] && sorted[i] !== sorted[i - 3];
  if (ties.length === 0 || ties.filter(isThird).length > 1) return [];
  const grid = commonStep(sorted);
  const isSingle = scores.every((score) => Math.fround(score) === score);
  const near = Math.ceil(Math.sqrt(n));
  // Pairs are about a Poisson number with this mean: each score's step beside the gaps around it.
  const mean = sorted.reduce((sum, score, i) => {
    const [from, to] = [Math.max(0, i - near), Math.min(n - 1, i + near)];
    const gap = (sorted[to] - sorted[from]) / (to - from);
    const step = Math.max(grid, lastDigit(score), isSingle ? Math.abs(score) * 2 ** -23 : 0);
    return sum + (step < gap ? step / gap : 1);
  }, 0);
  const pairs = ties.map((i) => [order[i - 1] + 1, order[i] + 1] as const);
  const logChance = pairs.reduce((sum, _, i) => sum + ln(mean / (i + 1)), 0);
  if (logChance > ln(IMPOSSIBLE)) return [];
  const named = pairs.slice(0, NAMED).map(([a, b]) => `${a} and ${b}`);
  const more = pairs.length > NAMED ? `; and ${pairs.length - NAMED} more pairs` : '';
  const message = `runs ${named.join('; ')}${more} have the same score to the last digit, which runs with fresh randomness do not have (probability ${exp(Math.max(-690, logChance)).toExponential(1)}): a copied run, or one with the same seed, is none of its own`;
  return [{ name: 'fresh runs', passed: false, message }];
}

/** The step between numbers with as many decimals. */
function lastDigit(x: number): number {
  const [digits, power = '0'] = String(x).split('e');
  const decimals = digits.split('.')[1]?.length ?? 0;
  return Math.max(10 ** (Number(power) - decimals), Math.abs(x) * 2 ** -52);
}

/** The step of the grid on which all numbers lie, by Euclid's method; 0 where there is none. */
function commonStep(sorted: readonly number[]): number {
  const least = 1e-9 * (sorted[sorted.length - 1] - sorted[0]);
  let step = 0;
  for (let i = 1; i < sorted.length; i++) {
    let rest = sorted[i] - sorted[i - 1];
    while (rest > least)
      [step, rest] = [rest, step === 0 ? 0 : Math.abs(step - rest * Math.round(step / rest))];
  }
  return step > 1e3 * least ? step : 0;
}
