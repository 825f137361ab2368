export { audit } from './audit.ts';
export { type BoundOptions, type BoundResult, bound } from './bound.ts';
export { type CalibratedValue, type Calibration, calibrate } from './calibration/calibrate.ts';
export type { AdvantageTarget, CalibrationTarget, EpsilonTarget, RateTarget } from './calibration/goal.ts';
export { pointsTheOtherWay } from './checks/direction.ts';
export { lacksRequiredPower, largestProved, stands } from './conclusion.ts';
export { type CurveLines, type CurveNumbers, type CurveShape, curveNumbers, curveShape } from './curve.ts';
export { type EmpiricalOptions, empiricalEpsilon } from './epsilon/empirical.ts';
export {
  certifyEpsilon,
  curveInGame,
  type EpsilonStatement,
  type LevelFacts,
  verifyEpsilon,
} from './epsilon/epsilon-certificate.ts';
export { type CertifiedNeighbours, certifiedNeighbours } from './epsilon/neighbours.ts';
export { familyInGame, searchedMethods, usualFamilies } from './epsilon/over-families.ts';
export { provedMember } from './epsilon/proved-member.ts';
export type { EvidencePath, ExpectedEvidence } from './evidence/growth.ts';
export { type LedgerProof, verifyLedger } from './evidence/proof.ts';
export type { FixedChoice, FixedSource, FixedSources } from './fixed.ts';
export { type CountedRun, countRun, type LedgerCount } from './ledger/count.ts';
export { checkLedgerDesign, type LedgerDesign, type LedgerOptions, newLedger } from './ledger/design.ts';
export type { LedgerEpsilon } from './ledger/epsilon.ts';
export type { LedgerBet, LedgerMethod, LedgerProduct } from './ledger/make-bets.ts';
export { drawingOf, outcomesOfRun, type RunOutcome } from './ledger/play.ts';
export { proveLedger } from './ledger/proof.ts';
export {
  type LedgerRecord,
  type LedgerRun,
  type LedgerState,
  ledgerEvents,
  ledgerState,
} from './ledger/state.ts';
export { type AuditRow, type AuditsTogether, auditsTogether, type EndedAudit } from './many/together.ts';
export { observeRun } from './observe.ts';
export type { AuditOptions } from './options.ts';
export { plannedGuesses } from './plan/choice.ts';
export { criticalCount } from './plan/critical.ts';
export { type MechanismLaw, mechanismLaw } from './plan/mechanism-law.ts';
export { modelOf } from './plan/model.ts';
export { plan } from './plan/plan.ts';
export { type Remedies, remediesOf } from './plan/remedies.ts';
export type { PlanOptions } from './plan/request.ts';
export { enoughCanaries, USUAL_POWER } from './plan/sizes/enough.ts';
export { planForPower } from './plan/sizes/for-power.ts';
export { planForTarget } from './plan/sizes/target.ts';
export { attackOn, type JudgedDesign, standingOf, type WhyBlind } from './plan/standing.ts';
export { violationOf, violationOrNull } from './plan/violation.ts';
export { type CanaryField, canaryField, type FieldSize, USUAL_FIELD } from './plots/canary-field.ts';
export type { AuditPlots, RunPlots } from './plots/plot-data.ts';
export type {
  AttackDescription,
  AttackNumbers,
  AttackTogether,
  AuditAttack,
  AuditCheck,
  AuditData,
  AuditFile,
  AuditInput,
  AuditPower,
  AuditProvenance,
  AuditRisk,
  AuditTest,
  AuditTies,
  ClaimInstead,
  ClaimRisk,
  ClassicalAudit,
  DeltaRisk,
  EmpiricalEpsilon,
  EnoughCanaries,
  ErrorRate,
  Estimate,
  FixedInAdvance,
  JointRuns,
  Plan,
  PlanRow,
  PosteriorRisk,
  ProvedEpsilon,
  ProvedRisk,
  RateNumbers,
  RateRisk,
  Standing,
} from './records.ts';
export { resolveClaim } from './resolve-claim.ts';
export type {
  AuditConclusion,
  AuditedClaim,
  AuditedRun,
  AuditOutcome,
  AuditResult,
  SeedSource,
} from './result.ts';
export { claimRisk, type RiskOptions } from './risk/claim-risk.ts';
export type { RoundCounts, RoundScores } from './rounds/count.ts';
export { type RoundsDesign, type RoundsExpert, type RoundsOptions, roundsDesign } from './rounds/design.ts';
export type { RoundsEpsilon } from './rounds/epsilon.ts';
export { type FoundViolation, type PricedMember, planOfRounds, type RoundsPlan } from './rounds/plan.ts';
export type { RoundLength } from './rounds/round-claim.ts';
export { type FollowedRounds, type RoundsResult, rounds, type WholeRounds } from './rounds/rounds.ts';
export type { RoundsStanding } from './rounds/standing.ts';
export type { AuditRun, MembershipArrays, ReconstructionArrays, RunScores } from './runs/plain.ts';
export { checkNewRun, differentRuns } from './runs/same-run.ts';
export { type RunSketch, sameSketch, sketchOf } from './runs/sketch.ts';
export {
  type ClaimTest,
  type ClaimVerdict,
  claimTests,
  designOfCounts,
  type VerdictOptions,
  verdict,
} from './verdict.ts';
