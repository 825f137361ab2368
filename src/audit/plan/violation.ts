import { parseClaim, printClaim } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import type { Claim } from '../../types.ts';
import { usualModel } from './model.ts';

/** Parameters that protect, and are halved; and parameters that lose privacy, and are doubled. */
const PROTECTS = ['noise', 'sigma', 'scale'];
const LOSES = ['epsilon', 'mu'];

/** A mechanism with half the noise, or where it names none, twice the epsilon; null where there is nothing to halve or double. */
function violate(claim: Claim): Claim | null {
  if (claim.parts !== undefined) return inParts(claim, violate);
  for (const key of [...PROTECTS, ...LOSES]) {
    const value = claim.parameters[key];
    if (value === undefined || value === 0) continue;
    const changed = PROTECTS.includes(key) ? value / 2 : value * 2;
    return { ...claim, parameters: { ...claim.parameters, [key]: changed } };
  }
  return null;
}

/**
 * How a claim is usually broken: a mechanism with half the noise; a guarantee by what usually spends twice its epsilon,
 * or where it has no single epsilon to double, by half the noise of its usual model.
 */
function usualViolation(claim: Claim): Claim | null {
  if (claim.parts !== undefined) return inParts(claim, usualViolation);
  const isGuarantee = claim.name === 'pure-dp' || claim.name === 'approx-dp';
  const doubled = isGuarantee ? violate(claim) : null;
  return doubled === null ? violate(usualModel(claim)) : usualModel(doubled);
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

/** The violation to plan against: as written, or a stated model with half its noise, or the usual one of the claim. */
export function violationOf(claim: string, stated?: string, model?: string): string {
  const found = violationOrNull(claim, stated, model);
  if (found === null)
    throw new InvalidInput(`no usual violation of ${quoted(model ?? claim)}; state one`, ['violation']);
  return found;
}

/** The same, or null where none is stated and none is usual: perfect privacy has no noise to halve. */
export function violationOrNull(claim: string, stated?: string, model?: string): string | null {
  if (stated !== undefined) return printClaim(parseClaim(stated));
  const usual = model === undefined ? usualViolation(parseClaim(claim)) : violate(parseClaim(model));
  return usual === null ? null : printClaim(usual);
}
