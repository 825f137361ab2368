import { family as familyOf, tradeOff } from '../accounting/index.ts';
import { BOUNDS, checkTau } from '../bounds/index.ts';
import { InvalidInput } from '../errors.ts';
import type { Sides } from '../games/index.ts';
import { binomialTail } from '../numerics/index.ts';
import { parseClaim, printNumber, type TradeOff, toReplace } from '../tradeoff/index.ts';
import { METHODS, type Method, type Observation, type Scores } from '../types.ts';
import { plotsOf } from './audit-plots.ts';
import { budgetsOf, play } from './budgets.ts';
import { checkFairness } from './checks.ts';
import { allRight, checkDelta, type EmpiricalEpsilon, empiricalEpsilon } from './empirical.ts';
import { powerAt } from './plan.ts';
import type { AuditCheck, AuditInput, AuditResult, AuditTest } from './result.ts';
import { type Seen, severalRuns } from './several-runs.ts';
import { throughReplace } from './through-replace.ts';
import { verdict } from './verdict.ts';
import { violationOf } from './violate.ts';

/** One run: its scores and the file they came from. */
export interface AuditRun {
  readonly input: AuditInput;
  readonly scores: Scores;
}

export interface AuditOptions {
  readonly claim?: string;
  readonly families?: readonly string[];
  readonly methods?: readonly Method[];
  readonly tau?: number;
  readonly delta?: number;
  /** Numbers of guesses fixed in advance. Several share the significance evenly (Bonferroni). */
  readonly guesses?: readonly number[];
  readonly sides?: Sides;
  /** For losses: the lower the score, the more likely in. */
  readonly lowerIsIn?: boolean;
  /** Breaks ties. */
  readonly seed?: string | number;
  /** With several runs: a run counts when it has at least this many right, fixed in advance. */
  readonly atLeast?: number;
  readonly violation?: string;
  /** Whether to prepare plots, which take longer than the audit. */
  readonly plots?: boolean;
}

const NO_PLOTS = { histogram: null, roc: null, budgets: null, claimEpsilon: null };

/** From the scores of one run, or of several independent ones, to everything that can be said. */
export async function audit(runs: readonly AuditRun[], options: AuditOptions): Promise<AuditResult> {
  const { tau = 0.05, delta = 1e-5, methods = METHODS } = options;
  checkTau(tau);
  checkDelta(delta);
  const game = gameOf(runs);
  const claim = options.claim === undefined ? null : claimOf(options.claim, game.kind);
  const checks = checksOf(runs);
  const notes: string[] = [...(claim?.notes ?? [])];
  const budgets = budgetsOf(game.kind, game.m, options, notes);
  const observations = budgets.flatMap((guesses) =>
    runs.map((run, r) => play(run.scores, guesses, options, r)),
  );
  const tauEach = tau / budgets.length;
  // Several runs at one number of guesses become one observation at a level of its own.
  const seen: Seen =
    runs.length === 1 ? { observations, tau: tauEach } : severalRuns(observations, tauEach, options);
  if (seen.successes !== undefined)
    notes.push(
      `${seen.successes} of ${runs.length} runs have at least ${options.atLeast} right, the number fixed in advance`,
    );
  const tests =
    claim === null
      ? []
      : await testAll(seen, claim.tested, methods, { count: runs.length, tau: tauEach }, notes);
  const results = await search(seen.observations, game.kind, options, seen.tau, delta, methods);
  const power =
    claim === null || game.kind !== 'membership' || runs.length > 1
      ? null
      : powerOf(options, claim.name, game.m, budgets, tauEach);
  return {
    schema: 'onerun-audit/1',
    observation: observations[0],
    observations,
    tau,
    tauEach,
    delta,
    claim: claim?.name ?? null,
    tested: claim?.tested.name ?? null,
    refuted: claim === null ? null : tests.some((test) => test.refuted),
    refutable: claim === null ? null : couldRefute(seen.observations, claim.tested, seen.tau, methods),
    violation: power?.violation ?? null,
    power: power?.power ?? null,
    tests,
    results,
    checks,
    notes: [...new Set(notes)],
    inputs: runs.map(({ input }) => input),
    plots:
      options.plots === false
        ? NO_PLOTS
        : plotsOf(runs[0].scores, claim?.stated ?? null, observations, options, tauEach, delta),
  };
}

interface Game {
  readonly kind: Scores['kind'];
  readonly m: number;
}

