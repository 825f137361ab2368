import { InvalidInput } from '../errors.ts';

/** p-values below this are not told apart, and at levels below it nothing is rejected: near the end of the doubles rounding has no direction. */
export const SMALLEST_TAU = 1e-300;

/** Throws unless tau is a significance level. */
export function checkTau(tau: number): void {
  if (!(tau > 0 && tau < 1)) throw new InvalidInput(`invalid tau; must be in (0, 1): ${tau}`);
}
