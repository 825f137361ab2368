import type { TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';
import type { Lines } from './line-weights.ts';

/** Slopes that differ by less, relatively, are one line's. */
const SAME = 1e-9;
/** Where lines are looked for: so many x, spread evenly over the logarithm of this range. */
const PLACES = 400;
const LEAST_X = 1e-9;

/** Epsilons are whole multiples of this: slopes that differ by rounding only are one tangent's. */
const GRAIN = 2 ** -36;

/** A tangent's epsilon: ln of the slope, rounded up, since a line through the origin must not get flatter. */
export function epsilonOf(slope: number): number {
  return Math.min(600, GRAIN * (Math.ceil(Math.max(0, ln(slope)) / GRAIN) + 1));
}

/** The delta that a certificate states: the curve's, with room for another machine's exponential. */
export function statedDelta(f: TradeOff, epsilon: number): number {
  return Math.min(1, f.delta(epsilon) * (1 + 1e-11));
}

/** The lines of these epsilons. */
export function linesAt(f: TradeOff, epsilons: Iterable<number>): Lines {
  const rising = [...new Set(epsilons)].sort((a, b) => a - b);
  const kept = rising.filter((epsilon, g) => g === 0 || epsilon - rising[g - 1] > SAME);
  return {
    epsilons: Float64Array.from(kept),
    slopes: Float64Array.from(kept, exp),
    deltas: Float64Array.from(kept, (epsilon) => statedDelta(f, epsilon)),
  };
}

/**
 * The epsilons of all lines of which a piecewise linear curve consists where a game can reach it; null where
 * there are more than `most`: then the curve is as good as smooth.
 */
export function straightLines(
  f: TradeOff,
  { m, k, guesses }: Observation,
  most: number,
): readonly number[] | null {
  const furthest = Math.min(1, guesses / ((k - 1) * m));
  const slopes: number[] = [];
  const add = (x: number) => {
    const slope = f.slope(x);
    if (slopes.every((other) => Math.abs(slope - other) > SAME * other)) slopes.push(slope);
  };
  if (f.bends !== undefined) {
    const ends = [0, ...f.bends.filter((x) => x < furthest), furthest];
    for (let i = 1; i < ends.length && slopes.length <= most; i++) add(0.5 * (ends[i - 1] + ends[i]));
  } else
    for (let i = 0; i < PLACES && slopes.length <= most; i++)
      add(furthest * exp((i / (PLACES - 1)) * ln(LEAST_X)));
  return slopes.length > most ? null : slopes.map((slope) => epsilonOf(slope));
}
