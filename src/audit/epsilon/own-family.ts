import { printFamily } from '../../claims/index.ts';
import type { Claim } from '../../types.ts';

/** The family that a DP-SGD claim is a member of, its noise left open. */
export function dpsgdFamily(claim: Claim): string {
  const { noise: _, ...parameters } = claim.parameters;
  return printFamily({ claim: { ...claim, parameters }, free: 'noise' });
}
