/**
 * What the JSON of audits and plans holds, once it is read. Made from src/forms; where a form changes:
 * npx vitest run test/cli/schemas.test.ts -u
 */
import type { Observation } from '../types.ts';

export interface AuditData {
  readonly schema: 'onerun-audit/1';
  /** Whether canaries in are compared with canaries out, or one candidate with another. */
  readonly game: 'membership' | 'reconstruction';
  readonly observation: Observation;
  readonly observations: readonly Observation[];
  readonly tau: number;
  /** Of each test, where several numbers of guesses share tau. */
  readonly tauEach: number;
  readonly delta: number;
  readonly claim: string | null;
  readonly tested: string | null;
  /** Of the claim, at delta; null where it has none, and where nothing is claimed. */
  readonly claimEpsilon: number | null;
  /** Not-refuted only where this attack could have noticed a violation; none where nothing is claimed. */
  readonly outcome: 'refuted' | 'not-refuted' | 'could-not-have-noticed' | 'no-verdict' | 'none';
  /** The test with the smallest p-value for its level. */
  readonly decidedBy: AuditTest | null;
  /** Of all tests together. */
  readonly pValue: number | null;
  readonly refuted: boolean | null;
  readonly attack: AuditAttack;
  /** How likely a violation is to be refuted; null where unknown. */
  readonly power: AuditPower | null;
  /** What "not refuted" is worth, fixed before the scores. */
  readonly standing: Standing | null;
  readonly enough?: EnoughCanaries;
  /** Claims to state instead, which say more. */
  readonly instead?: readonly ClaimInstead[];
  /** For each number of guesses, the fewest right ones that refute the claim. */
  readonly critical: readonly (number | null)[];
  /** The p-values of the claim; none where there is no verdict. */
  readonly tests: readonly AuditTest[];
  /** Within each family, by each method. */
  readonly results: readonly EmpiricalEpsilon[];
  /** The largest epsilon under each assumption, at each delta. */
  readonly proved: readonly ProvedEpsilon[];
  /** Several runs together; null for one. */
  readonly joint: JointRuns | null;
  /** What was fixed before the scores were seen, and where it stands. */
  readonly fixed: FixedInAdvance;
  /** Limits on both errors of a threshold, for one canary that is in or out of many runs. */
  readonly classical?: ClassicalAudit;
  readonly risk: AuditRisk;
  readonly checks: readonly AuditCheck[];
  /** Where a draw chose among equal scores, and the fewest and most right over all ways to choose. */
  readonly ties: readonly AuditTies[];
  readonly notes: readonly string[];
  readonly inputs: readonly AuditInput[];
  readonly provenance: AuditProvenance;
}

/** A p-value of the claim. */
export interface AuditTest {
  readonly method: string;
  /** The number it was made with, where several were tried. */
  readonly guesses: number;
  readonly pValue: number;
  /** Of several runs: the probability with which one counts is at most this. */
  readonly perRun?: number;
  /** What it rests on besides. */
  readonly assumes?: 'independent-canaries';
  /** Its share of tau: it refutes where its p-value is at most this. */
  readonly level: number;
  readonly refuted: boolean;
}

/** What was proved within a family: epsilon at delta is at least this, at confidence 1 - tau. */
export interface EmpiricalEpsilon {
  readonly method: 'paper' | 'optimal' | 'steinke' | 'independent' | 'classical';
  readonly family: string;
  readonly delta: number;
  /** The family's, at the bound; null where nothing was rejected. */
  readonly parameter: number | null;
  /** Infinity where it is unbounded. */
  readonly epsilon: number;
  /** Infinity where it is unbounded. */
  readonly largestProvable: number;
  readonly assumption: 'worst-case' | 'model-based' | 'independent-canaries';
  /** Such as that the method fell back on another. */
  readonly note?: string;
}

/** The largest epsilon that was proved under one assumption. */
export interface ProvedEpsilon {
  readonly assumption: 'worst-case' | 'model-based' | 'independent-canaries';
  readonly delta: number;
  /** Infinity where it is unbounded. */
  readonly epsilon: number;
  readonly family: string;
  readonly method: 'paper' | 'optimal' | 'steinke' | 'independent' | 'classical';
}

