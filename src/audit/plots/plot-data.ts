import type { CanaryField } from './canary-field.ts';

type Line = readonly (readonly [number, number])[];

/** What the plots of one run's membership scores are drawn from. */
export interface RunPlots {
  /** Counted from 1. */
  readonly run: number;
  /** How many canaries that were in, and out, have a score between neighbouring edges. */
  readonly histogram: {
    readonly edges: readonly number[];
    readonly included: readonly number[];
    readonly excluded: readonly number[];
  };
  /**
   * The attack's errors (alpha, beta) at thresholds from the highest down, and a 95% band around them that
   * holds only if canaries do not interact.
   */
  readonly roc: { readonly attack: Line; readonly lower: Line; readonly upper: Line };
}

/** What the plots are drawn from; none or null where the data have no such plot. */
export interface AuditPlots {
  /** The first 200 runs at most, but for those whose canaries are all in or all out. */
  readonly runs: readonly RunPlots[];
  /** The canaries of the first runs, one by one or counted, for the live figure. */
  readonly fields: readonly CanaryField[];
  /** The curve (alpha, beta) that the claim says no attack gets below. */
  readonly claimed: Line | null;
  /**
   * Of one run, for each number of guesses, the right guesses of a hundred games of the best attack on a
   * mechanism that keeps the claim; absent where that is not known.
   */
  readonly honest?: readonly (readonly number[])[];
}
