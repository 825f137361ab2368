import { paidFor } from '../../bounds/index.ts';
import { InvalidInput } from '../../errors.ts';
import { exp, ln, log1p } from '../../numerics/index.ts';
import type { Payoff } from '../../types.ts';
import { type LedgerDesign, payoffOfProduct } from './design.ts';

/**
 * What happened to a run: it was started (null), or it showed something. For each number of guesses, the
 * chance that each bet's number of right guesses was reached: 0 or 1 unless equal scores left a choice.
 */
export interface LedgerEvent {
  /** Counted from 0, in the order in which runs were started. */
  readonly run: number;
  readonly reached: readonly (readonly number[])[] | null;
}

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

/**
 * ln of the evidence after each event: for each number of guesses the product of what all runs are worth that
 * were started, and the weighted mean of these products. With the curve true it is a supermartingale in the
 * order in which runs are started, and a run that is not there yet counts as no more than it will be worth:
 * so it ever reaches 1/tau with probability at most tau (Ville's inequality), whenever one looks.
 */
export function logEvidence(payoffs: readonly WeightedPayoff[], events: readonly LedgerEvent[]): number[] {
  return logProducts(payoffs, events).map(logSum);
}

/** The same before the products are added up: ln of each, its weight included. */
export function logProducts(
  payoffs: readonly WeightedPayoff[],
  events: readonly LedgerEvent[],
): readonly (readonly number[])[] {
  const factors = new Map<number, number[]>();
  const sums = payoffs.map(({ weight }) => ln(weight));
  return events.map((event) => {
    const before = factors.get(event.run);
    const now = factorsOf(payoffs, event).map(ln);
    factors.set(event.run, now);
    now.forEach((log, i) => {
      sums[i] += log - (before?.[i] ?? 0);
    });
    return [...sums];
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