/** What several runs showed together. */
export interface JointRuns {
  readonly runs: number;
  readonly atLeast: number;
  /** How many runs had at least so many right. */
  readonly reached: number;
  /** How many would have refuted the claim. */
  readonly needed: number | null;
}

/** What the verdict needs to have been fixed before the scores were seen, and where it stands. */
export interface FixedInAdvance {
  readonly guesses: { readonly value: readonly number[]; readonly from: 'plan' | 'manifest' | 'stated' | 'planned' | 'counted'; };
  readonly atLeast: { readonly value: number; readonly from: 'plan' | 'manifest' | 'stated' | 'planned' | 'counted'; } | null;
  readonly runs: { readonly value: number; readonly from: 'plan' | 'manifest' | 'stated' | 'planned' | 'counted'; };
}

/** What the classical test saw of runs that one and the same canary is in or out of. */
export interface ClassicalAudit {
  /** Scores at or above it are called in; where lower is in, at or below. */
  readonly threshold: number;
  /** How many runs, the first ones, chose the threshold and are not counted; 0 where it was stated. */
  readonly choosingRuns: number;
  readonly falsePositives: ErrorRate;
  readonly falseNegatives: ErrorRate;
}

/** One kind of error of a threshold: how many of the runs that could show it did, and what it is at most. */
export interface ErrorRate {
  /** How many runs could show this error. */
  readonly runs: number;
  readonly wrong: number;
  /** The upper limit of Clopper and Pearson. */
  readonly limit: number;
}

/** What the attack was worth, beside the best one on the claimed mechanism: an estimate from the counts. */
export interface AuditAttack {
  /** 1 as good as the best attack on the claimed mechanism, 0 no better than blind; an estimate. */
  readonly strength: number | null;
  /** Right guesses of all runs, at the number that standing is about. */
  readonly right: number | null;
  /** Null for a choice among candidates. */
  readonly description: AttackDescription | null;
}

/** How well the attack did: numbers to look at, which no verdict rests on. */
export interface AttackDescription {
  /** Describes the attack; proves nothing about the claim. */
  readonly assumption: 'descriptive';
  readonly label: string;
  /** Of each interval, which holds only if canaries do not interact. */
  readonly confidence: number;
  /** Null for a run whose canaries are all in or all out. */
  readonly runs: readonly (AttackNumbers | null)[];
  /** Averages over several runs, each with thresholds of its own. */
  readonly together: AttackTogether | null;
}

/** How well an attack tells the canaries of one run apart. */
export interface AttackNumbers {
  readonly included: number;
  readonly excluded: number;
  readonly auc: Estimate;
  readonly rates: readonly RateNumbers[];
  /** The largest TPR - FPR over all thresholds. */
  readonly advantage: number;
  /** The largest share of canaries told right over all thresholds. */
  readonly accuracy: number;
}

/** Averages over several runs, each with thresholds of its own: scores of two runs are never compared. */
export interface AttackTogether {
  readonly auc: Estimate;
  readonly rates: readonly RateNumbers[];
  /** The largest TPR - FPR over all thresholds. */
  readonly advantage: number;
  /** The largest share of canaries told right over all thresholds. */
  readonly accuracy: number;
  readonly runs: number;
}

/** The true positives at the lowest threshold that keeps false positives within a rate. */
export interface RateNumbers {
  /** At most this share of the canaries out is called in. */
  readonly fpr: number;
  readonly falsePositives: number | null;
  readonly truePositives: number | null;
  /** Null where so few canaries out cannot show the rate. */
  readonly tpr: Estimate | null;
}

