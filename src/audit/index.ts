export { type AuditOptions, type AuditRun, audit } from './audit.ts';
export { type Calibration, calibrate } from './calibrate.ts';
export { type CurveLines, type CurveNumbers, type CurveShape, curveNumbers, curveShape } from './curve.ts';
export { pointsTheOtherWay } from './direction.ts';
export {
  checkDelta,
  type EmpiricalEpsilon,
  type EmpiricalOptions,
  empiricalEpsilon,
  empiricalEpsilonSync,
} from './empirical.ts';
export { modelOf } from './model.ts';
export { judgedAt, type Plan, type PlanOptions, plan, plannedEpsilon, plannedGuesses } from './plan.ts';
export type { PlanRow } from './plan-judge.ts';
export type {
  AuditCheck,
  AuditFile,
  AuditInput,
  AuditPlots,
  AuditProvenance,
  AuditResult,
  AuditTest,
  AuditTies,
  AuditVerdict,
  SeedSource,
} from './result.ts';
export { freshSeed } from './seed.ts';
export { readNumber, tauOf } from './settings.ts';
export { planForTarget } from './target.ts';
export { type ClaimTest, type ClaimVerdict, type VerdictOptions, verdict } from './verdict.ts';
export { violationOf } from './violate.ts';
