import { exp, ln } from '../../numerics/index.ts';
import type { MembershipScores } from '../../types.ts';
import type { AuditCheck } from '../records.ts';

/** Independent runs are called copies at most so often. */
const IMPOSSIBLE = 1e-6;
/** So many pairs are named. */
const NAMED = 3;

/**
 * Runs of one canary each, with fresh randomness, do not have the same score to the last digit, but where
 * scores are coarse or end in one and the same value.
 */
export function checkEqualRuns({ scores }: MembershipScores): AuditCheck[] {
  const n = scores.length;
  const order = Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b] || a - b);
  const sorted = order.map((row) => scores[row]);
  const spread = sorted[Math.floor((3 * n) / 4)] - sorted[Math.floor(n / 4)];
  if (!(spread > 0)) return [];
  const isSingle = scores.every((score) => Math.fround(score) === score);
  const pairs: [number, number][] = [];
  let step = 0;
  for (let i = 1; i < n; i++) {
    const score = sorted[i];
    if (score !== sorted[i - 1] || score === sorted[0] || score === sorted[n - 1]) continue;
    step = Math.max(step, lastDigit(score), isSingle ? Math.abs(score) * 2 ** -23 : 0);
    pairs.push([order[i - 1] + 1, order[i] + 1]);
  }
  if (pairs.length === 0) return [];
  // Pairs are about a Poisson number with at most this mean.
  const mean = (n * n * step) / spread;
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