/** A number with its 95% interval, which holds only if canaries do not interact. */
export interface Estimate {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** How likely a violation is to be refuted. */
export interface AuditPower {
  readonly violation: string;
  /** How likely the best attack is to have it refuted. */
  readonly best: number;
  /** The same of an attack of this strength; an estimate. */
  readonly thisAttack: number | null;
}

/** The risk of one record: what the claim allows at most, and what was proved at least. */
export interface AuditRisk {
  /** What the claim allows an attack on one record at most. */
  readonly claim: ClaimRisk | null;
  /** What the best attack on one record does at least, within each family. */
  readonly proved: readonly ProvedRisk[];
}

/** What a claim allows an attack on one record at most; nothing is below the exact value. */
export interface ClaimRisk {
  readonly claim: string;
  readonly relation: 'add-remove' | 'replace';
  readonly tpr: readonly RateRisk[];
  /** How likely the record is in once the best attack with this false positive rate says so. */
  readonly posterior: readonly PosteriorRisk[];
  /**
   * E^epsilon prior / (1 - prior + e^epsilon prior): of a claim it holds but for probability delta; what was
   * proved is reached after some outcomes, of probability above delta where what they speak for is so.
   */
  readonly posteriorAtDelta: readonly DeltaRisk[];
  /** Of what is exactly Gaussian. */
  readonly mu: number | null;
  readonly advantage: number;
}

/** What was proved of the best attack on one record; nothing is above the exact value. */
export interface ProvedRisk {
  readonly family: string;
  readonly method: 'paper' | 'optimal' | 'steinke' | 'independent' | 'classical';
  readonly assumption: 'worst-case' | 'model-based' | 'independent-canaries';
  readonly parameter: number;
  readonly relation: 'add-remove' | 'replace';
  readonly tpr: readonly RateRisk[];
  /** How likely the record is in once the best attack with this false positive rate says so. */
  readonly posterior: readonly PosteriorRisk[];
  /**
   * E^epsilon prior / (1 - prior + e^epsilon prior): of a claim it holds but for probability delta; what was
   * proved is reached after some outcomes, of probability above delta where what they speak for is so.
   */
  readonly posteriorAtDelta: readonly DeltaRisk[];
  /** Of what is exactly Gaussian. */
  readonly mu: number | null;
  /** Null where none follows. */
  readonly advantage: number | null;
}

/** The true positive rate of the best attack with this false positive rate. */
export interface RateRisk {
  readonly fpr: number;
  readonly tpr: number;
}

/** How likely the record is in once the best attack with this false positive rate says so. */
export interface PosteriorRisk {
  readonly prior: number;
  readonly fpr: number;
  readonly posterior: number;
}

/** The posterior that goes with epsilon at delta: e^epsilon prior / (1 - prior + e^epsilon prior). */
export interface DeltaRisk {
  readonly prior: number;
  readonly delta: number;
  /** Infinity where it is unbounded. */
  readonly epsilon: number;
  readonly posterior: number;
}

/** One check of the input. */
export interface AuditCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string;
}

/** Equal scores at the cut of one run at one number of guesses, where a draw had to choose among them. */
export interface AuditTies {
  readonly run: number;
  readonly guesses: number;
  readonly equal: number;
  readonly guessed: number;
  readonly least: number;
  readonly most: number;
  readonly decides: boolean;
}

/** Where the scores of a run came from. */
export interface AuditInput {
  /** The file's name, or what to call the scores in a message. */
  readonly name: string;
  /** Of the file; null where the scores were handed in as arrays. */
  readonly sha256: string | null;
  readonly rows: number;
  /** The label, where a column tells several runs of a file apart. */
  readonly run?: string;
  /** The file that holds this run and others. */
  readonly file?: string;
  readonly scoreColumn?: string;
}

/** A further file that an audit rests on. */
export interface AuditFile {
  readonly role: 'assignment' | 'plan' | 'commitment' | 'manifest';
  readonly name: string;
  readonly sha256: string;
}

/** Everything that someone needs who wants to repeat or check an audit. */
export interface AuditProvenance {
  readonly version: string | null;
  readonly command: string | null;
  /** What equal scores were drawn with. */
  readonly seed: string;
  readonly seedFrom: 'plan' | 'manifest' | 'commitment' | 'stated' | 'fresh';
  readonly scoreColumn: string | null;
  readonly direction: 'higher-is-in' | 'lower-is-in' | null;
  readonly sides: 'in' | 'out' | 'both' | null;
  readonly files: readonly AuditFile[];
  readonly commitment: { readonly checked: true; readonly hash: string; readonly runs?: number; } | null;
  readonly departures: readonly string[];
}

