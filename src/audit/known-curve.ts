import { tradeOff } from '../accounting/index.ts';
import type { TradeOff } from '../tradeoff/index.ts';

const known = new Map<string, TradeOff>();

/** The curve of a claim; those asked for last are remembered, for some take seconds to compute. */
export function knownCurve(claim: string): TradeOff {
  const found = known.get(claim) ?? tradeOff(claim);
  if (known.size > 30) known.clear();
  known.set(claim, found);
  return found;
}
