import { InvalidInput } from '../../errors.ts';
import { exp, ln } from '../../numerics/index.ts';
import { checkDraws } from '../checks/checks.ts';
import { stands } from '../conclusion.ts';
import { type ExpectedEvidence, expectedPath } from '../evidence/growth.ts';
import {
  checkRunOrder,
  inSteps,
  type LedgerEvent,
  type LedgerStep,
  orderStated,
  stepsOf,
} from '../evidence/steps.ts';
import { factorsOf, wealthOf } from '../evidence/wealth.ts';
import { mechanismLaw } from '../plan/mechanism-law.ts';
import { showsBest } from '../plan/standing.ts';
import type { Standing } from '../records.ts';
import type { AuditOutcome } from '../result.ts';
import type { CountedRun } from './count.ts';
import { type LedgerDesign, payoffsOf } from './design.ts';
import { type LedgerEpsilon, ledgerEpsilons } from './epsilon.ts';
import { afterBlindRuns, guessedGame, ledgerStanding } from './standing.ts';

/** What was written down of a run: that it was started (null), or what it showed. */
export interface LedgerRecord {
  /** Counted from 1, in the order in which runs began. */
  readonly run: number;
  readonly counted: CountedRun | null;
  /** Added in one call with the run of the record before, none of them started: one step. */
  readonly together?: true;
}

/** A run of a ledger. */
export interface LedgerRun {
  readonly run: number;
  /** `started`: not handed in yet. `void`: it shows nothing, for the reason that is given. */
  readonly status: 'added' | 'started' | 'void';
  readonly why?: string;
  /**
   * Whether it was begun with coins that were committed to; the place of all others rests on the user's word.
   */
  readonly started: boolean;
  readonly counts: CountedRun['counts'];
  /** What it is worth at each number of guesses: its e-values. */
  readonly factors: readonly number[];
}

/** Where a ledger stands. */
export interface LedgerState {
  readonly design: LedgerDesign;
  /** What the place of runs that were not started rests on; null where all were. */
  readonly order: string | null;
  /** In the order in which they began. */
  readonly runs: readonly LedgerRun[];
  /** ln of the evidence against the claim after each run, or after all that were added in one call. */
  readonly steps: readonly { readonly runs: readonly number[]; readonly logEvidence: number }[];
  readonly logEvidence: number;
  /** ln of the largest evidence that there ever was. */
  readonly mostLogEvidence: number;
  /** Valid at every moment: 1 over the largest evidence. */
  readonly pValue: number;
  readonly outcome: Extract<AuditOutcome, 'refuted' | 'not-refuted' | 'could-not-have-noticed'>;
  /** Whether the evidence has ever reached 1 / tau: what it does later does not count. */
  readonly refuted: boolean;
  /** The run with which it did; null where it did not. */
  readonly refutedAt: number | null;
  /** What "not refuted" is worth after so many runs; null where the claim is refuted or nothing was shown. */
  readonly standing: Standing | null;
  /**
   * Right guesses of all runs together, on average over equal scores, at the number that the standing is
   * about.
   */
  readonly right: number | null;
  /**
   * How many more runs the violation is expected to take; null where the claim is refuted, where so many were
   * added already, and where nothing shows that the attack is no weaker than the best one on the claim.
   */
  readonly runsExpected: number | null;
  readonly results: readonly LedgerEpsilon[];
  /** What the evidence is expected to do over these steps; null before the first. */
  readonly expected: ExpectedEvidence | null;
}

/**
 * What the runs of a ledger prove together, at this moment and at every earlier one.
 *
 * @example
 * const ledger = newLedger({ claim: 'gaussian(sigma=1)', m: 4, violation: 'gaussian(sigma=0.01)' });
 * const scores = { scores: [3, 2, 1, 0], included: [1, 1, 0, 0] };
 * const state = ledgerState(ledger, [{ run: 1, counted: countRun(ledger, scores) }]); // state.refuted
 */
export function ledgerState(design: LedgerDesign, records: readonly LedgerRecord[]): LedgerState {
  checkRunOrder(records.map(({ run, counted }) => ({ run, shows: counted !== null })));
  const judged = judge(design, records);
  const steps = stepsOf(judged.map(({ event }) => event));
  const payoffs = payoffsOf(design);
  const { products, logs, logEvidence, mostLogEvidence } = wealthOf(payoffs, steps);
  const needed = -ln(design.tau);
  const first = logs.findIndex((log) => log >= needed);
  const refuted = first >= 0;
  const runs = [...lastOf(judged).values()].map(({ event, counts, why, status }) => ({
    run: event.run,
    status,
    ...(why === undefined ? {} : { why }),
    started: event.started === true,
    counts,
    factors: factorsOf(payoffs, event),
  }));
  return {
    design,
    order: orderStated(runs),
    runs,
    steps: logs.map((log, i) => ({ runs: steps[i].map(({ run }) => run), logEvidence: log })),
    logEvidence,
    mostLogEvidence,
    pValue: Math.min(1, exp(-mostLogEvidence)),
    refuted,
    refutedAt: steps[first]?.at(-1)?.run ?? null,
    ...(refuted
      ? { outcome: 'refuted', standing: null, right: null, runsExpected: null }
      : worthOf(design, steps, runs, runsExpected(design, products))),
    results: ledgerEpsilons(design, steps),
    expected: steps.length === 0 ? null : expectedOf(design, steps.length),
  };
}

