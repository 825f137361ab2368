import { logBinomialTail } from './binomial.ts';
import { ln } from './elementary.ts';
import { findSignChange } from './root.ts';

/** The largest p with P[Bin(n, p) >= successes] <= alpha: Clopper and Pearson's one-sided lower limit. */
export function clopperPearsonLower(successes: number, n: number, alpha: number): number {
  if (successes === 0) return 0;
  const target = ln(alpha);
  return findSignChange((p) => target - logBinomialTail(n, p, successes), 0, 1, 1e-12).lo;
}

/** The smallest p with P[Bin(n, p) <= successes] <= alpha: the one-sided upper limit. */
export function clopperPearsonUpper(successes: number, n: number, alpha: number): number {
  return 1 - clopperPearsonLower(n - successes, n, alpha);
}
