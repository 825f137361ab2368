import { exp, expm1 } from '../../numerics/index.ts';

/**
 * A mechanism as its dominating pair (P, Q), seen through the privacy loss L = ln p/q. P is the law with the
 * record, Q the law without: "remove" compares P with Q, "add" Q with P.
 */
export interface LossSource {
  /** Losses that have positive probability. A grid on which they sit costs no accuracy. */
  readonly atoms: readonly number[];
  /** Whether the loss has a continuous part, which no grid holds exactly. */
  readonly smooth: boolean;
  /** A coarse stand-in for the law of L under Q: enough to choose a grid and a window by. */
  readonly sketch: Sketch;
  /** The law of L under Q where the loss has a smooth density. */
  readonly smoothLaw?: SmoothLaw;
  /** The tail probabilities of one run, where they have a formula. */
  readonly exactTails?: ExactTails;
  /** What the loss never exceeds where it is finite, in either direction. */
  readonly reach: number;
  /** The law itself, where it is discrete. */
  readonly discrete?: DiscreteLaw;
  /** The law on the multiples of `step`, no more private than the exact one. */
  discretise(step: number): GridLaw;
}

/**
 * A law as the nodes of a trapezoidal rule, which converges geometrically: enough of them give the means of
 * e^(i t L) to the last digits, for all t up to a frequency.
 */
interface SmoothLaw {
  nodesNeeded(frequency: number): number;
  nodes(count: number): Sketch;
}

/** Probabilities under P and under Q. */
export interface Tails {
  readonly upper: number;
  readonly lower: number;
}

/** A loss that rises with a real outcome. */
export interface ExactTails {
  /** Whether Q against P is the mirror image of P against Q. */
  readonly symmetric: boolean;
  /** The outcomes between which all lie that matter, and the one with the loss 0. */
  readonly lowest: number;
  readonly highest: number;
  readonly balanced: number;
  /** The standard deviation of outcomes, and the most that the loss rises with them. */
  readonly deviation: number;
  readonly steepest: number;
  lossAt(outcome: number): number;
  /** The probabilities of outcomes above one, for sign 1, or below it, for -1. */
  beyond(outcome: number, sign: 1 | -1): Tails;
  /** The probabilities of losses above one, for sign 1, or below it, for -1. */
  above(loss: number, sign: 1 | -1): Tails;
}

/**
 * Finitely many losses with their probabilities under P and Q, and outcomes that only one of the two ever
 * has.
 */
export interface DiscreteLaw {
  readonly losses: readonly number[];
  readonly upper: readonly number[];
  readonly lower: readonly number[];
  readonly upperInfinite: number;
  readonly lowerInfinite: number;
}

/** Points and Q-probabilities. */
export interface Sketch {
  readonly losses: Float64Array;
  readonly weights: Float64Array;
}

/** A pair on the grid i * step, i = first, first + 1, ... */
export interface GridLaw {
  readonly first: number;
  /** P's probabilities, for "remove". */
  readonly upper: Float64Array;
  /** Q's probabilities, for "add". */
  readonly lower: Float64Array;
  /** P's probability of outcomes that Q never has, and the reverse. */
  readonly upperInfinite: number;
  readonly lowerInfinite: number;
  /**
   * The same pair from the other side: each outcome's loss rounded to the grid at random, alike under both
   * laws, which is post-processing. With the shares that keep P's masses, e^loss times what Q then has.
   */
  readonly roundedUpper: Float64Array;
  /** With the shares that keep Q's masses, e^-loss times what P then has. */
  readonly roundedLower: Float64Array;
  /** The variance that discretising has added to L under P. */
  readonly spread: number;
}

/** What the tests of the rounded loss have under the second law, times e^loss. */
export function roundedLaw(law: GridLaw): GridLaw {
  return { ...law, upper: law.roundedUpper, lower: law.roundedLower };
}

/** A grid law under construction: each bit of mass goes to the two grid points around its loss. */
export class GridBuilder {
  readonly first: number;
  readonly step: number;
  readonly upper: Float64Array;
  readonly lower: Float64Array;
  /** What rounding at random adds: P's shares times e^(moved) - 1 and e^-(moved) - 1. */
  readonly raised: Float64Array;
  readonly lowered: Float64Array;
  spread = 0;
  private readonly scale: number;

  constructor(first: number, last: number, step: number) {
    this.first = first;
    this.step = step;
    this.upper = new Float64Array(last - first + 1);
    this.lower = new Float64Array(last - first + 1);
    this.raised = new Float64Array(last - first + 1);
    this.lowered = new Float64Array(last - first + 1);
    this.scale = expm1(-step);
  }

  /**
   * "Connect the dots" (Doroshenko et al., 2022): P-mass `p` at distance `above` from grid point `index` is
   * shared between that point and the next so that P's and Q's masses both stay what they are. A
   * mean-preserving spread of the likelihood ratio: delta rises.
   */
  add(index: number, above: number, p: number): void {
    const at = index - this.first;
    // The loss falls by `above` or rises by the rest of the step.
    const fall = expm1(-above);
    const rise = (fall - this.scale) / (1 + this.scale);
    const share = fall / this.scale;
    const [up, down] = [p * share, p * (1 - share)];
    this.upper[at + 1] += up;
    this.upper[at] += down;
    this.raised[at + 1] += up * rise;
    this.raised[at] += down * fall;
    this.lowered[at + 1] -= (up * rise) / (1 + rise);
    this.lowered[at] -= (down * fall) / (1 + fall);
    this.spread += p * above * (this.step - above);
  }

  finish(upperInfinite: number, lowerInfinite: number): GridLaw {
    const { upper, lower, raised, lowered, first, step, spread } = this;
    const roundedUpper = raised.map((more, i) => upper[i] + more);
    const roundedLower = lowered.map((more, i) => (upper[i] + more) * exp(-(first + i) * step));
    for (let i = 0; i < upper.length; i++) lower[i] += upper[i] * exp(-(first + i) * step);
    return { first, upper, lower, upperInfinite, lowerInfinite, roundedUpper, roundedLower, spread };
  }
}

/** An atom: on the grid point where it belongs, else shared between its neighbours. */
export function addAtom(grid: GridBuilder, loss: number, p: number): void {
  const nearest = Math.round(loss / grid.step);
  if (Math.abs(nearest * grid.step - loss) <= 1e-12 * Math.abs(loss)) {
    const at = nearest - grid.first;
    const moved = nearest * grid.step - loss;
    grid.upper[at] += p;
    grid.raised[at] += p * expm1(moved);
    grid.lowered[at] += p * expm1(-moved);
  } else {
    const below = Math.floor(loss / grid.step);
    grid.add(below, loss - below * grid.step, p);
  }
}
