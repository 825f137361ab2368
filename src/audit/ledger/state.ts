import { InvalidInput } from '../../errors.ts';
import { exp, ln } from '../../numerics/index.ts';
import { checkDraws } from '../checks/checks.ts';
import type { CountedRun } from './count.ts';
import type { LedgerDesign } from './design.ts';
import { type LedgerEpsilon, ledgerEpsilons } from './epsilon.ts';
import {
  checkRunOrder,
  factorsOf,
  type LedgerEvent,
  largestLog,
  logProducts,
  logSum,
  payoffsOf,
} from './evidence.ts';

/** What was written down of a run: that it was started (null), or what it showed. */
export interface LedgerRecord {
  /** Counted from 1, in the order in which runs were started. */
  readonly run: number;
  readonly counted: CountedRun | null;
}

/** A run of a ledger. */
export interface LedgerRun {
  readonly run: number;
  /** `started`: not handed in yet. `void`: it shows nothing, for the reason that is given. */
  readonly status: 'added' | 'started' | 'void';
  readonly why?: string;
  readonly counts: CountedRun['counts'];
  /** What it is worth at each number of guesses: its e-values. */
  readonly factors: readonly number[];
}

/** Where a ledger stands. */
export interface LedgerState {
  readonly design: LedgerDesign;
  readonly runs: readonly LedgerRun[];
  /** ln of the evidence against the claim after each record, and now. */
  readonly steps: readonly { readonly run: number; readonly logEvidence: number }[];
  readonly logEvidence: number;
  /** ln of the largest evidence that there ever was. */
  readonly mostLogEvidence: number;
  /** Valid at every moment: 1 over the largest evidence. */
  readonly pValue: number;
  /** Whether the evidence has ever reached 1 / tau: what it does later does not count. */
  readonly refuted: boolean;
  /** The run with which it did; null where it did not. */
  readonly refutedAt: number | null;
  /** How many more runs the violation is expected to take; null where the claim is refuted. */
  readonly runsExpected: number | null;
  readonly results: readonly LedgerEpsilon[];
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
  const events = eventsOf(design, records);
  const payoffs = payoffsOf(design);
  const products = logProducts(
    payoffs,
    events.map(({ event }) => event),
  );
  const logs = products.map(logSum);
  const mostLogEvidence = largestLog(logs);
  const needed = -ln(design.tau);
  const first = logs.findIndex((log) => log >= needed);
  const refuted = first >= 0;
  const last = new Map(events.map((each) => [each.event.run, each]));
  return {
    design,
    runs: [...last.values()].map(({ event, counts, why, status }) => ({
      run: event.run,
      status,
      ...(why === undefined ? {} : { why }),
      counts,
      factors: factorsOf(payoffs, event),
    })),
    steps: logs.map((log, i) => ({ run: events[i].event.run, logEvidence: log })),
    logEvidence: logs.at(-1) ?? 0,
    mostLogEvidence,
    pValue: Math.min(1, exp(-mostLogEvidence)),
    refuted,
    refutedAt: refuted ? events[first].event.run : null,
    runsExpected: refuted
      ? null
      : runsExpected(design, products.at(-1) ?? payoffs.map(({ weight }) => ln(weight))),
    results: ledgerEpsilons(
      design,
      events.map(({ event }) => event),
    ),
  };
}

/** The events of a ledger, which its evidence and its proof are made of. */
export function ledgerEvents(design: LedgerDesign, records: readonly LedgerRecord[]): LedgerEvent[] {
  return eventsOf(design, records).map(({ event }) => event);
}

interface Judged {
  readonly event: LedgerEvent;
  readonly status: LedgerRun['status'];
  readonly counts: CountedRun['counts'];
  readonly why?: string;
}

/**
 * The records as events. A run to which the theorem does not apply is worth what was held back: its own coins
 * were not fair, or those of all runs so far together, without the runs whose own were not.
 */
function eventsOf({ products, game }: LedgerDesign, records: readonly LedgerRecord[]): Judged[] {
  let drawn: readonly number[] = [];
  return records.map(({ run, counted }) => {
    if (counted === null) return { event: { run, reached: null }, status: 'started', counts: [] };
    const { counts, draws } = counted;
    if (
      counts.length !== products.length ||
      counts.some(({ reached }, i) => reached.length !== products[i].bets.length)
    )
      throw new InvalidInput(`invalid run ${run}; it was not counted as the ledger says`);
    const worthless = (why: string): Judged => ({
      event: { run, reached: null },
      status: 'void',
      counts,
      why,
    });
    if (counted.void !== undefined) return worthless(counted.void);
    drawn = draws.map((count, i) => count + (drawn[i] ?? 0));
    const together = checkDraws(drawn, game);
    if (!together.passed) return worthless(`all runs together: ${together.message}`);
    return { event: { run, reached: counts.map(({ reached }) => reached) }, status: 'added', counts };
  });
}

/** At the growth that the violation is expected to bring, from where each product stands: the first there. */
function runsExpected({ tau, products }: LedgerDesign, logs: readonly number[]): number {
  const needed = products.flatMap(({ growth }, i) => (growth > 0 ? [(-ln(tau) - logs[i]) / growth] : []));
  return Math.max(1, Math.ceil(Math.min(...needed)));
}
