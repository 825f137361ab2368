import type { BoundName, Method } from '../types.ts';
import type { Bound } from './bound.ts';
import { independentCanaries } from './independent/independent.ts';
import { optimal } from './optimal/optimal.ts';
import { paper } from './paper.ts';
import { steinke } from './steinke.ts';

export { algorithm3 } from './algorithm3.ts';
export { type Bound, testedCurve } from './bound.ts';
export { type GameForm, provenBound } from './certificate.ts';
export { type Bets, fastestBets, growthOf, type Offer } from './evidence/bets.ts';
export { fastestPayoff, priceAgainst } from './evidence/fastest-payoff.ts';
export { mostRightOnAverage } from './evidence/mean-right.ts';
export {
  certifiedPayoff,
  certifyPayoff,
  type PayoffCertificate,
  paidFor,
  payoffAt,
  payoffOf,
  priceOf,
  provenPayoff,
} from './evidence/payoff.ts';
export { ifComputable } from './if-computable.ts';
export { certify } from './optimal/optimal.ts';
export { worstLaw } from './optimal/worst-law.ts';
export { verifyCertificate } from './verify.ts';
export { independentCanaries, optimal, paper, steinke };

/** The bounds that hold for every mechanism, by their names. */
export const BOUNDS: { readonly [Name in Method]: Bound<Name> } = { paper, optimal, steinke };

/** One of these, or the one for canaries that do not influence each other. */
export function boundNamed(name: BoundName): Bound {
  return name === 'independent' ? independentCanaries : BOUNDS[name];
}
