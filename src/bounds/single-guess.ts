import type { TradeOff } from '../claims/index.ts';
import { findSignChange } from '../numerics/index.ts';

/**
 * The single-guess lemma (paper, section 3): if the output falls into E with probability x, then it does so
 * and the attack's guess about one canary of k options is right with probability at most f'_k(x) = sup { a :
 * a <= fBar((x - a) / (k - 1)) }.
 */
export function singleGuessUpper(f: TradeOff, k: number, x: number): number {
  const room = (a: number) => f.fBar((x - a) / (k - 1)) - a || Number.MIN_VALUE;
  return room(x) >= 0 ? x : findSignChange(room, 0, x, 1e-15).hi;
}

/**
 * And at least f''_k(x) = inf { a : (x - a) / (k - 1) <= fBar(a) } where the attack never abstains. The
 * paper's own f''_k is wrong for k > 2: it would promise 2/3 for a blind guess among three.
 */
export function singleGuessLower(f: TradeOff, k: number, x: number): number {
  const missing = (a: number) => (x - a) / (k - 1) - f.fBar(a);
  return missing(0) <= 0 ? 0 : findSignChange((a) => missing(a) || Number.MIN_VALUE, 0, x, 1e-15).lo;
}
