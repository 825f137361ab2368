import type { Claim } from '../types.ts';
import { gaussianMu } from './closed-form.ts';
import { kindOf } from './kinds/lookup.ts';

/**
 * mu of the Gaussian that a claim with many runs tends to, such as DP-SGD as its steps grow and its rate
 * falls; null for what has no such runs in it. An approximation, not a guarantee: with subsampling it lies on
 * the unsafe side.
 */
export function centralLimitMu(claim: Claim): number | null {
  const { parts, parameters, relation } = claim;
  if (parts === undefined) return kindOf(claim).limit?.mu(parameters, relation) ?? null;
  let hasLimit = false;
  const mu = rootSumOfSquares(claim, (part) => {
    const limit = centralLimitMu(part);
    hasLimit ||= limit !== null;
    return limit ?? gaussianMu(part);
  });
  return hasLimit ? mu : null;
}

/**
 * mu of exchanging one record for another that is orthogonal to it, of a Gaussian claim. That moves a sum by
 * sqrt(2) times what adding one does. A claim about exchanges says itself how far; where noise is in units of
 * a clip norm it is about opposite records, and the way is taken from adding one.
 */
export function orthogonalExchangeMu(claim: Claim): number | null {
  if (claim.parts !== undefined) return rootSumOfSquares(claim, orthogonalExchangeMu);
  const { clipped } = kindOf(claim);
  const mu = gaussianMu(clipped ? { ...claim, relation: 'add-remove' } : claim);
  const stated = claim.relation === 'replace' && !clipped;
  return mu === null ? null : (stated ? 1 : Math.SQRT2) * mu;
}

/** Independent Gaussians compose to the root of the sum of squares; null where a part has no mu. */
function rootSumOfSquares(
  { parts = [], relation }: Claim,
  muOf: (part: Claim) => number | null,
): number | null {
  let squares = 0;
  for (const { claim, count } of parts) {
    const mu = muOf({ ...claim, relation });
    if (mu === null) return null;
    squares += count * mu * mu;
  }
  return Math.sqrt(squares);
}
