/**
 * Audit differential privacy from one training run. Everything here runs in Node and in the browser. The rest
 * of the library stands behind `onerun/report`, `onerun/io`, `onerun/numerics` and `onerun/training`.
 *
 * @module onerun
 */
export type {
  AdvantageTarget,
  AuditCheck,
  AuditConclusion,
  AuditedClaim,
  AuditedRun,
  AuditFile,
  AuditFindings,
  AuditInput,
  AuditOptions,
  AuditPlots,
  AuditProvenance,
  AuditResult,
  AuditRisk,
  AuditRun,
  AuditTest,
  AuditTies,
  AuditVerdict,
  audit,
  BoundOptions,
  BoundResult,
  bound,
  CalibratedValue,
  Calibration,
  CalibrationTarget,
  ClaimRisk,
  ClaimTest,
  ClaimVerdict,
  CountedRun,
  CurveLines,
  CurveNumbers,
  CurveShape,
  calibrate,

<<<<<<< HEAD
  countRun,
=======
  claimRisk,
>>>>>>> risk
  curveNumbers,
  curveShape,
  type DeltaRisk,
  type EmpiricalEpsilon,
  type EmpiricalOptions,
  type EpsilonTarget,
  empiricalEpsilon as epsilon,
  type LedgerBet,
  type LedgerCount,
  type LedgerDesign,
  type LedgerEpsilon,
  type LedgerMethod,
  type LedgerOptions,
  type LedgerProduct,
  type LedgerRecord,
  type LedgerRun,
  type LedgerState,
  ledgerState,
  type MembershipArrays,
  newLedger,
  type Plan,
  type PlanOptions,
  type PlanRow,
  type PosteriorRisk,
  type ProvedRisk,
  plan,
  planForTarget,
  type RateRisk,
  type RateTarget,
  type ReconstructionArrays,
  type RiskOptions,
  type RunScores,
  type SeedSource,
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