function expectedOf(design: LedgerDesign, steps: number): ExpectedEvidence {
  const { tau, violation, products } = design;
  const { game, model } = guessedGame(design);
  const path = (mechanism: string, until?: number) => {
    const { law } = mechanismLaw(game, mechanism);
    const laws = products.map(({ guesses }) => law(guesses).law);
    return expectedPath(payoffsOf(design), laws, steps, until);
  };
  return { model, violation, honest: path(model), violated: path(violation, -2 * ln(tau)) };
}

/** What it is worth that a claim is not refuted. */
function worthOf(
  design: LedgerDesign,
  steps: readonly LedgerStep[],
  runs: readonly LedgerRun[],
  more: number,
): Pick<LedgerState, 'outcome' | 'standing' | 'right' | 'runsExpected'> {
  const blind = 'could-not-have-noticed' as const;
  const shown = runs.filter(({ status }) => status === 'added');
  if (shown.length === 0) return { outcome: blind, standing: null, right: null, runsExpected: more };
  const played = steps.map((step) => {
    const held = step.filter(({ reached }) => reached === null).length;
    return { shown: step.length - held, held };
  });
  const untouched = ledgerStanding(design, played);
  const own = design.products.findIndex(({ guesses }) => guesses === untouched.guesses);
  const each = shown.map(({ counts }) => {
    const { least, most, mean = (least + most) / 2 } = counts[own];
    return mean;
  });
  const right = each.reduce((sum, mean) => sum + mean, 0);
  const standing = stands(untouched, right) ? afterBlindRuns(design, untouched, played, each) : untouched;
  const isYoung = standing.couldNot !== null;
  const expected = isYoung && showsBest({ ...guessedGame(design), runs: shown.length }, right);
  return {
    outcome: stands(standing, right) ? 'not-refuted' : blind,
    standing,
    right,
    runsExpected: expected ? more : null,
  };
}

/** The runs of a ledger and what is known of them, which its evidence and its proof are made of. */
export function ledgerEvents(design: LedgerDesign, records: readonly LedgerRecord[]): LedgerEvent[] {
  return [...lastOf(judge(design, records)).values()].map(({ event }) => event);
}

interface Judged {
  readonly event: LedgerEvent;
  readonly status: LedgerRun['status'];
  readonly counts: CountedRun['counts'];
  readonly why?: string;
}

/** What is known last of each run, in the order in which they began. */
const lastOf = (judged: readonly Judged[]) => new Map(judged.map((each) => [each.event.run, each]));

/**
 * The records as events. A run to which the theorem does not apply is worth what was held back: its own coins
 * were not fair, or those of all runs so far together, without the runs whose own were not.
 */
function judge({ products, game }: LedgerDesign, records: readonly LedgerRecord[]): Judged[] {
  const started = new Set(records.flatMap(({ run, counted }) => (counted === null ? [run] : [])));
  let drawn: readonly number[] = [];
  return inSteps(records).flatMap((call) => {
    for (const { counted } of call)
      if (counted !== null && counted.void === undefined)
        drawn = counted.draws.map((count, i) => count + (drawn[i] ?? 0));
    const together = drawn.length === 0 ? null : checkDraws(drawn, game);
    return call.map(({ run, counted, together: isTogether }): Judged => {
      const known = {
        run,
        ...(started.has(run) ? { started: true as const } : {}),
        ...(isTogether === undefined ? {} : { together: isTogether }),
      };
      if (counted === null) return { event: { ...known, reached: null }, status: 'started', counts: [] };
      const { counts } = counted;
      if (
        counts.length !== products.length ||
        counts.some(({ reached }, i) => reached.length !== products[i].bets.length)
      )
        throw new InvalidInput(`invalid run ${run}; it was not counted as the ledger says`);
      const unfair = together?.passed === false ? `all runs together: ${together.message}` : undefined;
      const why = counted.void ?? unfair;
      if (why !== undefined) return { event: { ...known, reached: null }, status: 'void', counts, why };
      return {
        event: { ...known, reached: counts.map(({ reached }) => reached) },
        status: 'added',
        counts,
      };
    });
  });
}

/** At the growth that the violation is expected to bring, from where each product stands: the first there. */
function runsExpected({ tau, products }: LedgerDesign, logs: readonly number[]): number {
  const needed = products.flatMap(({ growth }, i) => (growth > 0 ? [(-ln(tau) - logs[i]) / growth] : []));
  return Math.max(1, Math.ceil(Math.min(...needed)));
}
