import { exp } from '../../numerics/index.ts';
import type { TradeOff } from './trade-off.ts';

export type Order = 'more-private' | 'less-private' | 'equal' | 'incomparable';

/** Differences below this, relative to the smaller probability at stake, are rounding. */
const TOLERANCE = 1e-11;

/**
 * How f compares with g (paper, Definition 4): more private where f >= g everywhere. Compared where either
 * curve bends and on a grid dense towards both ends; a piecewise linear curve is thereby compared exactly
 * with one of its kind.
 *
 * @example
 * compare(tradeOff('gaussian(sigma=2)'), tradeOff('gaussian(sigma=1)')); // 'more-private'
 */
export function compare(f: TradeOff, g: TradeOff): Order {
  let above = false;
  let below = false;
  const see = (ours: number, theirs: number) => {
    if (ours > theirs * (1 + TOLERANCE)) above = true;
    else if (theirs > ours * (1 + TOLERANCE)) below = true;
  };
  for (const x of [...grid(), ...(f.bends ?? []), ...(g.bends ?? [])]) {
    // A larger fBar is a smaller f; the inverse sees the other end without cancellation.
    see(g.fBar(x), f.fBar(x));
    see(f.fBarInv(x), g.fBarInv(x));
  }
  if (above && below) return 'incomparable';
  return above ? 'more-private' : below ? 'less-private' : 'equal';
}

function* grid(): Generator<number> {
  yield 0;
  for (let exponent = -280; exponent < -20; exponent += 4) yield exp(exponent * Math.LN10);
  for (let t = -46; t <= 0; t += 0.05) {
    const x = 0.5 * exp(t);
    yield x;
    if (x > 1e-16) yield 1 - x;
  }
}
