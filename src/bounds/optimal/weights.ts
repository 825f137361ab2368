import { exp, findSignChange, ln } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';
import { LEFT, RIGHT } from './extremal-law.ts';
import type { CountWindow } from './line-weights.ts';

/** The weights of nested sets, one for each size: the smallest is { c }, the largest [first, last]. */
export interface Weights {
  readonly values: Float64Array;
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  /** From which side T_2, T_3, ... took their count. */
  readonly sides: Uint8Array;
  readonly nu: number;
}

/**
 * The weights that prove most with one tangent for each size of set, slopes[t - 1] for size t. phi_t(i) is
 * W_t on T_t and 0 outside, so Phi_i and Psi_i are sums of W and slope W over the sets that contain i. From
 * the largest set inwards, each count gives one equation: its bracket in the certificate equals nu. Below c
 * the equation limits how far Psi may grow, above c it says how far Phi must grow. Whichever is reached first
 * decides which count leaves the set. At c both meet, which decides nu. Null where no nu satisfies all of
 * them.
 */
export function solveWeights(
  observation: Observation,
  slopes: Float64Array,
  { first, last }: CountWindow,
  near?: number,
): Weights | null {
  const size = slopes.length;
  const weights = {
    values: new Float64Array(size),
    firsts: new Int32Array(size),
    lasts: new Int32Array(size),
    sides: new Uint8Array(size - 1),
  };
  const slack = 4 * (size + 64) * 2 ** -51;
  const excess = (logNu: number) => fill(observation, slopes, first, last, exp(logNu), slack, weights);
  if (!(excess(0) >= 0)) return null;
  let [low, high] = [LEAST, 0];
  if (near !== undefined) {
    const at = ln(near);
    if (at - 0.01 > LEAST && !(excess(at - 0.01) >= 0)) low = at - 0.01;
    if (at + 0.01 < 0 && excess(at + 0.01) >= 0) high = at + 0.01;
  }
  const logNu = low === LEAST && excess(LEAST) >= 0 ? LEAST : findSignChange(excess, high, low, 1e-11).lo;
  excess(logNu);
  return { ...weights, nu: exp(logNu) };
}

/** The smallest ln nu that is tried. */
const LEAST = -690;

/** Fills in the weights for one nu; not negative where they are a proof. */
function fill(
  { m, k, guesses: cPrime, correct: c }: Observation,
  slopes: Float64Array,
  first: number,
  last: number,
  nu: number,
  slack: number,
  { values, firsts, lasts, sides }: Omit<Weights, 'nu'>,
): number {
  const perX = (k - 1) * m;
  let [a, b] = [first, last];
  let [phi, psi] = [0, 0];
  // Every equation is asked for with a little to spare, so that rounding does not break it.
  const needed = (i: number, psiNext: number) =>
    (m / i) * (1 + slack) * (1 - nu + ((cPrime - i) / perX) * psiNext);
  let most = (perX / (cPrime - first + 1)) * nu * (1 - slack);
  let least = last === cPrime ? needed(last, 0) : Number.NaN;
  for (let size = slopes.length; ; size--) {
    const slope = slopes[size - 1];
    const left = (most - psi) / slope;
    const right = Number.isNaN(least) ? together(b, slope) : least - phi;
    firsts[size - 1] = a;
    lasts[size - 1] = b === last ? cPrime : b;
    if (size === 1) {
      values[0] = Math.max(0, right);
      // Not a number: some weight would have to be infinite.
      return Number.isNaN(left - right) ? -Infinity : left - right;
    }
    const side = b === c || (a < c && left <= right) ? LEFT : RIGHT;
    const weight = Math.max(0, side === LEFT ? left : right);
    values[size - 1] = weight;
    sides[size - 2] = side;
    phi += weight;
    psi += slope * weight;
    if (side === LEFT) {
      most = (perX / (cPrime - a)) * ((a / m) * phi + nu) * (1 - slack);
      a++;
    } else {
      b--;
      least = needed(b, psi);
    }
  }

  /** Counts beyond the largest set are treated like its last one: they are taken in together with it. */
  function together(i: number, slope: number): number {
    const rate = i / m - ((cPrime - i) / perX) * slope;
    const missing = (1 + slack) * (1 - nu + ((cPrime - i) / perX) * psi) - (i / m) * phi;
    return rate > 0 ? missing / rate : Infinity;
  }
}
