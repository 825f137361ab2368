import type { Claim } from '../types.ts';
import { closedForm } from './closed-form.ts';
import type { TradeOff } from './curves/trade-off.ts';
import { parseClaim } from './grammar/parse.ts';
import { printClaim } from './grammar/print.ts';
import { composedCurve } from './losses/accountant.ts';
import { lossesOf } from './losses-of.ts';

/** Curves by their canonical text: one audit asks for the same several times, and DP-SGD's takes a while. */
const known = new Map<string, TradeOff>();
const MOST_KNOWN = 32;

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
  const name = printClaim(parsed);
  const found = known.get(name) ?? curveOf(parsed);
  // A Map keeps the order of insertion: the first key is the one that was not asked for the longest.
  known.delete(name);
  known.set(name, found);
  if (known.size > MOST_KNOWN) known.delete([...known.keys()][0]);
  return found;
}

/**
 * The curve of a claim that is known to be in order, or of a limit of such claims; `coarse` times less
 * accurate where that will do.
 */
export function curveOf(claim: Claim, coarse = 1): TradeOff {
  return closedForm(claim) ?? lossCurve(claim, coarse);
}

/** The curve of a claim through its privacy-loss distribution. */
export function lossCurve(claim: Claim, coarse = 1): TradeOff {
  return composedCurve(lossesOf(claim), claim.relation, printClaim(claim), coarse);
}
