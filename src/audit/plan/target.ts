import { InvalidInput } from '../../errors.ts';
import { exp, firstWhere, ln } from '../../numerics/index.ts';
import { claimedEpsilon, type Plan, type PlanOptions, plan, plannedEpsilon } from './plan.ts';

/** The numbers of canaries that are tried: a grid that doubles in three steps. */
const SIZES: readonly number[] = Array.from({ length: 60 }, (_, i) =>
  Number(exp(ln(20) + (i * Math.LN2) / 3).toPrecision(2)),
);

/**
 * The plan with the fewest canaries whose best design is expected to prove the target: with more canaries it proves more.
 *
 * @example
 * const { m } = planForTarget(1, { claim: 'gaussian(sigma=0.5)' }); // canaries that prove epsilon 1
 */
export function planForTarget(target: number, options: Omit<PlanOptions, 'm'>): Plan {
  if (!(target > 0)) throw new InvalidInput(`invalid target; must be above 0: ${target}`);
  const claimed = claimedEpsilon({ ...options, m: SIZES[0] });
  if (!(target < claimed))
    throw new InvalidInput(
      `no number of canaries is expected to prove epsilon ${target} of this claim, which allows ${claimed.toPrecision(4)} at most`,
    );
  const proves = (i: number) => plannedEpsilon({ ...options, m: SIZES[i] }) >= target;
  // In growing strides to a size that does, then back to the first that does.
  let low = -1;
  let high = 0;
  while (!proves(high)) {
    low = high;
    if (high === SIZES.length - 1)
      throw new InvalidInput(
        `no number of canaries up to 2e7 is expected to prove epsilon ${target} of this claim`,
      );
    high = Math.min(SIZES.length - 1, 2 * high + 2);
  }
  return plan({ ...options, m: SIZES[firstWhere(low, high, proves)] });
}
