/** P[Bin(n, p) <= x] by Pascal's triangle of whole numbers and fractions of whole numbers: no rounding at all. */
function exactTail(n: number, x: number, p: bigint, scale: bigint): readonly [bigint, bigint] {
  let sum = 0n;
  let choose = 1n;
  for (let i = 0; i <= x; i++) {
    sum += choose * p ** BigInt(i) * (scale - p) ** BigInt(n - i);
    choose = (choose * BigInt(n - i)) / BigInt(i + 1);
  }
  return [sum, scale ** BigInt(n)];
}

/**
 * Clopper and Pearson's upper limit by bisection on exact sums: the naive twin. `level` is a fraction of whole
 * numbers. The answer is between two neighbours of a grid of 2^-60, as doubles.
 */
export function naiveUpperLimit(
  wrong: number,
  runs: number,
  [numerator, denominator]: readonly [number, number],
): readonly [number, number] {
  const scale = 1n << 60n;
  let [low, high] = [0n, scale];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    const [tail, whole] = exactTail(runs, wrong, middle, scale);
    if (tail * BigInt(denominator) > whole * BigInt(numerator)) low = middle;
    else high = middle;
  }
  return [Number(low) / 2 ** 60, Number(high) / 2 ** 60];
}

/** Pairs of upper limits as the theory states them: what they prove of epsilon, and of a Gaussian's mu. */
export function naiveEpsilon(alpha: number, beta: number, delta: number): number {
  return Math.max(0, Math.log((1 - delta - beta) / alpha), Math.log((1 - delta - alpha) / beta));
}
