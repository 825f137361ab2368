import type { Observation } from '../types.ts';
import type { EmpiricalEpsilon } from './empirical.ts';

/** One check of the input. */
export interface AuditCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string;
}

/** A p-value of the claim. */
export interface AuditTest {
  readonly method: string;
  /** The number of guesses it was made with, where several were tried. */
  readonly guesses: number;
  readonly pValue: number;
  readonly refuted: boolean;
}

/** A file that went in. */
export interface AuditInput {
  readonly name: string;
  readonly sha256: string;
  readonly rows: number;
}

type Line = readonly (readonly [number, number])[];

/** What the plots are drawn from; null where the data have no such plot. */
export interface AuditPlots {
  /** How many canaries that were in, and out, have a score between neighbouring edges. */
  readonly histogram: {
    readonly edges: readonly number[];
    readonly included: readonly number[];
    readonly excluded: readonly number[];
  } | null;
  /**
   * The attack's errors (alpha, beta) at every threshold, a 95% band around them that holds only if canaries do not
   * interact, and the curve that the claim says no attack gets below.
   */
  readonly roc: {
    readonly attack: Line;
    readonly lower: Line;
    readonly upper: Line;
    readonly claimed: Line | null;
  } | null;
  /** The epsilon that each number of guesses would have proved, to look at; and the numbers that were tested. */
  readonly budgets: { readonly curve: Line; readonly chosen: Line; readonly family: string } | null;
  /** The claim's own epsilon at delta, to compare all results with. */
  readonly claimEpsilon: number | null;
}

/** Everything an audit found, as plain data. */
export interface AuditResult {
  readonly schema: 'onerun-audit/1';
  /** The first run at the first number of guesses. */
  readonly observation: Observation;
  /** One per run and number of guesses. */
  readonly observations: readonly Observation[];
  /** Significance of the whole, and of each test where several numbers of guesses share it. */
  readonly tau: number;
  readonly tauEach: number;
  readonly delta: number;
  /** What was claimed, and the curve that was tested in its place, where the game compares other neighbours. */
  readonly claim: string | null;
  readonly tested: string | null;
  readonly refuted: boolean | null;
  /** Whether the design could have refuted the claim, had every guess been right. */
  readonly refutable: boolean | null;
  /** The violation that the design was judged by, and how likely it was to catch it. */
  readonly violation: string | null;
  readonly power: number | null;
  readonly tests: readonly AuditTest[];
  readonly results: readonly EmpiricalEpsilon[];
  readonly checks: readonly AuditCheck[];
  readonly notes: readonly string[];
  readonly inputs: readonly AuditInput[];
  readonly plots: AuditPlots;
}
