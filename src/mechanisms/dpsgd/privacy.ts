import { printClaim } from '../../claims/index.ts';
import { positive, share, whole } from '../check.ts';

/** What a private training promises. */
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
  positive('noise', noise);
  share('rate', rate);
  whole('steps', steps, 1);
  positive('clip', clip);
}

/** The claim after so many steps, as it is written everywhere. */
export function claimOf({ noise, rate }: Privacy, steps: number): string {
  return printClaim({ name: 'dpsgd', relation: 'add-remove', parameters: { noise, rate, steps } });
}
