import { parseClaim, printClaim, usualViolation, weakened } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';

/**
 * The violation to plan against: as written, or a stated model with half its noise, or the usual one of the
 * claim.
 */
export function violationOf(claim: string, stated?: string, model?: string): string {
  const found = violationOrNull(claim, stated, model);
  if (found === null)
    throw new InvalidInput(`no usual violation of ${quoted(model ?? claim)}; state one`, ['violation']);
  return found;
}

/** The same, or null where none is stated and none is usual: perfect privacy has no noise to halve. */
export function violationOrNull(claim: string, stated?: string, model?: string): string | null {
  if (stated !== undefined) return printClaim(parseClaim(stated));
  const usual = model === undefined ? usualViolation(parseClaim(claim)) : weakened(parseClaim(model));
  return usual === null ? null : printClaim(usual);
}
