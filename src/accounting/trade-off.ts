import { closedForm, parseClaim, printClaim, type TradeOff } from '../tradeoff/index.ts';
import type { Claim } from '../types.ts';
import { account } from './accountant.ts';

/** The curve of any claim, given as text or parsed: in closed form where there is one, else from its privacy loss. */
export function tradeOff(claim: Claim | string): TradeOff {
  // A claim put together by hand goes through the grammar's checks too.
  return curveOf(parseClaim(typeof claim === 'string' ? claim : printClaim(claim)));
}

/** The curve of a claim that is known to be in order, or a limit of such claims. */
export function curveOf(claim: Claim, coarse = 1): TradeOff {
  return closedForm(claim) ?? account(claim, coarse);
}
