import { InvalidInput } from '../../../errors.ts';
import type { Plan } from '../../records.ts';
import { plan } from '../plan.ts';
import { checkedRequest } from '../request.ts';
import { fewestCanaries } from './enough.ts';
import type { SizelessOptions } from './grid.ts';

/**
 * The plan with the fewest canaries whose best design catches the violation with at least this probability.
 * Counts are whole numbers, so power rises with the number of canaries by and large but not at every step:
 * the fewest is the first size of a grid that is enough, brought down by bisection until a size 1% smaller is
 * not enough, or where it is below 10,000 the smallest of those up to 14% below that are enough, 2% apart.
 * The plan that is returned has the power itself, judged by all methods.
 *
 * @example
 * const { m } = planForPower(0.9, { claim: 'gaussian(sigma=1)' }); // canaries that catch half the noise
 *
 * @example
 * const each = planForPower(0.9, { runs: 5, claim: 'gaussian(sigma=1)' }); // each.m in each of five runs
 */
export function planForPower(power: number, options: SizelessOptions): Plan {
  const m = fewestCanaries(power, options);
  if (m !== null) return plan({ ...options, m });
  const { runs, violation } = checkedRequest({ ...options, m: 2e7 });
  const where = runs === 1 ? '' : ` with ${runs} runs`;
  throw new InvalidInput(
    `no number of canaries up to 2e7 catches ${violation} with probability ${power}${where}`,
  );
}
