import type { Ties } from '../games/index.ts';
import type { Assumption, AuditMethod, Observation, Scores, Sides } from '../types.ts';
import type { AttackDescription } from './attack/describe-attack.ts';
import type { ClassicalAudit } from './classical/classical-result.ts';
import type { EmpiricalEpsilon } from './epsilon/empirical.ts';
import type { FixedInAdvance } from './fixed.ts';
import type { Remedies } from './plan/remedies.ts';
import type { Standing } from './plan/standing.ts';
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
  /** What it rests on besides; absent where on nothing. */
  readonly assumes?: 'independent-canaries';
  /** Its share of tau: it refutes where its p-value is at most this. */
  readonly level: number;
  readonly refuted: boolean;
}

/** The largest epsilon that was proved under one assumption. */
export interface ProvedEpsilon {
  readonly assumption: Assumption;
  readonly delta: number;
  readonly epsilon: number;
  readonly family: string;
  readonly method: AuditMethod;
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
export interface AuditedClaim extends Remedies {
  /** The claim in its canonical form. */
  readonly stated: string;
  /** The curve that was tested: the claim's own, or what it implies for exchanging a record. */
  readonly tested: string;
  /** The epsilon that the claim allows at delta; Infinity where it allows any. */
  readonly epsilon: number;
  /** For each number of guesses, the fewest right ones that refute the claim; null where not even all do. */
  readonly critical: readonly (number | null)[];
}

/**
 * What an audit comes to. `refuted`. `not-refuted`: and this attack could have noticed a violation.
 * `could-not-have-noticed`: the design, or this attack, could not. `no-verdict`: a check that the theorem
 * rests on failed. `none`: nothing was claimed.
 */
export type AuditOutcome = 'refuted' | 'not-refuted' | 'could-not-have-noticed' | 'no-verdict' | 'none';

/** What the attack was worth, beside the best one on the claimed mechanism: an estimate from the counts. */
export interface AuditAttack {
  /**
   * 1: as good as the best one; 0: no better than blind guessing. Null where nothing is known of the best.
   */
  readonly strength: number | null;
  /**
   * Right guesses of all runs together, at the number of guesses that `standing` is about; null without one.
   */
  readonly right: number | null;
  /** How well it did, described and not proved; null for a choice among candidates. */
  readonly description: AttackDescription | null;
}

/** How likely a violation is to be refuted; null where nothing is known of it. */
export interface AuditPower {
  readonly violation: string;
  /** By the best attack on canaries that do not influence each other. */
  readonly best: number;
  /** By an attack of this strength: an estimate. Null where nothing is known of its strength. */
  readonly thisAttack: number | null;
}

/** What an audit concludes; `refuted` is null where there is no verdict or no claim. */
export interface AuditConclusion {
  readonly outcome: AuditOutcome;
  readonly refuted: boolean | null;
  /** The test that decided: the one with the smallest p-value for its level. Null where none was made. */
  readonly decidedBy: AuditTest | null;
  /** Of all tests together: at most tau where the claim is refuted. Null where none was made. */
  readonly pValue: number | null;
}

/** Everything an audit found, as plain data. */
export interface AuditResult extends AuditConclusion {
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
  /** The largest of them under each assumption. */
  readonly proved: readonly ProvedEpsilon[];
  /** The same in other words: advantage, true positive rates, posteriors. */
  readonly risk: AuditRisk;
  readonly attack: AuditAttack;
  readonly power: AuditPower | null;
  /** What "not refuted" is worth in this design, fixed before the scores; null where no claim was tested. */
  readonly standing: Standing | null;
  /** Of several runs: how many reached the threshold that was fixed in advance; null for one. */
  readonly joint: JointRuns | null;
  readonly fixed: FixedInAdvance;
  readonly checks: readonly AuditCheck[];
  readonly ties: readonly AuditTies[];
  /** Of runs that one and the same canary is in or out of, with a threshold; absent otherwise. */
  readonly classical?: ClassicalAudit;
  readonly notes: readonly string[];
  readonly provenance: AuditProvenance;
  readonly plots: AuditPlots;
}
