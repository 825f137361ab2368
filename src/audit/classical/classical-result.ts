/** One kind of error of a threshold: how many of the runs that could show it did, and what it is at most. */
export interface ErrorRate {
  readonly runs: number;
  readonly wrong: number;
  /** Clopper and Pearson's upper limit, at half of tau. */
  readonly limit: number;
}

/** What the classical test saw of runs that one and the same canary is in or out of. */
export interface ClassicalAudit {
  /** Scores at or above it are called in; where lower is in, those at or below it. */
  readonly threshold: number;
  /** How many runs, the first ones, chose the threshold and are not counted; 0 where it was stated. */
  readonly choosingRuns: number;
  /** Runs without the canary that are called in. */
  readonly falsePositives: ErrorRate;
  /** Runs with the canary that are called out. */
  readonly falseNegatives: ErrorRate;
}
