import { tradeOff } from '../accounting/index.ts';
import { InvalidInput } from '../errors.ts';
import { findSignChange } from '../numerics/index.ts';
import { parseFamily, printClaim, printFamily, type TradeOff } from '../tradeoff/index.ts';
import type { Claim } from '../types.ts';
import { checkDelta } from './empirical.ts';

export interface Calibration {
  readonly family: string;
  readonly parameter: string;
  readonly value: number;
  /** The claim with that value, and the epsilon, at most the target, that it has at delta. */
  readonly claim: string;
  readonly epsilon: number;
  readonly delta: number;
}

/** Which way a parameter loses privacy, what it is at most, and whether it is a whole number. */
interface Knob {
  readonly larger: 'less-private' | 'more-private';
  readonly most?: number;
  readonly whole?: true;
}

const KNOBS: Readonly<Record<string, Knob>> = {
  'gaussian.mu': { larger: 'less-private' },
  'gaussian.sigma': { larger: 'more-private' },
  'laplace.scale': { larger: 'more-private' },
  'pure-dp.epsilon': { larger: 'less-private' },
  'approx-dp.epsilon': { larger: 'less-private' },
  'randomized-response.epsilon': { larger: 'less-private' },
  'dpsgd.noise': { larger: 'more-private' },
  'dpsgd.rate': { larger: 'less-private', most: 1 },
  'dpsgd.steps': { larger: 'less-private', whole: true },
};

/** Relative width of the answer, well below what is printed. */
const TOLERANCE = 2e-7;

/**
 * The least private value of a family's open parameter that still keeps epsilon(delta) at or below a target: the
 * smallest noise, the largest number of steps. By root finding on curves that err towards less privacy.
 */
export function calibrate(text: string, parameter: string, epsilon: number, delta: number): Calibration {
  if (!(epsilon > 0)) throw new InvalidInput(`invalid epsilon; must be above 0: ${epsilon}`);
  checkDelta(delta);
  const { claim, free } = parseFamily(text);
  const knob = KNOBS[`${claim.name}.${parameter}`];
  if (knob === undefined || !(parameter === free || (claim.name === 'gaussian' && free === 'mu')))
    throw new InvalidInput(`cannot calibrate ${parameter}; the parameter that ${text} leaves out is ${free}`);
  // t grows with the loss of privacy.
  const parameterAt = (t: number) => (knob.larger === 'less-private' ? t : 1 / t);
  const at = (value: number): Claim => ({
    ...claim,
    parameters: { ...claim.parameters, [parameter]: value },
  });
  const known = new Map<number, number>();
  const room = (t: number) => {
    const value = knob.whole ? Math.floor(parameterAt(t)) : parameterAt(t);
    const found = known.get(value) ?? epsilonOf(at(value), delta);
    known.set(value, found);
    return epsilon - found;
  };
  const value = knob.whole
    ? largestWhole(room)
    : parameterAt(largest(room, startOf(claim, parameter, epsilon, delta), knob.most ?? Infinity));
  const answer = at(value);
  const f = tradeOff(answer);
  return {
    family: printFamily({ claim, free }),
    parameter,
    value,
    claim: printClaim(answer),
    epsilon: f.epsilon(delta),
    delta,
  };
}

/** Infinite where the curve is too costly to compute: that happens where there is next to no privacy. */
function epsilonOf(claim: Claim, delta: number): number {
  try {
    return tradeOff(claim).epsilon(delta);
  } catch (error) {
    if (error instanceof InvalidInput) return Infinity;
    throw error;
  }
}

/** The largest t with room >= 0, up to `most`: steps away from a guess that is good, growing in case it is not. */
function largest(room: (t: number) => number, start: number, most: number): number {
  let low = Math.min(start, most);
  let high = low;
  let factor = 1.02;
  if (room(low) >= 0) {
    do {
      if (high === most) return most;
      if (high > 1e90)
        throw new InvalidInput('cannot calibrate; every value of the parameter keeps epsilon that small');
      low = high;
      high = Math.min(high * factor, most);
      factor *= 1.6;
    } while (room(high) >= 0);
  } else {
    do {
      if (low < 1e-90)
        throw new InvalidInput('cannot calibrate; no value of the parameter keeps epsilon that small');
      high = low;
      low /= factor;
      factor *= 1.6;
    } while (room(low) < 0);
  }
  return findSignChange(room, low, high, TOLERANCE).lo;
}

/** The largest whole t >= 1 with room >= 0. */
function largestWhole(room: (t: number) => number): number {
  if (room(1) < 0) throw new InvalidInput('cannot calibrate; not even one step keeps epsilon that small');
  let low = 1;
  let high = 2;
  while (room(high) >= 0) {
    if (high > 2 ** 40)
      throw new InvalidInput('cannot calibrate; any number of steps keeps epsilon that small');
    low = high;
    high *= 2;
  }
  return Math.floor(findSignChange(room, low, high, (a, b) => Math.floor(a) + 1 >= Math.floor(b)).lo);
}

/** A first guess at t: for DP-SGD from the central limit, mu = rate sqrt(steps (e^(1/noise^2) - 1)). */
function startOf(claim: Claim, parameter: string, epsilon: number, delta: number): number {
  if (claim.name !== 'dpsgd' || !(delta > 0)) return 1;
  const { noise, rate, steps } = claim.parameters;
  const mu = largest((t) => epsilon - gaussianEpsilon(t, delta), 1, Infinity);
  if (parameter === 'noise') return Math.sqrt(Math.log1p((mu * mu) / (rate * rate * steps)));
  return Math.min(1, mu / Math.sqrt(steps * Math.expm1(Math.min(600, 1 / (noise * noise)))));
}

function gaussianEpsilon(mu: number, delta: number): number {
  const parameters = { mu };
  const f: TradeOff = tradeOff({ name: 'gaussian', relation: 'add-remove', parameters });
  return f.epsilon(delta);
}
