import { quoted } from './quote.ts';

/**
 * What the user gave cannot be used. The message is one sentence that names the thing, the rule and the
 * value.
 */
export class InvalidInput extends Error {
  override name = 'InvalidInput';
  /**
   * The options that help, named as in the library (`atLeast`). Messages name them in words; a command line
   * adds flags.
   */
  readonly options: readonly string[];

  /** Values are shortened where a message quotes them; the limit here catches what was overlooked. */
  constructor(message: string, options: readonly string[] = []) {
    super(quoted(message, 2000));
    this.options = options;
  }
}

/** A claim or family that cannot be read; `column` counts from 1. */
export class InvalidClaim extends InvalidInput {
  override name = 'InvalidClaim';
  readonly column: number;

  constructor(problem: string, column: number, options: readonly string[] = []) {
    super(`invalid claim; ${problem} (column ${column})`, options);
    this.column = column;
  }
}
