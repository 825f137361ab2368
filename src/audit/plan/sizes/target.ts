import { InvalidInput } from '../../../errors.ts';
import type { Plan } from '../../records.ts';
import { claimedEpsilon, plannedEpsilon } from '../choice.ts';
import { planAimedAt } from '../plan.ts';
import { firstEnough, type SizelessOptions, sizesToTry } from './grid.ts';

/**
 * The plan with the fewest canaries whose best design is expected to prove the target: with more canaries it
 * proves more. Of several runs the threshold is chosen for that too, so that such a plan may not be able to
 * refute the claim itself.
 *
 * @example
 * const { m } = planForTarget(1, { claim: 'gaussian(sigma=0.5)' }); // canaries that prove epsilon 1
 */
export function planForTarget(target: number, options: SizelessOptions): Plan {
  if (!(target > 0)) throw new InvalidInput(`invalid target; must be above 0: ${target}`);
  const sizes = sizesToTry(options);
  const claimed = claimedEpsilon({ ...options, m: sizes[0] ?? 2e7 });
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
