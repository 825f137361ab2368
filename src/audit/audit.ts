import { ONE_PER_RUN } from '../audit-choices.ts';
import { family as familyOf, type TradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import type { Observation, Scores } from '../types.ts';
import { type Asked, askedBy } from './asked.ts';
import { describeAttack } from './attack/describe-attack.ts';
import { checkDirection, checkInput, checkPower } from './checks/checks.ts';
import { checkDesign } from './checks/design.ts';
import { checkEqualRuns } from './checks/equal-runs.ts';
import { hangTogether } from './checks/hang-together.ts';
import { auditPower, claimFacts, judgeClaim, remediesFor } from './claim-facts.ts';
import { classicalAudit } from './classical/classical-audit.ts';
import { asksThreshold, refuseThreshold } from './classical/threshold.ts';
import { conclude, decidingTests, largestProved } from './conclusion.ts';
import { epsilonOverFamilies, familyInGame, usualFamilies } from './epsilon/over-families.ts';
import { fixedInAdvance } from './fixed.ts';
import { observeRun } from './observe.ts';
import type { AuditOptions } from './options.ts';
import { attackOn } from './plan/standing.ts';
import { plotsOf } from './plots/audit-plots.ts';
import { honestGames } from './plots/honest-games.ts';
import { lookAtRuns } from './plots/look-at-runs.ts';
import { provenanceOf } from './provenance.ts';
import { type ResolvedClaim, resolveClaim } from './resolve-claim.ts';
import type { AuditResult } from './result.ts';
import { auditRisk } from './risk/audit-risk.ts';
import { jointRuns } from './runs/joint.ts';
import { type AuditRun, namedRuns, type RunScores } from './runs/plain.ts';
import { checkDistinctRuns } from './runs/same-run.ts';
import { oneRun } from './runs/several-runs.ts';
import { areSingle, asOneDesign, asOneGame, type SingleRun } from './runs/single-canaries.ts';
import { checkDistinctSingles } from './runs/single-evidence.ts';
import { evidenceOf, observeRuns, type Seen } from './seen.ts';
import { checkAnswered, isRefuted, testClaim } from './test-claim.ts';
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
  if (options.claim === undefined && options.requirePower !== undefined)
    throw new InvalidInput('a required power is the power to refute a claim: state one', ['claim']);
  const runs = namedRuns(given);
  const design = checkDesign(runs, options.options);
  if (areSingle(runs)) {
    checkDistinctSingles(runs);
    return asksThreshold(options) ? classicalAudit(runs, options) : auditTogether(runs, options);
  }
  if (runs.length > 1) checkDistinctRuns(runs);
  refuseThreshold(options);
  return auditGame(runs, design, options);
}

/** Independent runs of one canary each, as the one game that they are together. */
function auditTogether(runs: readonly SingleRun[], options: AuditOptions): AuditResult {
  const m = runs.length;
  const found = auditGame([asOneGame(runs)], { game: 'membership', m }, asOneDesign(options, m));
  return {
    ...found,
    runs: [{ inputs: runs.map(({ input }) => input), observations: found.runs[0].observations }],
    fixed: { ...found.fixed, runs: { ...found.fixed.runs, value: m } },
    notes: [
      `${m} independent runs of one canary each were audited as one game of ${m} canaries`,
      ...found.notes,
    ],
  };
}

