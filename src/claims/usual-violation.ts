import type { Claim } from '../types.ts';
import { kindOf } from './kinds/lookup.ts';
import { oncePer } from './once-per.ts';
import { usualModel } from './usual-model.ts';

/**
 * The same mechanism with half the noise, or where it names none, twice the epsilon; null where there is
 * nothing to change.
 */
export const weakened = oncePer((claim: Claim): Claim | null => {
  if (claim.parts !== undefined) return inParts(claim, weakened);
  for (const { key, role, direction } of kindOf(claim).parameters) {
    const value = claim.parameters[key];
    if (role !== 'strength' || value === undefined || value === 0) continue;
    const changed = direction === 'smaller-is-less-private' ? value / 2 : value * 2;
    return { ...claim, parameters: { ...claim.parameters, [key]: changed } };
  }
  return null;
});

/**
 * How a claim is usually broken: its usual model with half the noise, or where that names none, with twice
 * the epsilon. Null where nothing is usual: perfect privacy has no noise to halve.
 */
export const usualViolation = oncePer((claim: Claim): Claim | null => {
  if (claim.parts !== undefined) return inParts(claim, usualViolation);
  return weakened(usualModel(claim));
});

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
