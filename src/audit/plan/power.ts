import { InvalidInput } from '../../errors.ts';
import type { AuditOptions } from '../options.ts';
import type { AuditedClaim } from '../result.ts';
import { powerAt } from './plan.ts';
import { violationOf } from './violation.ts';

/** How likely a design is to catch the violation, with the best attack on canaries that do not interact. */
export function powerOfDesign(
  claim: string,
  m: number,
  budgets: readonly number[],
  tau: number,
  { violation: stated, model, sides }: AuditOptions,
): AuditedClaim['power'] {
  try {
    const violation = violationOf(claim, stated, model);
    const design = { m, claim, violation, tau, ...(sides === undefined ? {} : { sides }) };
    const powers = budgets.map((guesses) => powerAt({ ...design, guesses }));
    return { violation, probability: Math.max(...powers) };
  } catch (error) {
    // A claim without a usual violation, or with one that has no curve: then there is no number to give.
    if (error instanceof InvalidInput && stated === undefined) return null;
    throw error;
  }
}
