import { paidFor } from '../../bounds/index.ts';
import { exp, ln, log1p } from '../../numerics/index.ts';
import type { Payoff } from '../../types.ts';
import type { LedgerEvent, LedgerStep } from './steps.ts';

/** A payoff and its share of the evidence before the first run. */
export interface WeightedPayoff {
  readonly weight: number;
  readonly payoff: Payoff;
}

/** What one run is worth at each number of guesses; one that showed nothing is worth what was held back. */
export function factorsOf(payoffs: readonly WeightedPayoff[], { reached }: LedgerEvent): number[] {
  return payoffs.map(({ payoff }, i) =>
    paidFor(payoff, reached === null ? payoff.steps.map(() => 0) : reached[i]),
  );
}

/**
 * The evidence of steps in their order: runs of a ledger, or rounds of a training. For each payoff the
 * product of what the steps so far paid, and the weighted mean of these products. With the claim true,
 * whatever happened before, it is a supermartingale in the order in which runs began, and a run that is not
 * there yet counts as no more than it will be worth: so it ever reaches 1/tau with probability at most tau
 * (Ville's inequality), whenever one looks. An order that was chosen after a look would break this; within a
 * step there is none.
 * In Coq: `ville` and `stopping` (proofs/rounds/rounds.v).
 */
export class Wealth {
  /** ln of each product after each step, its weight included. */
  readonly paths: (readonly number[])[] = [];
  /** ln of the evidence after each step. */
  readonly logs: number[] = [];
  /** ln of each product before the next step. */
  products: readonly number[];

  constructor(weights: readonly number[]) {
    this.products = weights.map(ln);
  }

  /** A step: what each of its runs paid each payoff. */
  add(...runs: readonly (readonly number[])[]): void {
    this.products = this.products.map((sum, i) => {
      // In rising order, so that not even the rounding depends on the order within a step.
      const logs = runs.map((paid) => ln(paid[i])).sort((a, b) => a - b);
      return sum + logs.reduce((all, log) => all + log, 0);
    });
    this.paths.push(this.products);
    this.logs.push(logSum(this.products));
  }

  /** ln of the evidence now: of 1, before the first step. */
  get logEvidence(): number {
    return this.logs.at(-1) ?? 0;
  }

  /** ln of the largest evidence that there ever was; at least that of 1, from which it starts. */
  get mostLogEvidence(): number {
    return largestLog(this.logs);
  }
}

/** The evidence of these payoffs after these steps. */
export function wealthOf(payoffs: readonly WeightedPayoff[], steps: readonly LedgerStep[]): Wealth {
  const wealth = new Wealth(payoffs.map(({ weight }) => weight));
  for (const step of steps) wealth.add(...step.map((event) => factorsOf(payoffs, event)));
  return wealth;
}

/** ln of the sum of numbers that are given by their logarithms. */
export function logSum(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  if (largest === -Infinity) return largest;
  const rest = logs.reduce((sum, log) => sum + exp(log - largest), -1);
  return largest + log1p(Math.max(0, rest));
}

/** ln of the largest evidence that there ever was; at least that of 1, from which it starts. */
function largestLog(logs: readonly number[]): number {
  return logs.reduce((most, log) => Math.max(most, log), 0);
}
