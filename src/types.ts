/** The plain data that travels through the rooms. */

/** Whom a guarantee protects: someone who joins or leaves, or someone who is exchanged for another. */
export type Relation = 'add-remove' | 'replace';

/** A guess about one canary: that it was in, or that it was out. */
export type Side = 'in' | 'out';

/** Which end of the ranking is guessed: the top as in, the bottom as out, or half of the budget each. */
export type Sides = Side | 'both';

/** What one game showed. */
export interface Observation {
  /** Canaries (membership) or buckets of candidates (reconstruction). */
  readonly m: number;
  /** Options per canary: 2 for in or out. */
  readonly k: number;
  /** c': how many guesses the attack was allowed, fixed before the run. */
  readonly guesses: number;
  /** c: how many of them were right. */
  readonly correct: number;
  /** Where every guess said the same, fixed before the run: what it said. Absent: both, or not known. */
  readonly sides?: Side;
}

/** The counts of one game as they are handed in: in or out, and a guess for every canary, unless stated. */
export interface Counts {
  readonly m: number;
  /** 2 unless stated. */
  readonly k?: number;
  /** m unless stated. */
  readonly guesses?: number;
  readonly correct: number;
  /** `in` or `out` where every guess said that, as fixed before the run; `both` unless stated. */
  readonly sides?: Sides;
}

/** A hypothesis as it is written: `gaussian(sigma=1)`. Defaults are filled in. */
export interface Claim {
  /** Its kind, one of those in claims/kinds. */
  readonly name: string;
  readonly relation: Relation;
  readonly parameters: Readonly<Record<string, number>>;
  /** Of compose(...). */
  readonly parts?: readonly Part[];
  /** Of profile(...), as (epsilon, delta), and points(...), as (alpha, beta). */
  readonly pairs?: readonly (readonly [number, number])[];
}

export interface Part {
  readonly claim: Claim;
  readonly count: number;
}

/** A claim with exactly one parameter left out. */
export interface FamilyClaim {
  readonly claim: Claim;
  /** The parameter that was left out. */
  readonly free: string;
}

/** What the epsilon of a family rests on, where every mechanism is allowed for. */
export type MechanismAssumption = 'worst-case' | 'model-based';

/**
 * What a number rests on. `worst-case`: holds for every mechanism. `model-based`: a statement about the named
 * family; a mechanism outside it can have a smaller epsilon. `independent-canaries`: a statement about that
 * family, if besides canaries do not influence each other.
 */
export type Assumption = MechanismAssumption | 'independent-canaries';

export const METHODS = ['paper', 'optimal', 'steinke'] as const;

export type Method = (typeof METHODS)[number];

/** A test of one game's counts: those that hold for every mechanism, and the one for independent canaries. */
export type BoundName = Method | 'independent';

/** A test of an audit: of one game's counts, or of the two errors of a threshold over many runs. */
export type AuditMethod = BoundName | 'classical';

/** A line above a curve, fBar(x) <= e^epsilon x + delta, and the weights phi(i) that a proof gives it. */
export interface WeightedTangent {
  readonly epsilon: number;
  readonly delta: number;
  /** phi(i) = weight for first <= i <= last, 0 elsewhere. */
  readonly weights: readonly (readonly [first: number, last: number, weight: number])[];
}

/**
 * A proof that every mechanism whose curve lies below the tangents gets c or more right with probability at
 * most `bound`.
 */
export interface Certificate {
  readonly observation: Observation;
  readonly tangents: readonly WeightedTangent[];
  readonly bound: number;
}

/**
 * What n right guesses pay: `base`, and the height of every step that n reaches. Evidence against a curve
 * where no mechanism with that curve is paid more than 1 on average.
 */
export interface Payoff {
  readonly base: number;
  /** In rising order. */
  readonly steps: readonly (readonly [reach: number, height: number])[];
}

/** One score per canary, and who was in. */
export interface MembershipScores {
  readonly kind: 'membership';
  /** Higher is more likely in. */
  readonly scores: Float64Array;
  /** 1 for in, 0 for out. */
  readonly included: Uint8Array;
  readonly ids?: IdFingerprints;
  /** What to call each row in a picture, where the file is small enough to keep that; never evidence. */
  readonly names?: readonly string[];
}

/** A 64-bit fingerprint of each row's id, as two words a row: tells rows apart whatever their order. */
export type IdFingerprints = Uint32Array;

/** One guess per bucket of candidates, and which candidate went in. */
export interface ReconstructionScores {
  readonly kind: 'reconstruction';
  readonly k: number;
  readonly truth: Uint32Array;
  /** The candidate guessed, or -1 where the attack abstains. */
  readonly guesses: Int32Array;
  /** Higher is surer; null where every guess stands as it is. */
  readonly confidence: Float64Array | null;
  readonly ids?: IdFingerprints;
  /** What to call each row in a picture, where the file is small enough to keep that; never evidence. */
  readonly names?: readonly string[];
}

/** What one run left behind. */
export type Scores = MembershipScores | ReconstructionScores;
