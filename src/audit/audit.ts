import { checkTau } from '../bounds/index.ts';
import { parseClaim, type TradeOff, toReplace, tradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { quoted, quotedPath } from '../quote.ts';
import { METHODS, type Observation, type Scores } from '../types.ts';
import { checkDirection, checkInput, checkPower } from './checks/checks.ts';
import { checkScores } from './checks/scores.ts';
import { checkDelta } from './epsilon/empirical.ts';
import { searchFamilies } from './epsilon/search-families.ts';
import { observeRun, seedOf } from './observe.ts';
import type { AuditOptions, AuditRun } from './options.ts';
import { budgetsOf } from './plan/budgets.ts';
import { criticalCount } from './plan/judge.ts';
import { powerAt } from './plan/plan.ts';
import { violationOf } from './plan/violation.ts';
import { plotsOf } from './plots/audit-plots.ts';
import { remembered } from './remember.ts';
import type { AuditPlots, AuditResult } from './result.ts';
import { checkDistinctRuns } from './runs/same-evidence.ts';
import { oneRun, type Seen, severalRuns } from './runs/several-runs.ts';
import { areSingle, asOneDesign, asOneGame } from './runs/single-canaries.ts';
import { couldRefute, isRefuted, testClaim } from './test-claim.ts';
import { tiesOf } from './ties.ts';

const NO_PLOTS: AuditPlots = { histogram: null, roc: null, budgets: null };

/** From the scores of one run, or of several independent ones, to everything that can be said. */
export function audit(runs: readonly AuditRun[], options: AuditOptions): AuditResult {
  const { tau = 0.05, delta = 1e-5, methods = METHODS, sides = 'both', lowerIsIn = false } = options;
  checkTau(tau);
  checkDelta(delta);
  if (runs.length === 0) throw new InvalidInput('no runs to audit');
  if (!['in', 'out', 'both'].includes(sides))
    throw new InvalidInput(`invalid sides; must be in, out or both: ${sides}`);
  const { game, m } = gameOf(runs, options.options);
  if (runs.length > 1) checkDistinctRuns(runs);
  if (areSingle(runs)) {
    const found = audit([asOneGame(runs)], asOneDesign(options, runs.length));
    const note = `${runs.length} independent runs of one canary each were audited as one game of ${runs.length} canaries`;
    return { ...found, inputs: runs.map(({ input }) => input), notes: [note, ...found.notes] };
  }
  const claim = options.claim === undefined ? null : resolveClaim(options.claim, game);
  const notes: string[] = [...(claim?.notes ?? [])];
  const budgets = budgetsOf(game, m, options, notes);
  const { seed, seedFrom } = seedOf(options.seed, options.seedFrom);
  const counted = budgets.flatMap((guesses) =>
    runs.map(({ scores }, run) => observeRun(scores, guesses, { sides, lowerIsIn, seed }, run)),
  );
  const observations = counted.map(({ observation }) => observation);
  const tauEach = tau / budgets.length;
  const seen = seenIn(observations, runs.length, tauEach, options);
  if (seen.successes !== undefined)
    notes.push(
      `${seen.successes} of ${runs.length} runs have at least ${options.atLeast} right, the number fixed in advance`,
    );
  const power =
    claim === null || game !== 'membership' || runs.length > 1
      ? null
      : powerOf(options, claim.name, m, budgets, tauEach);
  const checks = [
    ...checkInput(runs),
    ...checkDirection(runs, counted, tau, lowerIsIn),
    ...checkPower(options.requirePower, power, runs.length > 1 ? 'several runs' : `this ${game} game`),
  ];
  const sound = checks.every(({ passed }) => passed);
  const tests =
    claim === null || !sound
      ? []
      : testClaim(seen, claim.tested, methods, { count: runs.length, tau: tauEach }, notes);
  const refuted = claim === null || !sound ? null : tests.some((test) => test.refuted);
  const search = { game, seen, delta, methods, claim: claim?.name ?? null };
  return {
    schema: 'onerun-audit/1',
    game,
    observation: observations[0],
    observations,
    tau,
    tauEach,
    delta,
    claim: claim?.name ?? null,
    tested: claim?.tested.name ?? null,
    claimEpsilon: claim?.stated.epsilon(delta) ?? null,
    verdict: !sound ? 'no-verdict' : refuted === null ? 'none' : refuted ? 'refuted' : 'not-refuted',
    refuted,
    refutable: claim === null ? null : couldRefute(seen, claim.tested, methods),
    violation: power?.violation ?? null,
    power: power?.power ?? null,
    critical:
      claim === null || runs.length > 1
        ? []
        : observations.map(({ m: canaries, k, guesses }) =>
            remembered(claim.tested, `critical ${canaries} ${k} ${guesses} ${tauEach}`, () =>
              criticalCount({ m: canaries, k, guesses }, claim.tested, tauEach, 'all'),
            ),
          ),
    tests,
    results: sound ? searchFamilies(options.families, search) : [],
    checks,
    ties: tiesOf(counted, runs.length, (other) =>
      claim === null || !sound
        ? null
        : isRefuted(seenIn(other, runs.length, tauEach, options), claim.tested, methods),
    ),
    notes: [...new Set(notes)],
    inputs: runs.map(({ input }) => input),
    provenance: {
      version: null,
      command: null,
      files: [],
      commitment: null,
      departures: [],
      ...options.provenance,
      seed,
      seedFrom,
      scoreColumn: runs[0].input.scoreColumn ?? null,
      direction: game === 'membership' ? (lowerIsIn ? 'lower-is-in' : 'higher-is-in') : null,
      sides: game === 'membership' ? sides : null,
    },
    plots:
      options.plots === false || checks.some(({ name, passed }) => name === 'both kinds' && !passed)
        ? NO_PLOTS
        : plotsOf(runs[0].scores, claim?.stated ?? null, sound ? observations : [], options, tauEach, delta),
  };
}

/** What is common to all runs. */
function gameOf(runs: readonly AuditRun[], stated: number | undefined): { game: Scores['kind']; m: number } {
  const size = ({ scores }: AuditRun) =>
    scores.kind === 'membership' ? scores.scores.length : scores.truth.length;
  for (const { input, scores } of runs) checkScores(input.name, scores);
  const [first, ...others] = runs;
  const options = ({ scores }: AuditRun) => (scores.kind === 'membership' ? 2 : scores.k);
  for (const other of others) {
    if (other.scores.kind !== first.scores.kind || size(other) !== size(first))
      throw new InvalidInput(
        `runs must have the same design; ${quotedPath(first.input.name)} has ${size(first)} rows of ${first.scores.kind}, ${quotedPath(other.input.name)} ${size(other)} of ${other.scores.kind}`,
      );
    if (options(other) !== options(first))
      throw new InvalidInput(
        `runs must have the same design; ${quotedPath(first.input.name)} has ${options(first)} options, ${quotedPath(other.input.name)} ${options(other)}: state how many there are`,
      );
  }
  if (stated !== undefined && stated !== options(first)) {
    const what =
      first.scores.kind === 'membership'
        ? 'membership scores, which have'
        : 'a choice among candidates, which has';
    throw new InvalidInput(
      `invalid options; ${quotedPath(first.input.name)} holds ${what} ${options(first)}: ${stated}`,
    );
  }
  return { game: first.scores.kind, m: size(first) };
}

/** The claim as the curve of the neighbours that the game compares. */
function resolveClaim(
  text: string,
  game: Scores['kind'],
): { name: string; stated: TradeOff; tested: TradeOff; notes: string[] } {
  const { relation } = parseClaim(text);
  const f = tradeOff(text);
  const notes = f.note === undefined ? [] : [f.note];
  if (game === 'membership') {
    if (relation === 'replace')
      throw new InvalidInput(
        `${quoted(f.name)} is about exchanging a record, but membership scores compare a canary in with the same canary out: claim add-remove`,
      );
    return { name: f.name, stated: f, tested: f, notes };
  }
  if (relation === 'add-remove')
    notes.push(
      'candidates are compared with each other, so the claim is tested as what it implies for exchanging a record: fBar(fBar(x))',
    );
  return { name: f.name, stated: f, tested: remembered(f, 'exchange', () => toReplace(f)), notes };
}

/** Several runs at one number of guesses become one observation at a level of its own. */
function seenIn(
  observations: readonly Observation[],
  runs: number,
  tau: number,
  options: AuditOptions,
): Seen {
  return runs === 1 ? oneRun(observations, tau) : severalRuns(observations, tau, options);
}

/** How likely the design was to catch the violation, with the best attack on canaries that do not interact. */
function powerOf(
  options: AuditOptions,
  claim: string,
  m: number,
  budgets: readonly number[],
  tau: number,
): { violation: string; power: number } | null {
  try {
    const violation = violationOf(claim, options.violation, options.model);
    const sides = options.sides === undefined ? {} : { sides: options.sides };
    const powers = budgets.map((guesses) => powerAt({ m, claim, violation, tau, guesses, ...sides }));
    return { violation, power: Math.max(...powers) };
  } catch (error) {
    // A claim without a usual violation, or one so broken that it has no curve: then there is no number to give.
    if (error instanceof InvalidInput && options.violation === undefined) return null;
    throw error;
  }
}
