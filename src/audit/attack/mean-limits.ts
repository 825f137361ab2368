import { findSignChange, ln } from '../../numerics/index.ts';

/**
 * Chernoff's limits on the mean of `count` independent values between 0 and 1, of which the average was seen:
 * all p with count * KL(seen || p) <= ln(1 / alpha), on each side. They hold for any number of values and any
 * distributions, and also for an average over all ways to pair the values of two samples (Hoeffding, 1963,
 * section 5): its moments are at most those of one way.
 */
export function meanLower(seen: number, count: number, alpha: number): number {
  if (seen <= 0) return 0;
  const allowed = -ln(alpha) / count;
  return findSignChange((p) => divergence(Math.min(1, seen), p) - allowed, 0, Math.min(1, seen), 1e-12).lo;
}

export function meanUpper(seen: number, count: number, alpha: number): number {
  return 1 - meanLower(1 - seen, count, alpha);
}

/** The divergence of a coin with probability p from one with probability u >= p. */
function divergence(u: number, p: number): number {
  if (p <= 0) return Infinity;
  return u * ln(u / p) + (u < 1 ? (1 - u) * ln((1 - u) / (1 - p)) : 0);
}
