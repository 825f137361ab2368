import { exp, expm1, ln, log1p } from './elementary.ts';

/**
 * Binomial tails that neither underflow nor lose digits, for n up to 1e7 and beyond. The largest term comes
 * from Loader's saddle-point form (2000), the rest of the tail from the ratio of neighbours.
 */

const HALF_LN_2PI = 0.9189385332046728;

/** ln n! - ((n + 1/2) ln n - n + ln(2 pi)/2), the error of Stirling's formula, for n = 1..16. */
const STIRLING_ERROR = [
  0, 0.081061466795327258, 0.041340695955409294, 0.027677925684998339, 0.020790672103765093,
  0.016644691189821192, 0.013876128823070748, 0.01189670994589177, 0.010411265261972096,
  0.0092554621827127329, 0.0083305634333628713, 0.0075736754879518408, 0.0069428401072095299,
  0.0064089941880042071, 0.0059513701127588477, 0.0055547335519628014, 0.0052076559196096404,
];

function stirlingError(n: number): number {
  if (n <= 16) return STIRLING_ERROR[n];
  const w = 1 / (n * n);
  return (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - (w * 691) / 360360))))) / n;
}

/** x - n p to the last digit: the high half of p times n is exact. */
function excess(n: number, x: number, p: number): number {
  const high = Math.fround(p);
  return x - n * high - n * (p - high);
}

/** x ln(x / mean) + mean - x, where d = x - mean, without cancellation when x is near the mean. */
function deviance(x: number, mean: number, d: number): number {
  // The quotient x / mean would overflow where the mean is tiny; the difference of logarithms does not.
  if (Math.abs(d) >= 0.1 * (x + mean)) return x * (mean < 1e-290 ? ln(x) - ln(mean) : ln(x / mean)) - d;
  const v = d / (x + mean);
  let sum = d * v;
  let power = 2 * x * v;
  for (let j = 3; ; j += 2) {
    power *= v * v;
    const next = sum + power / j;
    if (next === sum) return sum;
    sum = next;
  }
}

/** ln P[Bin(n, p) = x], q = 1 - p given apart so that neither loses digits; p, q > 0. */
function logPmf(n: number, x: number, p: number, q: number): number {
  if (x === 0) return n * (p < 0.5 ? log1p(-p) : ln(q));
  if (x === n) return n * (q < 0.5 ? log1p(-q) : ln(p));
  const y = n - x;
  const constant = stirlingError(n) - stirlingError(x) - stirlingError(y);
  const d = p < q ? excess(n, x, p) : -excess(n, y, q);
  return constant - deviance(x, n * p, d) - deviance(y, n * q, -d) - HALF_LN_2PI - 0.5 * ln(x * (y / n));
}

/** ln P[Bin(n, p) >= x] for x at or above the mean, where the terms fall from the first on. */
function logUpper(n: number, x: number, p: number, q: number): number {
  const odds = p / q;
  let term = 1;
  let sum = 1;
  for (let i = x; i < n; i++) {
    term *= ((n - i) / (i + 1)) * odds;
    sum += term;
    if (term < 1e-18 * sum) break;
  }
  return logPmf(n, x, p, q) + ln(sum);
}

/** ln P[Bin(n, p) >= atLeast]. `q` defaults to 1 - p; pass it where it is known better. */
export function logBinomialTail(n: number, p: number, atLeast: number, q = 1 - p): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (atLeast <= 0) return 0;
  if (atLeast > n || p <= 0) return -Infinity;
  if (q <= 0) return 0;
  if (atLeast >= n * p) return logUpper(n, atLeast, p, q);
  const logLower = logUpper(n, n - atLeast + 1, q, p);
  return logLower < -1 ? log1p(-exp(logLower)) : ln(-expm1(logLower));
}

/** P[Bin(n, p) >= atLeast]. */
export function binomialTail(n: number, p: number, atLeast: number, q = 1 - p): number {
  return exp(logBinomialTail(n, p, atLeast, q));
}

/** P[Bin(n, p) = x]. */
export function binomialPmf(n: number, p: number, x: number, q = 1 - p): number {
  if (x < 0 || x > n) return 0;
  if (p <= 0) return x === 0 ? 1 : 0;
  if (q <= 0) return x === n ? 1 : 0;
  return exp(logPmf(n, x, p, q));
}
