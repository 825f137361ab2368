import type { TradeOff } from './curves/trade-off.ts';

/**
 * How to search along a family, in the coordinate t that is 0 at the most private member and grows with the
 * loss of privacy.
 */
export interface SearchHints {
  /** Where to start. */
  readonly start?: number;
  /** The member that is nearest to a Gaussian of mu, roughly: costly members are searched around that one. */
  readonly likeGaussian?: (mu: number) => number;
  /** How finely to end, relatively. */
  readonly tolerance?: number;
  /** How far to look: beyond, there is too little privacy left to measure. */
  readonly most?: number;
  /** The member at t, less accurate, as sound and cheaper: for the first steps. */
  readonly coarseCurve?: (t: number) => TradeOff;
  /** Whether the family has a least private member, at t = Infinity. */
  readonly limited?: boolean;
}
