import type { AuditedClaim } from '../../audit/index.ts';
import { quoted } from '../../quote.ts';

/** As much of a claim as a picture has room for. */
const LONGEST = 400;

/** The claim as pictures name it: whole, unless it is a long list of numbers. */
export function shortClaim(claim: Pick<AuditedClaim, 'stated'> | null): string {
  return claim === null ? '' : quoted(claim.stated, LONGEST);
}
