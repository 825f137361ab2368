import type { Observation } from '../types.ts';
import type { Remedies } from './plan/remedies.ts';
import type { AuditPlots } from './plots/plot-data.ts';
import type { AuditData, AuditInput, AuditProvenance } from './records.ts';

/** Where the draw among equal scores came from: fixed in advance, or made for this audit. */
export type SeedSource = AuditProvenance['seedFrom'];

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
export type AuditOutcome = AuditData['outcome'];

/** What an audit concludes; `refuted` is null where there is no verdict or no claim. */
export interface AuditConclusion extends Pick<AuditData, 'outcome' | 'refuted' | 'decidedBy' | 'pValue'> {}

/** What the JSON says of runs and claim beside each other, the result says run by run and in one place. */
type SaidOtherwise =
  | 'observation'
  | 'observations'
  | 'inputs'
  | 'claim'
  | 'tested'
  | 'claimEpsilon'
  | 'critical'
  | keyof Remedies;

/** Everything an audit found, as plain data. */
export interface AuditResult extends Omit<AuditData, SaidOtherwise> {
  readonly runs: readonly AuditedRun[];
  readonly claim: AuditedClaim | null;
  readonly plots: AuditPlots;
}
