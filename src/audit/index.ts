export { audit } from './audit.ts';
export { type Calibration, calibrate } from './calibrate.ts';
export { pointsTheOtherWay } from './checks/direction.ts';
export { type CurveLines, type CurveNumbers, type CurveShape, curveNumbers, curveShape } from './curve.ts';
export {
  checkDelta,
  type EmpiricalEpsilon,
  type EmpiricalOptions,
  empiricalEpsilon,
} from './epsilon/empirical.ts';
export {
  epsilonOverFamilies,
  type FamiliesSearch,
  ownFamily,
  type ProvedEpsilons,
  usualFamilies,
} from './epsilon/over-families.ts';
export { type ProvedMember, provedMember } from './epsilon/proved-member.ts';
export type { AuditOptions, AuditRun } from './options.ts';
export type { PlanRow } from './plan/judge.ts';
export { modelOf } from './plan/model.ts';
export { judgedAt, type Plan, type PlanOptions, plan, plannedEpsilon, plannedGuesses } from './plan/plan.ts';
export { planForTarget } from './plan/target.ts';
export { violationOf } from './plan/violation.ts';
export { type ResolvedClaim, resolveClaim } from './resolve-claim.ts';
export type {
  AuditCheck,
  AuditConclusion,
  AuditedClaim,
  AuditedRun,
  AuditFile,
  AuditFindings,
  AuditInput,
  AuditPlots,
  AuditProvenance,
  AuditResult,
  AuditTest,
  AuditTies,
  AuditVerdict,
  SeedSource,
} from './result.ts';
export { observationsOf } from './result.ts';
export type { MembershipArrays, ReconstructionArrays, RunScores } from './runs/plain.ts';
export { type Evidence, oneRun } from './runs/several-runs.ts';
export { freshSeed } from './seed.ts';
export { readNumber, tauOf } from './settings.ts';
export { type ClaimTest, type ClaimVerdict, type VerdictOptions, verdict } from './verdict.ts';
