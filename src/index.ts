/**
 * Audit differential privacy from one training run. Everything here runs in Node and in the browser. The rest
 * of the library stands behind `onerun/report`, `onerun/io`, `onerun/numerics` and `onerun/training`.
 *
 * @module onerun
 */
export {
  type AuditCheck,
  type AuditConclusion,
  type AuditedClaim,
  type AuditedRun,
  type AuditFile,
  type AuditFindings,
  type AuditInput,
  type AuditOptions,
  type AuditPlots,
  type AuditProvenance,
  type AuditResult,
  type AuditRun,
  type AuditTest,
  type AuditTies,
  type AuditVerdict,
  audit,
  type BoundOptions,
  type BoundResult,
  bound,
  type Calibration,
  type ClaimTest,
  type ClaimVerdict,
  type ClassicalAudit,
  type CurveLines,
  type CurveNumbers,
  type CurveShape,
  calibrate,
  curveNumbers,
  curveShape,
  type EmpiricalEpsilon,
  type EmpiricalOptions,
  type ErrorRate,
  empiricalEpsilon as epsilon,
  type MembershipArrays,
  type Plan,
  type PlanOptions,
  type PlanRow,
  plan,
  planForTarget,
  type ReconstructionArrays,
  type RunScores,
  type SeedSource,
  type ThresholdSource,
  usualFamilies,
  type VerdictOptions,
  verdict,
} from './audit/index.ts';
export { certify, verifyCertificate } from './bounds/index.ts';
export {
  claimForms,
  compare,
  type Direction,
  type Family,
  family,
  type NamedForm,
  type Order,
  ownFamily,
  parseClaim,
  printClaim,
  type SearchHints,
  type TradeOff,
  tradeOff,
} from './claims/index.ts';
export { InvalidClaim, InvalidInput } from './errors.ts';
export {
  type DrawOptions,
  drawCanaries,
  type SimulateOptions,
  simulate,
  type Ties,
} from './games/index.ts';
export {
  assertKeeps,
  ClaimRefuted,
  type KeepsFacts,
  type RefutesOptions,
  refutes,
  type ScoredMechanism,
} from './mechanisms/index.ts';
export type { Random } from './numerics/index.ts';
export * from './types.ts';
