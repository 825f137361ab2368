import { tradeOff } from '../../src/claims/index.ts';
import { clopperPearsonUpper, normalQuantile } from '../../src/numerics/index.ts';
import type { Cut, Cuts } from './cuts.ts';

/** Upper limits on the two errors of a cut. */
interface Errors {
  readonly falsePositive: number;
  readonly falseNegative: number;
}

const limits = new Map<string, number>();

function upperLimit(wrong: number, of: number, level: number): number {
  const key = `${wrong}/${of}/${level}`;
  let limit = limits.get(key);
  if (limit === undefined) {
    limit = wrong === of ? 1 : clopperPearsonUpper(wrong, of, level);
    limits.set(key, limit);
  }
  return limit;
}

/** Clopper and Pearson's limits, each at `level`. */
export function limitsAt({ ins, outs }: Cuts, { inAbove, outAbove }: Cut, level: number): Errors {
  return {
    falsePositive: upperLimit(outAbove, outs, level),
    falseNegative: upperLimit(ins - inAbove, ins, level),
  };
}

/** The epsilon that two errors contradict at delta, in whichever order of in and out it is larger. */
export function epsilonOfErrors({ falsePositive, falseNegative }: Errors, delta: number): number {
  const one = (1 - falseNegative - delta) / falsePositive;
  const other = (1 - falsePositive - delta) / falseNegative;
  return Math.max(0, Math.log(Math.max(one, other, 1)));
}

/** Where the two errors would lie on a Gaussian's curve; negative where they are no better than blind. */
export const gaussianMu = ({ falsePositive, falseNegative }: Errors): number =>
  normalQuantile(1 - falsePositive) - normalQuantile(falseNegative);

const gaussianEpsilons = new Map<string, number>();

/** The epsilon at delta of the Gaussian with this mu. */
export function epsilonOfMu(mu: number, delta: number): number {
  if (!(mu > 0)) return 0;
  const key = `${mu}/${delta}`;
  let epsilon = gaussianEpsilons.get(key);
  if (epsilon === undefined) {
    epsilon = tradeOff(`gaussian(mu=${mu})`).epsilon(delta);
    gaussianEpsilons.set(key, epsilon);
  }
  return epsilon;
}