/** What "not refuted" is worth, decided before there are scores. */
export interface Standing {
  /** In each run. */
  readonly guesses: number;
  /** The mechanism that is taken to keep the claim. */
  readonly model: string;
  /** What should be noticed; null where nothing is usual. */
  readonly violation: string | null;
  /** How likely the best attack is to have it refuted. */
  readonly power: number | null;
  /** Right guesses that refute; null for several runs. */
  readonly refutedFrom: number | null;
  /** Of several runs: how many must count. */
  readonly runsNeeded?: number | null;
  /** Right guesses of all runs from which "not refuted" stands; null where it never does. */
  readonly standsFrom: number | null;
  /** Of several runs: with fewer right guesses of its own a run looks blind. */
  readonly eachFrom?: number;
  /** Of several runs: how many need so many right, or the attack was blind in too many. */
  readonly runsSeeing?: number;
  readonly couldNot: 'never-refutes' | 'little-power' | 'like-blind' | null;
  /** Right guesses of the best attack on the claimed mechanism. */
  readonly expected: number;
  /** With fewer the attack is weaker than that, but in one case of 1,000. */
  readonly weakBelow: number;
  /** Whether the strength of an attack is told only roughly. */
  readonly isRough: boolean;
}

/** How many canaries, in each run, would catch the violation with this probability. */
export interface EnoughCanaries {
  readonly violation: string;
  readonly power: number;
  /** Null where no number up to 1,000,000 is enough. */
  readonly canaries: number | null;
}

/** A claim about the same budget that says more. */
export interface ClaimInstead {
  readonly claim: string;
  readonly violation: string;
  /** Of as many canaries. */
  readonly power: number;
  /** How many catch it with probability 0.9; null where none do. */
  readonly canaries: number | null;
}

export interface Plan {
  readonly schema: 'onerun-plan/1';
  readonly m: number;
  readonly k: number;
  /** Independent runs that are audited together; one where it is absent. */
  readonly runs?: number;
  /** With several runs: from how many right guesses on a run counts. */
  readonly atLeast?: number;
  /** With several runs: how many must count to refute the claim; null where not even all do. */
  readonly runsNeeded?: number | null;
  /** The claim to test, such as "gaussian(sigma=1)". */
  readonly claim: string;
  /** What the power is stated for. */
  readonly violation: string;
  readonly model?: string;
  /** The delta at which epsilon is wanted. */
  readonly delta: number;
  /** 1 - confidence. */
  readonly tau: number;
  readonly sides?: 'in' | 'out' | 'both';
  readonly lowerIsIn?: boolean;
  readonly scoreColumn?: string;
  readonly independentGuesses?: number;
  readonly onePerRun?: boolean;
  readonly assume?: 'independent-canaries';
  /** Breaks ties among equal scores. */
  readonly seed?: string;
  readonly family: string;
  readonly standing?: Standing;
  readonly enough?: EnoughCanaries;
  readonly instead?: readonly ClaimInstead[];
  readonly note?: string;
  readonly chosen: PlanRow;
  readonly rows: readonly PlanRow[];
}

export interface PlanRow {
  readonly guesses: number;
  /** Of right guesses, expected if the model is what runs. */
  readonly fraction: number;
  /** The same if the violation is what runs. */
  readonly violationFraction: number;
  /** The fewest right that refute the claim, or make a run count; null where not even all do. */
  readonly critical: number | null;
  readonly atLeast?: number;
  readonly runsNeeded?: number | null;
  /** How likely a mechanism with the violation is to be refuted. */
  readonly power: number;
  /** Infinity where it is unbounded. */
  readonly epsilon: number;
  /** Infinity where it is unbounded. */
  readonly largestProvable: number;
}
