import { gaussianMu, parseClaim } from '../../claims/index.ts';
import type { AuditRisk, ClaimRisk, EmpiricalEpsilon } from '../records.ts';
import type { ResolvedClaim } from '../resolve-claim.ts';
import { riskOfCurve } from './claim-risk.ts';
import { provedRisks } from './proved-risk.ts';

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
