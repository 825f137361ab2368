import type { Sides, Ties } from '../games/index.ts';
import type { Observation, Scores } from '../types.ts';
import type { EmpiricalEpsilon } from './epsilon/empirical.ts';

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
  /** The column that the attack's answers were read from; absent where the file has no columns. */
  readonly scoreColumn?: string;
}

/** What an audit concludes. `no-verdict`: a check that the theorem rests on failed. `none`: nothing was claimed. */
export type AuditVerdict = 'refuted' | 'not-refuted' | 'no-verdict' | 'none';

/** Equal scores at the cut of one run at one number of guesses, where a draw had to choose among them. */
export interface AuditTies extends Ties {
  /** Counted from 1. */
  readonly run: number;
  readonly guesses: number;
  /** Whether another draw could have changed the verdict. */
  readonly decides: boolean;
}

/** Where the draw among equal scores came from: fixed in advance, or made for this audit. */
export type SeedSource = 'plan' | 'manifest' | 'commitment' | 'stated' | 'fresh';

/** A further file that an audit rests on. */
export interface AuditFile {
  readonly role: 'assignment' | 'plan' | 'commitment' | 'manifest';
  readonly name: string;
  readonly sha256: string;
}

/** Everything that someone needs who wants to repeat or check an audit. */
export interface AuditProvenance {
  /** The program's version and the command, where one was given. */
  readonly version: string | null;
  readonly command: string | null;
  /** What equal scores were drawn with. */
  readonly seed: string;
  readonly seedFrom: SeedSource;
  readonly scoreColumn: string | null;
  /** Which scores are more likely in; null for a choice among candidates. */
  readonly direction: 'higher-is-in' | 'lower-is-in' | null;
  readonly sides: Sides | null;
  readonly files: readonly AuditFile[];
  /** The commitment that the assignment was held against; null where none was. */
  readonly commitment: { readonly checked: true; readonly hash: string } | null;
  /** What was typed in the place of what a plan or a manifest had fixed, one sentence each. */
  readonly departures: readonly string[];
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
}

/** Everything an audit found, as plain data. */
export interface AuditResult {
  readonly schema: 'onerun-audit/1';
  /** Whether canaries in are compared with canaries out, or one candidate with another. */
  readonly game: Scores['kind'];
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
  /** The claim's own epsilon at delta; Infinity where it has none. */
  readonly claimEpsilon: number | null;
  readonly verdict: AuditVerdict;
  /** Whether the verdict is `refuted`; null where there is no verdict. */
  readonly refuted: boolean | null;
  /** Whether the design could have refuted the claim, had every guess been right. */
  readonly refutable: boolean | null;
  /** The violation that the design was judged by, and how likely it was to catch it. */
  readonly violation: string | null;
  readonly power: number | null;
  /** For each number of guesses, the fewest right ones that refute the claim; null where not even all do. */
  readonly critical: readonly (number | null)[];
  readonly tests: readonly AuditTest[];
  readonly results: readonly EmpiricalEpsilon[];
  readonly checks: readonly AuditCheck[];
  readonly ties: readonly AuditTies[];
  readonly notes: readonly string[];
  readonly inputs: readonly AuditInput[];
  readonly provenance: AuditProvenance;
  readonly plots: AuditPlots;
}
