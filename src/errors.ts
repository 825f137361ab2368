import { quoted } from './quote.ts';

/** What the user gave cannot be used. The message is one sentence that names the thing, the rule and the value. */
export class InvalidInput extends Error {
  override name = 'InvalidInput';

  /** What a message quotes is cut where it is quoted; this is for what was overlooked. */
  constructor(message: string) {
    super(quoted(message, 2000));
  }
}

/** A claim or family that cannot be read; `column` counts from 1. */
export class InvalidClaim extends InvalidInput {
  override name = 'InvalidClaim';
  readonly column: number;

  constructor(problem: string, column: number) {
    super(`invalid claim; ${problem} (column ${column})`);
    this.column = column;
  }
}
