import type { Claim } from '../types.ts';
import type { TradeOff } from './curves/trade-off.ts';
import { parseClaim } from './grammar/parse.ts';
import { printClaim } from './grammar/print.ts';
import { closedForm } from './kinds/closed-form.ts';
import { account } from './losses/accountant.ts';

/** The curve of any claim, given as text or parsed: in closed form where there is one, else from its privacy loss. */
export function tradeOff(claim: Claim | string): TradeOff {
  // A claim put together by hand goes through the grammar's checks too.
  const parsed = parseClaim(typeof claim === 'string' ? claim : printClaim(claim));
  const name = printClaim(parsed);
  const found = known.get(name) ?? curveOf(parsed);
  // The one that was asked for last stands last; the first goes when there are too many.
  known.delete(name);
  known.set(name, found);
  if (known.size > MOST_KNOWN) known.delete([...known.keys()][0]);
  return found;
}

/** Curves by their canonical text: one audit asks for the same several times, and DP-SGD's takes a while. */
const known = new Map<string, TradeOff>();
const MOST_KNOWN = 32;

/** The curve of a claim that is known to be in order, or a limit of such claims. */
export function curveOf(claim: Claim, coarse = 1): TradeOff {
  return closedForm(claim) ?? account(claim, coarse);
}
