import type { Side } from '../../types.ts';
import type { TradeOff } from './trade-off.ts';

/**
 * The curve of one order of two neighbours all along. That of `oneWay` is exact where its slope is at least
 * 1; below that the reverse order's is, mirrored. What both allow is what the mechanism may do.
 */
export function oneOrder(f: TradeOff, side: Side): Pick<TradeOff, 'fBar' | 'slope' | 'bends' | 'turns'> {
  if (f.oneWay === undefined && f.symmetric) return f;
  const own = f.oneWay?.(side) ?? f;
  const reverse = f.oneWay?.(side === 'in' ? 'out' : 'in') ?? f;
  const mirrored = (x: number) => 1 - reverse.fBarInv(1 - x);
  return {
    ...own,
    fBar: (x) => Math.min(own.fBar(x), mirrored(x)),
    slope: (x) => (own.fBar(x) <= mirrored(x) ? own.slope(x) : 1 / reverse.slope(reverse.fBarInv(1 - x))),
  };
}
