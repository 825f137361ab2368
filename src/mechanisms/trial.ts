import {
  criticalCount,
  type JudgedDesign,
  modelOf,
  type Standing,
  standingOf,
  violationOrNull,
} from '../audit/index.ts';
import { checkBelowOne, checkWhole } from '../check.ts';
import { LastUsed } from '../last-used.ts';
import { checkTau, USUAL_TAU } from '../levels.ts';
import { exp, ln } from '../numerics/index.ts';
import { oneSide } from '../observation.ts';
import { whyDesignIsBlind } from './blind-design.ts';
import { CouldNotHaveNoticed } from './keeps-facts.ts';
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
  readonly judged: JudgedDesign;
  /** What it is worth that the claim is not refuted. */
  readonly standing: Standing;
  /** Whether a mechanism passes of which nothing was seen. */
  readonly letsPass: boolean;
}

const GOOD_POWER = 0.9;
const MOST_RUNS = 10;

/** Trials by claim and options. */
const known = new LastUsed<string, Trial>(100);

/**
 * Fixes a trial of a claim, where "not refuted" has to be worth `minPower`; with 0 that is judged as usual,
 * and taken as it is. Throws where not even all guesses right refute the claim: such a test would pass every
 * mechanism. Trials are remembered.
 */
export function trialOf(claim: string, options: TrialOptions, minPower?: number): Trial {
  if (minPower !== undefined) checkBelowOne('minPower', minPower);
  return known.get(JSON.stringify([claim, options, minPower]), () => newTrial(claim, options, minPower));
}

function newTrial(
  claim: string,
  { runs: stated, ...options }: TrialOptions,
  minPower: number | undefined,
): Trial {
  const { tau = USUAL_TAU } = options;
  checkTau(tau);
  if (stated !== undefined) checkWhole('runs', stated, 1);
  const judged = (runs: number) =>
    judgedDesign(claim, { ...options, tau: levelOf(tau, runs) }, runs, minPower || undefined);
  const runs = stated ?? fewestRuns((count) => standingOf(judged(count)));
  const found = judged(runs);
  const standing = standingOf(found);
  const why = standing.couldNot === 'never-refutes' ? whyDesignIsBlind(claim, found, standing) : null;
  if (why !== null) throw new CouldNotHaveNoticed(why);
  const design = testDesign(claim, { ...options, tau: levelOf(tau, runs) });
  const critical = found.atLeast ?? standing.refutedFrom ?? design.guesses;
  return { runs, tau, design, critical, judged: found, standing, letsPass: minPower === 0 };
}

/** The significance level of each of R runs, tau^(1/R), rounded down; of one run exactly tau. */
function levelOf(tau: number, runs: number): number {
  return runs === 1 ? tau : exp(ln(tau) / runs) * (1 - 1e-12);
}

function judgedDesign(
  claim: string,
  options: TestDesignOptions & { readonly tau: number },
  runs: number,
  minPower: number | undefined,
): JudgedDesign {
  const { m, k = 2, sides = 'both', tau, model, violation } = options;
  const { name, tested } = claimAmongOptions(claim, k);
  const { guesses = k > 2 ? m : plannedFor(claim, options) } = options;
  const design: JudgedDesign = {
    game: k === 2 ? { kind: 'membership', m, k, sides } : { kind: 'reconstruction', m, k },
    guesses,
    tested,
    model: modelOf(name, model),
    violation: violationOrNull(name, violation, model),
    runs,
    tau,
    judges: 'all',
    minPower,
  };
  if (runs === 1) return design;
  // Of several runs every one must count.
  const atLeast = criticalCount({ m, k, guesses, ...oneSide(sides) }, tested, tau, 'all');
  return atLeast === null ? design : { ...design, atLeast, runsNeeded: runs };
}

/**
 * The fewest runs with good power that are told from blind ones. Where there are none: one that could have
 * noticed, or the fewest with good power, or one.
 */
function fewestRuns(standingAfter: (runs: number) => Standing): number {
  let powerful: number | null = null;
  for (let runs = 1; runs <= MOST_RUNS; runs++) {
    const { power, couldNot } = standingAfter(runs);
    if (power === null) return 1;
    if (power < GOOD_POWER) continue;
    if (couldNot === null) return runs;
    powerful ??= runs;
  }
  return powerful === null || standingAfter(1).couldNot === null ? 1 : powerful;
}
