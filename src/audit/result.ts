import type { Ties } from '../games/index.ts';
import type { Observation, Scores, Sides } from '../types.ts';
import type { AttackDescription } from './attack/describe-attack.ts';
import type { ClassicalAudit } from './classical/classical-result.ts';
import type { EmpiricalEpsilon } from './epsilon/empirical.ts';
import type { FixedInAdvance } from './fixed.ts';
import type { EnoughCanaries } from './plan/sizes/enough.ts';
import type { AuditPlots } from './plots/plot-data.ts';
import type { AuditRisk } from './risk/audit-risk.ts';
import type { JointRuns } from './runs/joint.ts';

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
  /** Of several runs: the largest probability with which one run reaches the threshold under the claim. */
  readonly perRun?: number;
  readonly refuted: boolean;
}

/** Where the scores of a run came from. */
export interface AuditInput {
  /** The file's name, or what to call the scores in a message. */
  readonly name: string;
  /** Of the file; null where the scores were handed in as arrays. */
  readonly sha256: string | null;
  readonly rows: number;
  /** Where a column tells several runs of one file apart: the run's label and the file. */
  readonly run?: string;
  readonly file?: string;
  /** The column that the attack's answers were read from; absent where the file has no columns. */
  readonly scoreColumn?: string;
}

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
  readonly role: 'assignment' | 'plan' | 'commitment' | 'manifest' | 'threshold';
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
  /**
   * The commitment that the assignment was held against; null where none was. Of several runs with an
   * assignment each: all hashes, and how many runs they are of.
   */
  readonly commitment: { readonly checked: true; readonly hash: string; readonly runs?: number } | null;
  /** What was typed in the place of what a plan or a manifest had fixed, one sentence each. */
  readonly departures: readonly string[];
}

/** One run of the mechanism. */
export interface AuditedRun {
  /** Its file; several where runs of one canary each were put together to one game. */
  readonly inputs: readonly AuditInput[];
  /** What it showed, at each number of guesses. */
  readonly observations: readonly Observation[];
}

/** What was claimed, and what this design could have done about it. */
export interface AuditedClaim {
  /** The claim in its canonical form. */
  readonly stated: string;
  /** The curve that was tested: the claim's own, or what it implies for exchanging a record. */
  readonly tested: string;
  /** The epsilon that the claim allows at delta; Infinity where it allows any. */
  readonly epsilon: number;
  /** Whether the design could have refuted the claim, had every guess been right. */
  readonly refutable: boolean;
  /** For each number of guesses, the fewest right ones that refute the claim; null where not even all do. */
  readonly critical: readonly (number | null)[];
  /** How likely the design was to catch a violation; null where that is not known. */
  readonly power: { readonly violation: string; readonly probability: number } | null;
  /** How many canaries would catch a violation that this design misses too often; absent where none is. */
  readonly enough?: EnoughCanaries;
}

/** `refuted` is null where nothing was claimed or a check that the theorem rests on failed. */
export type AuditConclusion =
  | { readonly verdict: 'refuted'; readonly refuted: true }
  | { readonly verdict: 'not-refuted'; readonly refuted: false }
  | { readonly verdict: 'no-verdict' | 'none'; readonly refuted: null };

/** What an audit found, as plain data; with the conclusion it is the whole result. */
export interface AuditFindings {
  readonly schema: 'onerun-audit/1';
  /** Whether canaries in are compared with canaries out, or one candidate with another. */
  readonly game: Scores['kind'];
  readonly runs: readonly AuditedRun[];
  /** Significance of the whole, and of each test where several numbers of guesses share it. */
  readonly tau: number;
  readonly tauEach: number;
  readonly delta: number;
  readonly claim: AuditedClaim | null;
  /** The p-values of the claim; none where there is no verdict. */
  readonly tests: readonly AuditTest[];
  /** The epsilon that was proved within each family, by each method; none where there is no verdict. */
  readonly results: readonly EmpiricalEpsilon[];
  /** The same in other words: advantage, true positive rates, posteriors. */
  readonly risk: AuditRisk;
  /** How well the attack did, described and not proved; null for a choice among candidates. */
  readonly attack: AttackDescription | null;
  /** Of several runs: how many reached the threshold that was fixed in advance; null for one. */
  readonly joint: JointRuns | null;
  readonly fixed: FixedInAdvance;
  readonly checks: readonly AuditCheck[];
  readonly ties: readonly AuditTies[];
  /** Of runs of one canary each, with a threshold; absent otherwise, and where there is no verdict. */
  readonly classical?: ClassicalAudit;
  readonly notes: readonly string[];
  readonly provenance: AuditProvenance;
  readonly plots: AuditPlots;
}

/** Everything an audit found. */
export type AuditResult = AuditFindings & AuditConclusion;

/**
 * What an audit concludes. `no-verdict`: a check that the theorem rests on failed. `none`: nothing was
 * claimed.
 */
export type AuditVerdict = AuditConclusion['verdict'];
