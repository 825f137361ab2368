import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import { parseClaim, printClaim } from '../tradeoff/index.ts';
import type { Claim } from '../types.ts';

/** Parameters that protect, and are halved; and parameters that lose privacy, and are doubled. */
const PROTECTS = ['noise', 'sigma', 'scale'];
const LOSES = ['epsilon', 'mu'];

/**
 * A mechanism that breaks a claim in the usual way: half the noise, or where a claim names none, twice the epsilon.
 * Returns null where there is nothing to halve or double.
 */
function violate(claim: Claim): Claim | null {
  if (claim.parts !== undefined) {
    const parts = claim.parts.map((part) => ({ ...part, claim: violate(part.claim) ?? part.claim }));
    return parts.some((part, i) => part.claim !== claim.parts?.[i].claim) ? { ...claim, parts } : null;
  }
  for (const key of [...PROTECTS, ...LOSES]) {
    const value = claim.parameters[key];
    if (value === undefined || value === 0) continue;
    const changed = PROTECTS.includes(key) ? value / 2 : value * 2;
    return { ...claim, parameters: { ...claim.parameters, [key]: changed } };
  }
  return null;
}

/** The violation to plan against: as written, or the usual one of the claim. */
export function violationOf(claim: string, stated?: string): string {
  if (stated !== undefined) return printClaim(parseClaim(stated));
  const usual = violate(parseClaim(claim));
  if (usual === null)
    throw new InvalidInput(`no usual violation of ${quoted(claim)}; state one with --violation`);
  return printClaim(usual);
}
