import type { TradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import type { Observation, Scores } from '../types.ts';
import { type Asked, askedBy } from './asked.ts';
import { describeAttack } from './attack/describe-attack.ts';
import { checkDirection, checkInput, checkPower } from './checks/checks.ts';
import { checkDesign } from './checks/design.ts';
import { claimFacts, judgeClaim, remediesFor } from './claim-facts.ts';
import { auditSingleCanaries, refuseThreshold } from './classical/single-canary-audit.ts';
import { conclude, largestProved } from './conclusion.ts';
import { epsilonOverFamilies, familyInGame, usualFamilies } from './epsilon/over-families.ts';
import { fixedInAdvance } from './fixed.ts';
import type { AuditOptions } from './options.ts';
import { attackOn, type Standing } from './plan/standing.ts';
import { plotsOf } from './plots/audit-plots.ts';
import { lookAtRuns } from './plots/look-at-runs.ts';
import { provenanceOf } from './provenance.ts';
import { type ResolvedClaim, resolveClaim } from './resolve-claim.ts';
import type { AuditPower, AuditResult } from './result.ts';
import { auditRisk } from './risk/audit-risk.ts';
import { jointRuns } from './runs/joint.ts';
import { type AuditRun, namedRuns, type RunScores } from './runs/plain.ts';
import { checkDistinctRuns } from './runs/same-evidence.ts';
import { areSingle } from './runs/single-canaries.ts';
import { checkDistinctSingles } from './runs/single-evidence.ts';
import { evidenceOf, observeRuns, type Seen } from './seen.ts';
import { isRefuted, testClaim } from './test-claim.ts';
import { tiesOf } from './ties.ts';

/**
 * From the scores of one run, or of several independent ones, to everything that can be said: resolves the
 * claim for the game, counts right guesses, checks what the theorem rests on, tests the claim, and searches
 * for the epsilon that the counts prove.
 *
 * @example
 * const included = drawCanaries(1000); // before training: 1 for in, 0 for out
 * const scores = Array.from(included, (bit) => bit + Math.random()); // the higher, the more likely in
 * const result = audit({ scores, included }, { claim: 'gaussian(sigma=1)' }); // result.outcome
 */
export function audit(given: RunScores | readonly RunScores[], options: AuditOptions = {}): AuditResult {
  if (options.methods?.length === 0) throw new InvalidInput('invalid methods; name at least one');
  askedBy(options);
  const runs = namedRuns(given);
  const design = checkDesign(runs, options.options);
  if (areSingle(runs)) {
    checkDistinctSingles(runs);
    const game = { ...design, m: runs.length };
    return auditSingleCanaries(runs, options, (together, own) => auditGame([together], game, own));
  }
  if (runs.length > 1) checkDistinctRuns(runs);
  refuseThreshold(options);
  return auditGame(runs, design, options);
}

/** The audit of one game, or of several alike; without a method that tests their counts nothing is tested. */
function auditGame(
  runs: readonly AuditRun[],
  { game, m }: ReturnType<typeof checkDesign>,
  options: AuditOptions,
): AuditResult {
  const asked = askedBy(options);
  const isTested = asked.methods.length > 0;
  const claim = options.claim === undefined ? null : resolveClaim(options.claim, game);
  if (claim === null && options.requirePower !== undefined)
    throw new InvalidInput('a required power is the power to refute a claim: state one', ['claim']);
  const seen = observeRuns(runs, game, m, asked);
  const inputChecks = [
    ...checkInput(runs, isTested),
    ...checkDirection(runs, seen.counted.flat(), asked.tau, asked.lowerIsIn),
  ];
  const sound = inputChecks.every(({ passed }) => passed);
  const judged = claim === null || !isTested || !sound ? null : judgeClaim(claim, seen, game, asked);
  const attack = judged === null ? null : attackOn(judged.design, judged.standing, judged.right);
  const power = judged === null ? null : powerOf(judged.standing, attack);
  const powerChecks = sound ? checkPower(options.requirePower, power) : [];
  const checks = [...inputChecks, ...powerChecks];
  const { tests, notes } =
    claim === null || !sound || !isTested
      ? { tests: [], notes: [] }
      : testClaim(seen.evidence, claim, asked.methods, { count: runs.length, tau: seen.tauEach }, seen.notes);
  const looks = lookAtRuns(runs, asked, seen.budgets);
  const isRefutedBy = (others: readonly Observation[]) =>
    claim === null || !sound
      ? null
      : isRefuted(evidenceOf(others, runs.length, seen.tauEach, options), claim.tested, asked.methods);
  const results = sound ? search(claim, seen, game, options.families, asked) : [];
  return {
    schema: 'onerun-audit/1',
    game,
    runs: runs.map(({ input }, i) => ({
      inputs: [input],
      observations: seen.counted.map((ofRuns) => ofRuns[i].observation),
    })),
    tau: asked.tau,
    tauEach: seen.tauEach,
    delta: asked.delta,
    claim:
      claim === null
        ? null
        : claimFacts(claim, seen, asked, judged === null ? {} : remediesFor(judged, claim.name, asked)),
    ...conclude({
      isClaimed: claim !== null,
      isVoid: !sound,
      tests,
      tau: asked.tau,
      standing: judged?.standing ?? null,
      right: judged?.right ?? 0,
      lacksPower: powerChecks.some(({ passed }) => !passed),
    }),
    tests,
    results,
    proved: largestProved(results),
    risk: auditRisk(claim, asked.delta, results),
    attack: {
      strength: attack?.strength ?? null,
      right: judged?.right ?? null,
      description: describeAttack(looks.map(({ numbers }) => numbers)),
    },
    power,
    standing: judged?.standing ?? null,
    joint: jointRuns(runs.length, options.atLeast, seen.evidence.successes, tests, seen.tauEach),
    fixed: fixedInAdvance(runs.length, seen.budgets, options),
    checks,
    ties: isTested ? tiesOf(seen.counted.flat(), runs.length, isRefutedBy) : [],
    notes: [...new Set([...(claim?.notes ?? []), ...seen.notes, ...notes])],
    provenance: provenanceOf(runs, game, seen, asked),
    plots: plotsOf(looks, curveOfGame(claim, game), seen, asked, checks),
  };
}

/** The claim's curve for the neighbours that the game compares. */
function curveOfGame(claim: ResolvedClaim | null, game: Scores['kind']): TradeOff | null {
  if (claim === null) return null;
  return game === 'membership' ? claim.stated : claim.tested;
}

/** How likely the violation is to be refuted, by the best attack and by this one. */
function powerOf(
  { violation, power }: Standing,
  attack: ReturnType<typeof attackOn> | null,
): AuditPower | null {
  if (violation === null || power === null) return null;
  return { violation, best: power, thisAttack: attack?.power ?? null };
}

/** The epsilon that was proved within each family, those of a game about exchanges mapped to them. */
function search(
  claim: ResolvedClaim | null,
  { evidence }: Seen,
  game: Scores['kind'],
  stated: AuditOptions['families'],
  { methods, delta }: Asked,
): AuditResult['results'] {
  const families = stated ?? usualFamilies(claim?.name ?? null, [delta]);
  return epsilonOverFamilies(evidence, {
    families: families.map((family) => familyInGame(family, game)),
    methods,
    deltas: [delta],
  }).results;
}
