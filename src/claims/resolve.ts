import { LastUsed } from '../last-used.ts';
import type { Claim } from '../types.ts';
import { closedForm } from './closed-form.ts';
import type { TradeOff } from './curves/trade-off.ts';
import { parseClaim } from './grammar/parse.ts';
import { printClaim } from './grammar/print.ts';
import { composedCurve } from './losses/accountant.ts';
import { lossesOf } from './losses-of.ts';

/** Curves by their canonical text: one audit asks for the same several times, and DP-SGD's takes a while. */
const known = new LastUsed<string, TradeOff>(32);

/**
 * The curve of any claim, given as text or parsed: in closed form where there is one, else from its privacy
 * loss.
 *
 * @example
 * const curve = tradeOff('laplace(scale=0.5)'); // curve.epsilon(1e-5), curve.delta(1), curve.fBar(0.01)
 */
export function tradeOff(claim: Claim | string): TradeOff {
  // A claim put together by hand goes through the grammar's checks too.
  const parsed = parseClaim(typeof claim === 'string' ? claim : printClaim(claim));
  return known.get(printClaim(parsed), () => curveOf(parsed));
}

/**
 * The curve of a claim that is known to be in order, or of a limit of such claims; `coarse` times less
 * accurate where that will do.
 */
export function curveOf(claim: Claim, coarse = 1, name = printClaim(claim)): TradeOff {
  return closedForm(claim, name) ?? lossCurve(claim, coarse, name);
}

/** The curve of a claim through its privacy-loss distribution. */
export function lossCurve(claim: Claim, coarse = 1, name = printClaim(claim)): TradeOff {
  return composedCurve(lossesOf(claim), claim.relation, name, coarse);
}