/** The audit of one game, or of several alike. */
function auditGame(
  runs: readonly AuditRun[],
  { game, m }: ReturnType<typeof checkDesign>,
  options: AuditOptions,
): AuditResult {
  const asked = askedBy(options);
  const claim = options.claim === undefined ? null : resolveClaim(options.claim, game);
  const seen = observeRuns(runs, game, m, asked);
  const { independentGuesses = 1 } = options;
  if (independentGuesses > m)
    throw new InvalidInput(
      `invalid independent guesses; must be a whole number from 1 to the canaries (${m}): ${independentGuesses}`,
    );
  if (claim !== null && options.assume !== undefined)
    checkAnswered('independent', seen.observations[0], claim.tested);
  const inputChecks = [
    ...checkInput(runs),
    ...(options.onePerRun === true ? membershipOf(runs).flatMap((scores) => checkEqualRuns(scores)) : []),
    ...checkDirection(runs, seen.counted.flat(), asked.tau, asked.lowerIsIn),
  ];
  const sound = inputChecks.every(({ passed }) => passed);
  const { tests, notes } =
    claim === null || !sound
      ? { tests: [], notes: [] }
      : testClaim(
          seen.evidence,
          claim,
          asked.methods,
          { count: runs.length, tau: seen.tauEach },
          seen.notes,
          options.onePerRun,
        );
  const deciding = decidingTests(tests);
  // What is said of the verdict is about the tests that it rests on.
  const decided = {
    ...asked,
    methods: asked.methods.filter((name) => deciding.length === tests.length || name !== 'independent'),
  };
  const judged = claim === null || !sound ? null : judgeClaim(claim, seen, game, decided);
  const attack = judged === null ? null : attackOn(judged.design, judged.standing, judged.right, judged.each);
  const power = judged === null ? null : auditPower(judged.standing, attack);
  const powerChecks = sound ? checkPower(options.requirePower, power) : [];
  const checks = [...inputChecks, ...powerChecks];
  const looks = lookAtRuns(runs, asked, seen.budgets);
  const isRefutedBy = (others: readonly Observation[]) =>
    claim === null || !sound
      ? null
      : isRefuted(evidenceOf(others, runs.length, seen.tauEach, options), claim.tested, decided.methods);
  const found = sound ? search(claim, runs, seen, game, asked) : { results: [], notes: [] };
  const { results } = found;
  const isAssumed = results.some(({ assumption }) => assumption === 'independent-canaries');
  const [together = null] =
    isAssumed && runs.length === 1 ? membershipOf(runs).map((scores) => hangTogether(scores)) : [];
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
        : claimFacts(claim, seen, decided, judged === null ? {} : remediesFor(judged, claim.name, asked)),
    ...conclude({
      isClaimed: claim !== null,
      isVoid: !sound,
      tests,
      tau: asked.tau,
      standing: judged?.standing ?? null,
      right: judged?.right ?? 0,
      each: judged?.each ?? [],
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
    joint: jointRuns(runs.length, options.atLeast, seen.evidence.successes, deciding, seen.tauEach),
    fixed: fixedInAdvance(runs.length, seen.budgets, options),
    checks,
    ties: tiesOf(seen.counted.flat(), runs.length, isRefutedBy),
    notes: [
      ...new Set([
        ...(options.onePerRun ? [ONE_PER_RUN] : []),
        ...(claim?.notes ?? []),
        ...seen.notes,
        ...notes,
        ...found.notes,
        ...(together === null ? [] : [together]),
      ]),
    ],
    provenance: provenanceOf(runs, game, seen.seed, asked),
    plots: {
      ...plotsOf(looks, curveOfGame(claim, game)),
      ...(judged === null || runs.length > 1 || options.plots === false
        ? {}
        : { honest: seen.budgets.map((guesses) => honestGames(judged.design, guesses)) }),
    },
  };
}

const membershipOf = (runs: readonly AuditRun[]) =>
  runs.flatMap(({ scores }) => (scores.kind === 'membership' ? [scores] : []));

/** The claim's curve for the neighbours that the game compares. */
function curveOfGame(claim: ResolvedClaim | null, game: Scores['kind']): TradeOff | null {
  if (claim === null) return null;
  return game === 'membership' ? claim.stated : claim.tested;
}

/**
 * The epsilon that was proved within each family, those of a game about exchanges mapped to them. What rests
 * on independent canaries has a number of guesses of its own where a plan fixed one, and holds as the others
 * do where each canary had a run of its own.
 */
function search(
  claim: ResolvedClaim | null,
  runs: readonly AuditRun[],
  seen: Seen,
  game: Scores['kind'],
  { methods, delta, tau, given }: Asked,
): Pick<AuditResult, 'results' | 'notes'> {
  const families = given.families ?? usualFamilies(claim?.name ?? null, [delta]);
  const asked = { families: families.map((family) => familyInGame(family, game)), deltas: [delta] };
  const { results } = epsilonOverFamilies(seen.evidence, { ...asked, methods });
  const { independentGuesses, onePerRun } = given;
  const held = onePerRun
    ? results.map((row) => ({ ...row, assumption: familyOf(row.family).assumption }))
    : results;
  if (independentGuesses === undefined) return { results: held, notes: [] };
  if (onePerRun || runs.length > 1 || game !== 'membership')
    return { results: held, notes: [`independent guesses (${independentGuesses}): left out, ${ALL_ALIKE}`] };
  const { observation } = observeRun(runs[0].scores, independentGuesses, seen.rule, 0);
  const own = epsilonOverFamilies(oneRun([observation], tau), { ...asked, methods: [] });
  return {
    results: [...results.filter(({ method }) => method !== 'independent'), ...own.results],
    notes: [
      `what rests on independent canaries has ${observation.correct} of ${independentGuesses} guesses right behind it, a number fixed for that`,
    ],
  };
}

const ALL_ALIKE =
  'for of several runs, of runs of one canary each and of choices all that is proved has the same guesses behind it';
