import { exp } from '../../../numerics/index.ts';
import type { Relation } from '../../../types.ts';
import type { TradeOff } from '../../curves/trade-off.ts';
import { certainTests, certainWhenAsked } from '../certain.ts';
import { type Chain, chainOf, checkPrivacyLeft, joinChains, worstError } from '../chain.ts';
import { type CurveFacts, curveOfChain, ESTIMATE_SAFETY } from '../curve.ts';
import { ACCURATE_DEPTH, deepestTilt, type RepeatedSource, type Tilts } from '../grid-choice.ts';
import { withOrders } from '../one-way.ts';
import { composeSmooth, type SmoothComposition } from './composition.ts';

/** Rounding of probabilities, relative. */
const MARGIN = 1e-11;
/** What curves are held to, in f relatively and in epsilon. */
const ACCURACY = 5e-7;
/** No curve from a transform is said to be nearer to the truth than this. */
const LEAST_GAP = 2e-8;
const MOST_ATTEMPTS = 3;
const MOST_GAP = 0.05;

/** The curve of smooth losses, discretised only after composing; null where that takes too long. */
export function smoothCurve(
  parts: readonly RepeatedSource[],
  tilts: (step: number) => Tilts,
  relation: Relation,
  name: string,
  coarse: number,
): TradeOff | null {
  const tilt = deepestTilt(parts);
  const accuracy = coarse * ACCURACY;
  const allowed = (epsilon: number) => accuracy * Math.min(2, Math.max(1, epsilon));
  let best: { composed: SmoothComposition; chains: readonly Chain[]; error: number } | null = null;
  let step = Math.min(Math.sqrt((12 * accuracy) / tilt), 0.2 / tilt);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const composed = composeSmooth(parts, step, tilts(step), coarse);
    if (composed === null) break;
    const chains = [composed.remove, composed.add].map((law) =>
      chainOf(law, composed.step, MARGIN, composed.noise),
    );
    const variance = (composed.step * composed.step) / 6;
    const { error, ratio } = worstError(chains, variance, false, ACCURATE_DEPTH, allowed);
    best = { composed, chains, error };
    if (ratio <= 1.5) break;
    step = composed.step * Math.max(0.1, 0.9 / Math.sqrt(ratio));
  }
  if (best === null) return null;
  const { composed, chains, error } = best;
  const both = [composed.remove, composed.add];
  const margin = MARGIN + composed.noise * exp(Math.max(0, ...both.map(({ log }) => log)));
  const facts: CurveFacts = {
    gap: ESTIMATE_SAFETY * error + LEAST_GAP + 8 * margin,
    reach: Infinity,
    infinite: 0,
    certain: certainWhenAsked(() => {
      const { remove, add, noise } = composed;
      const rounded = composed.rounded();
      const runs = parts.reduce((sum, { count }) => sum + count, 0);
      const rounding = { margin: MARGIN, noise, runs, infinite: 0 };
      return [
        certainTests(remove, rounded.remove, composed.step, rounding),
        certainTests(add, rounded.add, composed.step, rounding),
      ];
    }),
  };
  // Rounding that drowns the law is worse than a grid.
  if (facts.gap > MOST_GAP && coarse === 1) return null;
  const chain = joinChains(chains[0], chains[1]);
  checkPrivacyLeft(chain);
  const curve = (of: Chain) => curveOfChain(of, facts, relation, name);
  return withOrders(curve(chain), chain, chains, curve);
}
