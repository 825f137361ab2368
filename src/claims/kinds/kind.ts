import type { Claim, Relation } from '../../types.ts';
import type { Guarantee } from '../curves/profile.ts';
import type { TradeOff } from '../curves/trade-off.ts';
import type { LossSource } from '../losses/law.ts';
import type { SearchHints } from '../search-hints.ts';
import type { Parameter } from './parameter.ts';

/**
 * A kind of claim: all that the rest of the program knows of it. The grammar, families, calibration, usual
 * models and violations, help texts and forms read this record. Adding a kind is writing one and naming it in
 * the list.
 */
export interface Kind {
  readonly name: string;
  /** A claim of this kind, in its canonical text. */
  readonly example: string;
  /** In the order in which they are printed. */
  readonly parameters: readonly Parameter[];
  /**
   * Two keys of which one is given: two ways to say the same, one the inverse of the other. Families leave
   * out the first.
   */
  readonly either?: readonly [string, string];
  /** What stands between the parentheses instead of parameters. */
  readonly list?: PartList | PairList;

  /**
   * The curve in closed form; null where these parameters have none. Kinds that are exactly Gaussian state
   * `mu` instead.
   */
  curve?(claim: Claim, name: string, parts: PartResolver): TradeOff | null;
  /** mu of a claim that is exactly Gaussian; null where these parameters are not. */
  mu?(claim: Claim, parts: PartResolver): number | null;
  /**
   * The privacy loss of one run, for compositions and for curves without a closed form; a polyline needs
   * none.
   */
  loss?(claim: Claim): LossSource;
  /** The parameter that counts runs, where a claim is about several. */
  readonly runs?: string;
  /** Whether no outcome tells two neighbours apart. Claims with mu = 0 need not say so. */
  saysNothing?(claim: Claim): boolean;
  /**
   * Whether noise is in units of a clip norm, whatever the relation, rather than of the relation's
   * sensitivity.
   */
  readonly clipped?: true;
  /** The Gaussian to which many runs tend. */
  readonly limit?: CentralLimit;

  /**
   * The (epsilon, delta) guarantees that a claim consists of, where it promises such rather than naming a
   * mechanism. Then its usual model is the mechanism that spends them, and what its family proves holds for
   * every mechanism.
   */
  guarantees?(claim: Claim): readonly Guarantee[];
  /** How to search its family, where members are costly to compute. */
  hints?(claim: Claim): Required<Omit<SearchHints, 'coarseCurve'>>;
  /** Whether an audit of such a claim searches the claim's own family besides the usual ones. */
  readonly searchOwnFamily?: true;

  /** How a page asks for such a claim; kinds without a form are written. */
  readonly form?: ClaimForm;
}

/** compose(...): other claims, repeated. */
interface PartList {
  readonly of: 'parts';
}

/** Pairs of numbers, x:y. */
interface PairList {
  readonly of: 'pairs';
  /** What the two numbers are. */
  readonly written: string;
  /** What is wrong with the pairs, and with which, or null. */
  fault(pairs: readonly (readonly [number, number])[]): PairFault | null;
}

export interface PairFault {
  readonly problem: string;
  readonly index: number;
}

/** What a kind that consists of other claims asks about them: kinds do not know each other. */
export interface PartResolver {
  /** The curve in closed form, or null. */
  closedForm(claim: Claim): TradeOff | null;
  gaussianMu(claim: Claim): number | null;
  saysNothing(claim: Claim): boolean;
}

type Values = Readonly<Record<string, number>>;

/** A Gaussian in place of many runs: an approximation, for orientation and for first guesses of searches. */
interface CentralLimit {
  /** mu of the Gaussian; null where the claim is Gaussian itself. */
  mu(parameters: Values, relation: Relation): number | null;
  /**
   * Where the Gaussian has this mu: the value of one parameter by the others, in the coordinate that grows
   * with the loss of privacy.
   */
  solve(key: string, parameters: Values, relation: Relation, mu: number): number;
}

/** A kind among the choices of a page, with its fields. */
export interface ClaimForm {
  /** Forms stand in this order. */
  readonly place: number;
  readonly text: string;
  readonly fields: readonly FormField[];
}

interface FormField {
  readonly key: string;
  readonly label: string;
  /** The value that a form starts with. */
  readonly usual: string;
  /** The values that a slider offers. */
  readonly scale: {
    readonly least: number;
    readonly most: number;
    readonly log: boolean;
    readonly whole?: boolean;
  };
}
