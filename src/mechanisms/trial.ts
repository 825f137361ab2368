import { judgedAt, violationOf } from '../audit/index.ts';
import { checkWhole } from '../check.ts';
import { InvalidInput } from '../errors.ts';
import { checkTau } from '../levels.ts';
import { exp, firstWhere, ln } from '../numerics/index.ts';
import {
  claimAmongOptions,
  plannedFor,
  type TestDesign,
  type TestDesignOptions,
  testDesign,
} from './test-design.ts';

export interface TrialOptions extends TestDesignOptions {
  /**
   * How often the mechanism runs; by default once, or the few times that it takes to catch the violation with
   * probability 0.9 at this tau, ten at most.
   */
  readonly runs?: number;
}

/**
 * One run of a design, or several, each at a level of its own: with R independent runs the claim is refuted
 * at tau when even the run with the fewest right guesses refutes it at tau^(1/R), for P[all of R runs have c
 * or more right] is at most pStar(c)^R. At a tau of one in a million one run has little power, since a
 * mechanism that keeps an (epsilon, delta) claim may reveal everything with a probability of that size.
 */
export interface Trial {
  readonly runs: number;
  readonly tau: number;
  /** Of each run. */
  readonly design: TestDesign;
  /** The fewest right guesses which, in every run, refute the claim. */
  readonly critical: number;
  /** What the trial is judged by, and how likely it is to catch it; null where that is not known. */
  readonly violation: string | null;
  readonly power: number | null;
}

const ENOUGH_POWER = 0.9;
const MOST_RUNS = 10;

/** Trials by claim and options. */
const known = new Map<string, Trial>();

/** Fixes a trial of a claim. Trials are remembered. */
export function trialOf(claim: string, options: TrialOptions): Trial {
  const key = JSON.stringify([claim, options]);
  const found = known.get(key) ?? newTrial(claim, options);
  if (known.size > 100) known.clear();
  known.set(key, found);
  return found;
}

function newTrial(claim: string, options: TrialOptions): Trial {
  const { runs: stated, ...design } = options;
  const { k = 2, tau = 0.05 } = design;
  checkTau(tau);
  if (stated !== undefined) checkWhole('runs', stated, 1);
  // Refuses, before any work, a claim that the game does not test.
  claimAmongOptions(claim, k);
  const violation = violationFor(claim, design);
  const judged = (runs: number) =>
    violation === null ? null : judgeTrial(claim, { ...design, violation, tau: levelOf(tau, runs) });
  const runs = stated ?? fewestRuns((count) => judged(count)?.power ?? null);
  const each = testDesign(claim, { ...design, tau: levelOf(tau, runs) });
  const facts = judged(runs);
  return {
    runs,
    tau,
    design: each,
    critical: facts?.critical ?? fewestRight(each),
    violation,
    power: facts === null ? null : power(facts.power, runs),
  };
}

/** The significance level of each of R runs, tau^(1/R), rounded down; of one run exactly tau. */
function levelOf(tau: number, runs: number): number {
  return runs === 1 ? tau : exp(ln(tau) / runs) * (1 - 1e-12);
}

/** The probability that every run catches the violation. */
function power(each: number, runs: number): number {
  return runs === 1 ? each : exp(runs * ln(each));
}

function violationFor(claim: string, { violation, model }: TestDesignOptions): string | null {
  try {
    return violationOf(claim, violation, model);
  } catch (error) {
    if (error instanceof InvalidInput && violation === undefined) return null;
    throw error;
  }
}

/**
 * From how many right guesses on a run refutes, and how likely the violation gets there; null where it is not
 * known.
 */
function judgeTrial(claim: string, options: TestDesignOptions & { readonly violation: string }) {
  const { m, k = 2 } = options;
  const guesses = options.guesses ?? (k > 2 ? m : plannedFor(claim, options));
  try {
    return judgedAt({ claim, ...options, guesses });
  } catch (error) {
    // Among candidates the expected number of right guesses is known for Gaussians only.
    if (error instanceof InvalidInput && k > 2) return null;
    throw error;
  }
}

/** The fewest runs with enough power; one where no number up to the most is enough. */
function fewestRuns(powerOf: (runs: number) => number | null): number {
  for (let runs = 1; runs <= MOST_RUNS; runs++) {
    const each = powerOf(runs);
    if (each === null) return 1;
    if (power(each, runs) >= ENOUGH_POWER) return runs;
  }
  return 1;
}

/** The fewest right guesses that refute, by bisection. */
function fewestRight({ guesses, refutedBy }: TestDesign): number {
  return firstWhere(-1, guesses, refutedBy);
}
