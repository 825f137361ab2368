import { gaussianMu, parseClaim } from '../../claims/index.ts';
import type { EmpiricalEpsilon } from '../epsilon/empirical.ts';
import type { ResolvedClaim } from '../resolve-claim.ts';
import { type ClaimRisk, riskOfCurve } from './claim-risk.ts';
import { type ProvedRisk, provedRisks } from './proved-risk.ts';

/** The risk of one record: what the claim allows at most, and what was proved at least. */
export interface AuditRisk {
  readonly claim: ClaimRisk | null;
  readonly proved: readonly ProvedRisk[];
}

/** The risks that go with a claim as it is stated, and with what was proved within each family. */
export function auditRisk(
  claim: ResolvedClaim | null,
  delta: number,
  results: readonly EmpiricalEpsilon[],
): AuditRisk {
  return { claim: claim === null ? null : statedRisk(claim, delta), proved: provedRisks(results) };
}

function statedRisk({ name, stated }: ResolvedClaim, delta: number): ClaimRisk {
  // A guarantee is about its own delta.
  const deltas = [stated.guarantee?.[1] ?? delta];
  return riskOfCurve(stated, gaussianMu(parseClaim(name)), { deltas });
}
