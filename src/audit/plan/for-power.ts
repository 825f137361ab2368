import { checkProbability } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { LastUsed } from '../../last-used.ts';
import { type Plan, plan, plannedPower, quickPower } from './plan.ts';
import { checkedRequest, type PlanOptions } from './request.ts';
import { firstEnough, sizesToTry } from './target.ts';

/** How far apart, relatively, a size that is enough and one that is not may stay. */
const WITHIN = 0.01;

/**
 * The plan with the fewest canaries whose best design catches the violation with at least this probability.
 * Counts are whole numbers, so power rises with the number of canaries by and large but not at every step:
 * the fewest is the first size of a grid that is enough, brought down by bisection until a size that is 1%
 * smaller is not enough. The plan that is returned has the power itself, judged by all methods.
 *
 * @example
 * const { m } = planForPower(0.9, { claim: 'gaussian(sigma=1)' }); // canaries that catch half the noise
 *
 * @example
 * const each = planForPower(0.9, { runs: 5, claim: 'gaussian(sigma=1)' }); // each.m in each of five runs
 */
export function planForPower(power: number, options: Omit<PlanOptions, 'm'>): Plan {
  const m = fewestCanaries(power, options);
  if (m !== null) return plan({ ...options, m });
  const { runs, violation } = checkedRequest({ ...options, m: 2e7 });
  const where = runs === 1 ? '' : ` with ${runs} runs`;
  throw new InvalidInput(
    `no number of canaries up to 2e7 catches ${violation} with probability ${power}${where}`,
  );
}

/** The number of canaries of that plan; null where no number up to 2e7 is enough. */
export function fewestCanaries(power: number, options: Omit<PlanOptions, 'm'>): number | null {
  checkProbability('power', power);
  const { seed: _, ...design } = options;
  return known.get(JSON.stringify([power, design]), () => {
    const sizes = sizesToTry(design);
    const isEnough = (m: number) => plannedPower({ ...design, m }) >= power;
    let i = firstEnough(sizes, (m) => quickPower({ ...design, m }) >= power) ?? sizes.length - 1;
    // Judged by all methods, smaller sizes may be enough; the choice among equals can cost a thousandth.
    while (i < sizes.length && !isEnough(sizes[i])) i++;
    if (i >= sizes.length) return null;
    while (i > 0 && isEnough(sizes[i - 1])) i--;
    // A single canary has no rank, and there cannot be more guesses than canaries.
    let tooFew = i > 0 ? sizes[i - 1] : Math.max(1, (design.guesses ?? 1) - 1);
    let found = sizes[i];
    while (found - tooFew > Math.max(1, WITHIN * found)) {
      const middle = Math.floor((tooFew + found) / 2);
      if (isEnough(middle)) found = middle;
      else tooFew = middle;
    }
    return found;
  });
}

const known = new LastUsed<string, number | null>(100);