/** What is common to all runs. */
function gameOf(runs: readonly AuditRun[]): Game {
  const size = ({ scores }: AuditRun) =>
    scores.kind === 'membership' ? scores.scores.length : scores.truth.length;
  const [first, ...others] = runs;
  for (const other of others) {
    if (other.scores.kind !== first.scores.kind || size(other) !== size(first))
      throw new InvalidInput(
        `runs must have the same design; ${first.input.name} has ${size(first)} rows of ${first.scores.kind}, ${other.input.name} ${size(other)} of ${other.scores.kind}`,
      );
  }
  return { kind: first.scores.kind, m: size(first) };
}

/** The claim as the curve of the neighbours that the game compares. */
function claimOf(
  text: string,
  kind: Scores['kind'],
): { name: string; stated: TradeOff; tested: TradeOff; notes: string[] } {
  const { relation } = parseClaim(text);
  const f = tradeOff(text);
  const notes = f.note === undefined ? [] : [f.note];
  if (kind === 'membership') {
    if (relation === 'replace')
      throw new InvalidInput(
        `${f.name} is about exchanging a record, but membership scores compare a canary in with the same canary out: claim add-remove`,
      );
    return { name: f.name, stated: f, tested: f, notes };
  }
  if (relation === 'add-remove')
    notes.push(
      'candidates are compared with each other, so the claim is tested as what it implies for exchanging a record: fBar(fBar(x))',
    );
  return { name: f.name, stated: f, tested: toReplace(f), notes };
}

function checksOf(runs: readonly AuditRun[]): AuditCheck[] {
  return runs.flatMap(({ input, scores }) => {
    const fair = checkFairness(input.name, scores);
    const where = runs.length > 1 ? `${input.name}: ` : '';
    return [
      {
        name: 'rows',
        passed: true,
        message: `${where}${input.rows} rows, every score a finite number, no id twice`,
      },
      { ...fair, message: where + fair.message },
    ];
  });
}

async function testAll(
  { observations, tau, successes }: Seen,
  f: TradeOff,
  methods: readonly Method[],
  runs: { readonly count: number; readonly tau: number },
  notes: string[],
): Promise<AuditTest[]> {
  const tests: AuditTest[] = [];
  for (const observation of observations) {
    const found = await verdict(observation, f, { tau, methods });
    notes.push(...found.notes);
    for (const { method, pValue, refuted } of found.tests) {
      if (successes === undefined) tests.push({ method, guesses: observation.guesses, pValue, refuted });
      else {
        const p = binomialTail(runs.count, Math.min(1, pValue), successes);
        tests.push({ method, guesses: observation.guesses, pValue: p, refuted: refuted && p <= runs.tau });
      }
    }
  }
  if (tests.length === 0) throw new InvalidInput(`the claim was not tested; ${notes.join('; ')}`);
  return tests;
}

/** Every family with every method that answers for it; of several numbers of guesses the best, each at its share of tau. */
async function search(
  observations: readonly Observation[],
  kind: Scores['kind'],
  { families }: AuditOptions,
  tau: number,
  delta: number,
  methods: readonly Method[],
): Promise<EmpiricalEpsilon[]> {
  const texts = families ?? ['gaussian', `approx-dp(delta=${printNumber(delta)})`];
  const results: EmpiricalEpsilon[] = [];
  for (const text of texts) {
    const stated = familyOf(text);
    const members = kind === 'membership' ? stated : throughReplace(stated);
    const deltas = [stated.guarantee?.[1] ?? delta];
    for (const method of methods) {
      if (BOUNDS[method].unfit(observations[0], members) !== null) continue;
      const rows: EmpiricalEpsilon[] = [];
      for (const observation of observations)
        rows.push(...(await empiricalEpsilon(observation, members, { tau, deltas, method })));
      results.push(rows.reduce((a, b) => (b.epsilon > a.epsilon ? b : a)));
    }
  }
  return results;
}

function couldRefute(
  observations: readonly Observation[],
  f: TradeOff,
  tau: number,
  methods: readonly Method[],
): boolean {
  return observations.some((observation) =>
    methods.some(
      (method) =>
        BOUNDS[method].unfit(observation, f) === null &&
        BOUNDS[method].rejectsSync(allRight(observation), f, tau),
    ),
  );
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
    const violation = violationOf(claim, options.violation);
    const powers = budgets.map((guesses) => powerAt({ m, claim, violation, tau, guesses }));
    return { violation, power: Math.max(...powers) };
  } catch (error) {
    // A claim without a usual violation, or one so broken that it has no curve: then there is no number to give.
    if (error instanceof InvalidInput && options.violation === undefined) return null;
    throw error;
  }
}
