import { InvalidInput } from '../../errors.ts';
import { exp, firstWhere, ln } from '../../numerics/index.ts';
import { claimedEpsilon, type Plan, planAimedAt, plannedEpsilon } from './plan.ts';
import type { PlanOptions } from './request.ts';

/** The numbers of canaries that are tried: a grid that doubles in three steps, up to 2e7. */
const SIZES: readonly number[] = [
  ...Array.from({ length: 60 }, (_, i) => Number(exp(ln(20) + (i * Math.LN2) / 3).toPrecision(2))),
  2e7,
];

/** The sizes of the grid that have room for a number of guesses, where one is stated. */
export function sizesToTry({ guesses = 0 }: Omit<PlanOptions, 'm'>): readonly number[] {
  return SIZES.filter((m) => m >= guesses);
}

/**
 * The index of the first size that is enough; null where none is. In growing strides to a size that is, then
 * back to the first.
 */
export function firstEnough(sizes: readonly number[], isEnough: (m: number) => boolean): number | null {
  const last = sizes.length - 1;
  let [low, high] = [-1, 0];
  while (!isEnough(sizes[high])) {
    if (high >= last) return null;
    low = high;
    high = Math.min(last, 2 * high + 2);
  }
  return firstWhere(low, high, (i) => isEnough(sizes[i]));
}

/**
 * The plan with the fewest canaries whose best design is expected to prove the target: with more canaries it
 * proves more. Of several runs the threshold is chosen for that too, so that such a plan may not be able to
 * refute the claim itself.
 *
 * @example
 * const { m } = planForTarget(1, { claim: 'gaussian(sigma=0.5)' }); // canaries that prove epsilon 1
 */
export function planForTarget(target: number, options: Omit<PlanOptions, 'm'>): Plan {
  if (!(target > 0)) throw new InvalidInput(`invalid target; must be above 0: ${target}`);
  const sizes = sizesToTry(options);
  const claimed = claimedEpsilon({ ...options, m: sizes[0] ?? SIZES[0] });
  if (!(target < claimed))
    throw new InvalidInput(
      `no number of canaries is expected to prove epsilon ${target} of this claim, which allows ${claimed.toPrecision(4)} at most`,
    );
  const found = firstEnough(sizes, (m) => plannedEpsilon({ ...options, m }) >= target);
  if (found === null)
    throw new InvalidInput(
      `no number of canaries up to 2e7 is expected to prove epsilon ${target} of this claim`,
    );
  return planAimedAt({ ...options, m: sizes[found], aim: 'epsilon' });
}
