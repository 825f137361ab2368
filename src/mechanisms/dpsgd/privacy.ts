import { checkPositive, checkShare, checkWhole } from '../../check.ts';
import { printClaim } from '../../claims/index.ts';

/** The parameters of DP-SGD that decide its privacy. */
export interface Privacy {
  /** The noise multiplier: standard deviation over clip norm. */
  readonly noise: number;
  /** The probability that a record comes into a batch. */
  readonly rate: number;
  readonly steps: number;
  /** The largest norm of one record's gradient. */
  readonly clip: number;
}

export function checkPrivacy({ noise, rate, steps, clip }: Privacy): void {
  checkPositive('noise', noise);
  checkShare('rate', rate);
  checkWhole('steps', steps, 1);
  checkPositive('clip', clip);
}

/** The claim that DP-SGD makes after so many steps, in the claim grammar. */
export function dpsgdClaim({ noise, rate }: Privacy, steps: number): string {
  return printClaim({ name: 'dpsgd', relation: 'add-remove', parameters: { noise, rate, steps } });
}
