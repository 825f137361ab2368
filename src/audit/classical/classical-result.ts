import type { EmpiricalEpsilon } from '../epsilon/empirical.ts';

/** Where a threshold came from: fixed in advance, or chosen by runs that are not tested with it. */
export type ThresholdSource = 'stated' | 'first-runs' | 'other-runs';

/** One kind of error of a threshold: how many of the runs that could show it did, and what it is at most. */
export interface ErrorRate {
  readonly runs: number;
  readonly wrong: number;
  /** Clopper and Pearson's upper limit, at half of tau. */
  readonly limit: number;
}

/**
 * The classical audit of runs of one canary each: upper limits on both errors of a threshold that these runs
 * did not choose, and what follows from them.
 */
export interface ClassicalAudit {
  /** Scores at or above it are called in; where lower is in, those at or below it. */
  readonly threshold: number;
  readonly chosenBy: ThresholdSource;
  /** How many runs chose the threshold; none of them is counted here. */
  readonly choosingRuns: number;
  /** Both limits together hold with confidence 1 - tau. */
  readonly tau: number;
  /** Runs without the canary that are called in. */
  readonly falsePositives: ErrorRate;
  /** Runs with the canary that are called out. */
  readonly falseNegatives: ErrorRate;
  readonly results: readonly EmpiricalEpsilon[];
  /** Of the claim; null where there is none. */
  readonly pValue: number | null;
  readonly refuted: boolean | null;
  /** Whether the claim would have been refuted without an error; null where there is none. */
  readonly refutable: boolean | null;
}
