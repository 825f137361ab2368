import { paidFor } from '../../bounds/index.ts';
import { InvalidInput } from '../../errors.ts';
import { exp, ln, log1p } from '../../numerics/index.ts';
import type { Payoff } from '../../types.ts';
import { type LedgerDesign, payoffOfProduct } from './design.ts';

/**
 * What is known of a run: it was started (null), or it showed something. For each number of guesses, the
 * chance that each bet's number of right guesses was reached: 0 or 1 unless equal scores left a choice.
 */
export interface LedgerEvent {
  /** Counted in the order in which runs began. */
  readonly run: number;
  readonly reached: readonly (readonly number[])[] | null;
  /** It was begun with coins that were committed to; the place of all others rests on the user's word. */
  readonly started?: true;
  /** Added in one call with the run before: the evidence is looked at after both. */
  readonly together?: true;
}

/** Runs after which the evidence is looked at. */
export type LedgerStep = readonly LedgerEvent[];

/** A payoff and its share of the evidence before the first run. */
export interface WeightedPayoff {
  readonly weight: number;
  readonly payoff: Payoff;
}

/** The payoffs of a design against its claim. */
export function payoffsOf({ products }: LedgerDesign): WeightedPayoff[] {
  return products.map((product) => ({ weight: product.weight, payoff: payoffOfProduct(product) }));
}

/** What one run is worth at each number of guesses; one that showed nothing is worth what was held back. */
export function factorsOf(payoffs: readonly WeightedPayoff[], { reached }: LedgerEvent): number[] {
  return payoffs.map(({ payoff }, i) =>
    paidFor(payoff, reached === null ? payoff.steps.map(() => 0) : reached[i]),
  );
}

/** The runs in the order in which they began, with the last that is known of each. */
export function stepsOf(events: readonly LedgerEvent[]): LedgerStep[] {
  return inSteps([...new Map(events.map((each) => [each.run, each])).values()]);
}

/** Those of one call together. */
export function inSteps<T extends { readonly together?: true }>(list: readonly T[]): T[][] {
  const steps: T[][] = [];
  for (const each of list) {
    const open = each.together === undefined ? undefined : steps.at(-1);
    if (open === undefined) steps.push([each]);
    else open.push(each);
  }
  return steps;
}

/**
 * ln of the evidence after each step: for each number of guesses the product of what the runs so far are
 * worth, and the weighted mean of these products. With the curve true it is a supermartingale in the order in
 * which runs began, and a run that is not there yet counts as no more than it will be worth: so it ever
 * reaches 1/tau with probability at most tau (Ville's inequality), whenever one looks. An order that was
 * chosen after a look would break this; within a step there is none.
 * In Coq: `ville` (proofs/rounds/rounds.v).
 */
export function logEvidence(payoffs: readonly WeightedPayoff[], steps: readonly LedgerStep[]): number[] {
  return logProducts(payoffs, steps).map(logSum);
}

/** The same before the products are added up: ln of each, its weight included. */
export function logProducts(
  payoffs: readonly WeightedPayoff[],
  steps: readonly LedgerStep[],
): readonly (readonly number[])[] {
  const sums = payoffs.map(({ weight }) => ln(weight));
  return steps.map((step) => {
    const factors = step.map((event) => factorsOf(payoffs, event));
    return sums.map((_, i) => {
      // In rising order, so that not even the rounding depends on the order within a step.
      const logs = factors.map((each) => ln(each[i])).sort((a, b) => a - b);
      sums[i] += logs.reduce((sum, log) => sum + log, 0);
      return sums[i];
    });
  });
}

/** ln of the sum of numbers that are given by their logarithms. */
export function logSum(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  const rest = logs.reduce((sum, log) => sum + exp(log - largest), -1);
  return largest + log1p(Math.max(0, rest));
}

/** ln of the largest evidence that there ever was; at least that of 1, from which it starts. */
export function largestLog(logs: readonly number[]): number {
  return logs.reduce((most, log) => Math.max(most, log), 0);
}

/** What the place of runs that were not started rests on: the file cannot show it. Null where all were. */
export function orderStated(runs: readonly { readonly started?: boolean }[]): string | null {
  if (runs.every(({ started }) => started)) return null;
  return 'added in the order in which they were made, none chosen after a look';
}

/** Throws unless runs are numbered in the order in which they are started, and each shows something last. */
export function checkRunOrder(records: readonly { readonly run: number; readonly shows: boolean }[]): void {
  const known = new Map<number, boolean>();
  for (const { run, shows } of records) {
    const shown = known.get(run);
    const inOrder = shown === undefined ? run === known.size + 1 : !shown;
    if (!inOrder)
      throw new InvalidInput(`invalid run ${run}; runs are numbered as they start, and added once`);
    known.set(run, shows);
  }
}
