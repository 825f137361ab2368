import type { TradeOff } from '../../claims/index.ts';
import { askedBy } from '../asked.ts';
import { describeAttack } from '../attack/describe-attack.ts';
import { checkOneCanary, checkPower } from '../checks/checks.ts';
import { auditPower, remediesFor } from '../claim-facts.ts';
import { conclude, largestProved } from '../conclusion.ts';
import { familyInGame, usualFamilies } from '../epsilon/over-families.ts';
import { fixedInAdvance } from '../fixed.ts';
import { seedOf } from '../observe.ts';
import type { AuditOptions } from '../options.ts';
import { modelOf } from '../plan/model.ts';
import { attackOn, type JudgedDesign, standingOf } from '../plan/standing.ts';
import { violationOrNull } from '../plan/violation.ts';
import { plotsOf } from '../plots/audit-plots.ts';
import { lookAtRuns } from '../plots/look-at-runs.ts';
import { provenanceOf } from '../provenance.ts';
import type { AuditTest } from '../records.ts';
import { resolveClaim } from '../resolve-claim.ts';
import type { AuditResult } from '../result.ts';
import { auditRisk } from '../risk/audit-risk.ts';
import type { SingleRun } from '../runs/single-canaries.ts';
import { classicalEpsilons, errorsPValue, errorsRefute } from './curve-test.ts';
import { callsOf, type Errors, errorLimits } from './error-limits.ts';
import { errorsAt, thresholdDesign } from './threshold.ts';

/**
 * The classical audit: one and the same canary is in some runs and out of the others. Runs of either kind are
 * then alike, whatever coins settled which, and a threshold that they did not choose errs on each kind with a
 * probability of its own, which Clopper and Pearson's limits bound.
 */
export function classicalAudit(runs: readonly SingleRun[], options: AuditOptions): AuditResult {
  const asked = askedBy(options);
  const { tau, delta, lowerIsIn } = asked;
  const { threshold, choosingRuns, tested } = thresholdDesign(runs, options, tau);
  const errors = errorsAt(tested, threshold, lowerIsIn);
  const { falsePositives, falseNegatives } = errors;
  const m = tested.scores.length;
  const right = m - falsePositives.wrong - falseNegatives.wrong;
  const observation = { m, k: 2, guesses: m, correct: right };
  const game = { input: { ...runs[0].input, rows: m }, scores: tested };
  const inputChecks = checkOneCanary(tested);
  const isVoid = inputChecks.some(({ passed }) => !passed);

  const claim = options.claim === undefined ? null : resolveClaim(options.claim, 'membership');
  const design: JudgedDesign | null =
    claim === null || isVoid
      ? null
      : {
          game: { kind: 'membership', m, k: 2, calls: callsOf(errors) },
          guesses: m,
          tested: claim.tested,
          model: modelOf(claim.name, options.model, options.delta),
          violation: violationOrNull(claim.name, options.violation, options.model),
          runs: 1,
          tau,
          judges: [],
        };
  const standing = design === null ? null : standingOf(design);
  const attack = design === null || standing === null ? null : attackOn(design, standing, right);
  const power = standing === null ? null : auditPower(standing, attack);
  const powerChecks = isVoid ? [] : checkPower(options.requirePower, power);
  const checks = [...inputChecks, ...powerChecks];
  const tests = claim === null || isVoid ? [] : [testOf(errors, claim.tested, m, tau)];
  const families = options.families ?? usualFamilies(claim?.name ?? null, [delta]);
  const results = isVoid
    ? []
    : families.flatMap((name) => classicalEpsilons(errors, familyInGame(name, 'membership'), tau, [delta]));
  const limits = errorLimits(errors, tau);
  // The live figure and the numbers of guesses are about ranks, by which nothing was guessed.
  const looks = lookAtRuns([game], asked, []).map((look) => ({ ...look, sorted: null, field: null }));
  return {
    schema: 'onerun-audit/1',
    game: 'membership',
    runs: [{ inputs: runs.map(({ input }) => input), observations: [observation] }],
    tau,
    tauEach: tau,
    delta,
    claim:
      claim === null
        ? null
        : {
            stated: claim.name,
            tested: claim.tested.name,
            epsilon: claim.stated.epsilon(delta),
            critical: [standing?.refutedFrom ?? null],
            ...(design === null || standing === null
              ? {}
              : remediesFor({ design, standing, right, each: [] }, claim.name, asked)),
          },
    ...conclude({
      isClaimed: claim !== null,
      isVoid,
      tests,
      tau,
      standing,
      right,
      each: [],
      lacksPower: powerChecks.some(({ passed }) => !passed),
    }),
    tests,
    results,
    proved: largestProved(results),
    risk: auditRisk(claim, delta, results),
    attack: {
      strength: attack?.strength ?? null,
      right: design === null ? null : right,
      description: describeAttack(looks.map(({ numbers }) => numbers)),
    },
    power,
    standing,
    joint: null,
    fixed: fixedInAdvance(runs.length, [m], options),
    checks,
    ties: [],
    classical: {
      threshold,
      choosingRuns,
      falsePositives: { ...falsePositives, limit: limits.alpha },
      falseNegatives: { ...falseNegatives, limit: limits.beta },
    },
    notes: claim?.notes ?? [],
    provenance: provenanceOf([game], 'membership', seedOf(options.seed, options.seedFrom), asked),
    plots: plotsOf(looks, claim?.stated ?? null),
  };
}

function testOf(errors: Errors, claim: TradeOff, guesses: number, level: number): AuditTest {
  const refuted = errorsRefute(errors, claim, level);
  const found = errorsPValue(errors, claim);
  // The p-value is found by search; the test itself decides.
  const pValue = refuted ? Math.min(found, level) : found <= level ? level * (1 + 1e-12) : found;
  return { method: 'classical', guesses, pValue, level, refuted };
}
