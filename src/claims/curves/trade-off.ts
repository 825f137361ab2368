import type { Relation, Side } from '../../types.ts';

/**
 * A privacy hypothesis f, seen through fBar = 1 - f: an event of probability x under one data set has
 * probability at most fBar(x) under a neighbour. Every method rounds so that the hypothesis can only get
 * weaker: a test that rejects the rounded curve rejects the exact one.
 */
export interface TradeOff {
  /** The claim it stands for, in the claim grammar where there is one. */
  readonly name: string;
  readonly relation: Relation;
  /** Concave and increasing on [0, 1]; never below the exact value. */
  fBar(x: number): number;
  /** inf { x : fBar(x) >= y }; never above the exact value. */
  fBarInv(y: number): number;
  /** The derivative of fBar at x, from either side where it bends: a guide to good tangents, not rounded. */
  slope(x: number): number;
  /**
   * The smallest delta with fBar(x) <= e^epsilon x + delta for all x, epsilon >= 0; never below the exact
   * value.
   */
  delta(epsilon: number): number;
  /**
   * The smallest epsilon >= 0 with delta(epsilon) <= delta, possibly Infinity; never below the exact value.
   * A delta so small that rounding hides the curve there is refused, here and below.
   */
  epsilon(delta: number): number;
  /** The same, never above the exact value: safe to print as a lower bound. */
  epsilonLower(delta: number): number;
  /** How far, relatively, any value above may be from the exact one. */
  readonly gap: number;
  /** True where f is its own inverse: then f(alpha) = fBarInv(1 - alpha). */
  readonly symmetric: boolean;
  /**
   * The curve of one order of two neighbours, where it is known apart from the other's: `in` bounds what is
   * likely with the record in by what is likely with it out, `out` the reverse. Its epsilon stays that of
   * both orders. Absent: both orders have this curve.
   */
  readonly oneWay?: (side: Side) => TradeOff;
  /**
   * The curve of two neighbours whose order a fair coin decides for all to see, where the two orders differ:
   * its profile is the mean of theirs. It is what a game of in or out compares (docs/theorems/exchange.md).
   * Its epsilon stays that of both orders.
   */
  readonly fairOrder?: () => TradeOff;
  /** The curve fBar(fBar(x)) where it is known in closed form. */
  readonly twice?: () => TradeOff;
  /** The one (epsilon, delta) guarantee that the hypothesis consists of, where it does. */
  readonly guarantee?: readonly [epsilon: number, delta: number];
  /** Where a piecewise linear fBar bends, as x; absent where the curve is smooth somewhere. */
  readonly bends?: readonly number[];
  /** Where a curve that is smooth otherwise changes its formula, as x. */
  readonly turns?: readonly number[];
  /** What a user should know about the way this curve was understood. */
  readonly note?: string;
}

/** Relative widths of outward rounding: a few units in the last place. */
const UP = 1 + 2 ** -49;
const DOWN = 1 - 2 ** -49;

/** Rounds a probability outwards, zero staying zero. */
export function up(x: number): number {
  return x > 0 ? x * UP + Number.MIN_VALUE : 0;
}

/** Rounds inwards; in the subnormal range, where a relative step does not exist, to zero. */
export function down(x: number): number {
  return x < 1e-306 ? 0 : x * DOWN;
}

/** beta at a given alpha: f(alpha) = 1 - fBar(alpha), never above the exact value. */
export function beta(f: TradeOff, alpha: number): number {
  const direct = Math.max(0, 1 - f.fBar(alpha));
  // By symmetry the same number again, without the cancellation: both are safe, so is the larger.
  return f.symmetric && alpha > 0.5 ? Math.max(direct, f.fBarInv(1 - alpha)) : direct;
}
