import type { Calls } from '../../games/index.ts';
import { findSignChange, ln, logBinomialTail } from '../../numerics/index.ts';

/** How often a threshold was wrong, on runs of one kind: all without the canary, or all with it. */
export interface WrongRuns {
  readonly runs: number;
  readonly wrong: number;
}

/** The errors of a threshold: runs without the canary that it calls in, runs with it that it calls out. */
export interface Errors {
  readonly falsePositives: WrongRuns;
  readonly falseNegatives: WrongRuns;
}

/** What the probabilities of both errors are at most. */
export interface ErrorLimits {
  readonly alpha: number;
  readonly beta: number;
}

/** How much below its level a tail must be computed, in its logarithm, to be below it in truth. */
const MARGIN = 1e-11;

/**
 * Clopper and Pearson's one-sided upper limit: the smallest p with P[Bin(runs, p) <= wrong] <= level, never
 * below the exact value. 1 where every run was wrong, or there was none.
 */
export function upperLimit({ runs, wrong }: WrongRuns, level: number): number {
  if (wrong >= runs) return 1;
  const target = ln(level) - MARGIN;
  const above = (p: number) => logBinomialTail(runs, 1 - p, runs - wrong, p) - target;
  return Math.min(1, findSignChange(above, 0, 1, 1e-14).hi);
}

/** Limits that both hold with confidence 1 - tau: each has half of tau (the union bound). */
export function errorLimits({ falsePositives, falseNegatives }: Errors, tau: number): ErrorLimits {
  return { alpha: upperLimit(falsePositives, tau / 2), beta: upperLimit(falseNegatives, tau / 2) };
}

/** The errors where `found` of the runs that are called in have the canary. */
export function errorsOfCalls({ inside, outside, calledIn }: Calls, found: number): Errors {
  return {
    falsePositives: { runs: outside, wrong: calledIn - found },
    falseNegatives: { runs: inside, wrong: inside - found },
  };
}

/** How many runs there are of either kind, and how many of all are called in. */
export function callsOf({ falsePositives, falseNegatives }: Errors): Calls {
  const { runs: inside, wrong: missed } = falseNegatives;
  return { inside, outside: falsePositives.runs, calledIn: falsePositives.wrong + inside - missed };
}

/** The same threshold without an error on as many runs: the most that they could have shown. */
export function withoutErrors({ falsePositives, falseNegatives }: Errors): Errors {
  return {
    falsePositives: { ...falsePositives, wrong: 0 },
    falseNegatives: { ...falseNegatives, wrong: 0 },
  };
}
