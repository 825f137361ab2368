import type { TradeOff } from '../../src/index.ts';
import { normalCdf, normalQuantile } from '../../src/numerics/index.ts';

/**
 * The paper's recursion as printed, with abstention and k options: no early exit, no rounding, no search.
 * `inverse` is fBarInv. True: the hypothesis is rejected at tau.
 */
export function naiveRejects(
  inverse: (y: number) => number,
  m: number,
  k: number,
  cPrime: number,
  c: number,
  tau: number,
): boolean {
  const h = new Array(c + 1).fill(0);
  const r = new Array(c + 1).fill(0);
  r[c] = (tau * c) / m;
  h[c] = (tau * (cPrime - c)) / m;
  for (let i = c - 1; i >= 0; i--) {
    h[i] = Math.max(h[i + 1], (k - 1) * inverse(Math.min(1, r[i + 1])));
    r[i] = r[i + 1] + (i / (cPrime - i)) * (h[i] - h[i + 1]);
  }
  return r[0] + h[0] > cPrime / m;
}

export const gaussianInverse = (mu: number) => (y: number) => normalCdf(normalQuantile(y) - mu);

/** sup over a fine grid of fBar(x) - e^epsilon x: the profile by its definition. */
export function naiveDelta(f: TradeOff, epsilon: number, grid = 20000): number {
  let most = f.fBar(0);
  for (const x of f.bends ?? []) most = Math.max(most, f.fBar(x) - Math.exp(epsilon) * x);
  for (let i = 0; i <= grid; i++) {
    // Dense towards 0 and 1 alike.
    for (const x of [i / grid, Math.exp((-40 * i) / grid)])
      most = Math.max(most, f.fBar(x) - Math.exp(epsilon) * x);
  }
  return most;
}
