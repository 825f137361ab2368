import type { Claim } from '../types.ts';
import { kindOf } from './kinds/lookup.ts';
import { usualModel } from './usual-model.ts';

/**
 * The same mechanism with half the noise, or where it names none, twice the epsilon; null where there is
 * nothing to change.
 */
export function weakened(claim: Claim): Claim | null {
  if (claim.parts !== undefined) return inParts(claim, weakened);
  for (const { key, role, direction } of kindOf(claim).parameters) {
    const value = claim.parameters[key];
    if (role !== 'strength' || value === undefined || value === 0) continue;
    const changed = direction === 'smaller-is-less-private' ? value / 2 : value * 2;
    return { ...claim, parameters: { ...claim.parameters, [key]: changed } };
  }
  return null;
}

/**
 * How a claim is usually broken: a mechanism by half the noise; a guarantee by what usually spends twice its
 * epsilon, or where it has no single epsilon to double, by half the noise of its usual model. Null where
 * nothing is usual: perfect privacy has no noise to halve.
 */
export function usualViolation(claim: Claim): Claim | null {
  if (claim.parts !== undefined) return inParts(claim, usualViolation);
  const doubled = kindOf(claim).guarantees === undefined ? null : weakened(claim);
  return doubled === null ? weakened(usualModel(claim)) : usualModel(doubled);
}

/** All parts of a composition broken; a part that cannot be keeps its usual model. */
function inParts(claim: Claim, broken: (part: Claim) => Claim | null): Claim | null {
  const found = (claim.parts ?? []).map((part) => ({ ...part, broken: broken(part.claim) }));
  if (found.every((part) => part.broken === null)) return null;
  const parts = found.map((part) => ({
    count: part.count,
    claim: part.broken ?? usualModel(part.claim),
  }));
  return { ...claim, parts };
}
