import { asinh, expm1, log1p, sinh } from '../../numerics/index.ts';
import type { Relation } from '../../types.ts';

/**
 * DP-SGD tends to a Gaussian as the steps grow and the rate falls (Bu, Dong, Long and Su, 2020). A step's
 * loss has the variance rate^2 v under N(0, noise^2), v = e^(1/noise^2) - 1 for adding or removing a record
 * and 2 (e^(1/noise^2) - e^(-1/noise^2)) for exchanging one; mu = rate sqrt(steps v). An approximation, for
 * orientation and for first guesses of searches.
 */
const LIMITS: Readonly<Record<Relation, { of(x: number): number; inverse(v: number): number }>> = {
  'add-remove': { of: expm1, inverse: log1p },
  replace: { of: (x) => 4 * sinh(x), inverse: (v) => asinh(v / 4) },
};

type Parameters = Readonly<Record<string, number>>;

/** What a step adds to mu^2, relative to rate^2; finite for every noise. */
function varianceOf(noise: number, relation: Relation): number {
  return LIMITS[relation].of(Math.min(600, 1 / (noise * noise)));
}

/** mu of the Gaussian. */
export function limitMu({ noise, rate, steps }: Parameters, relation: Relation): number {
  return rate * Math.sqrt(steps * varianceOf(noise, relation));
}

/** 1 / noise at which the Gaussian has this mu. */
export function limitInverseNoise({ rate, steps }: Parameters, relation: Relation, mu: number): number {
  return Math.sqrt(LIMITS[relation].inverse((mu * mu) / (rate * rate * steps)));
}

/** The steps after which it has this mu. */
export function limitSteps({ noise, rate }: Parameters, relation: Relation, mu: number): number {
  return (mu * mu) / (rate * rate * varianceOf(noise, relation));
}

/** The rate at which it has this mu. */
export function limitRate({ noise, steps }: Parameters, relation: Relation, mu: number): number {
  return Math.min(1, mu / Math.sqrt(steps * varianceOf(noise, relation)));
}
