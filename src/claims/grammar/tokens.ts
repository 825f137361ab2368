import { InvalidClaim } from '../../errors.ts';
import { quoted } from '../../quote.ts';

const NUMBER = /0[xX][\da-fA-F]+|[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z][A-Za-z_-]*/y;
/** The most characters of a claim. */
const LONGEST = 1_000_000;

/**
 * The text of a claim, read from left to right: names, numbers and single symbols, spaces between them
 * skipped.
 */
export class Tokens {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    if (text.length > LONGEST)
      throw new InvalidClaim(`must have at most ${LONGEST} characters: ${text.length}`, LONGEST + 1);
    this.text = text;
  }

  /** Where the next token starts, from 1. */
  get column(): number {
    this.skipSpaces();
    return this.at + 1;
  }

  /** The next character, '' at the end. */
  peek(): string {
    this.skipSpaces();
    return this.text.charAt(this.at);
  }

  /** Whether the next character is this symbol, which is then read. */
  take(symbol: string): boolean {
    if (this.peek() !== symbol) return false;
    this.at++;
    return true;
  }

  /** The next name, or null where none starts here. */
  name(): string | null {
    return this.match(NAME);
  }

  /** The next number: a decimal or a quotient of two. */
  number(): number {
    const value = this.decimal();
    if (!this.take('/')) return value;
    return value / this.decimal();
  }

  /** Goes back to a token that starts at a column. */
  rewind(column: number): void {
    this.at = column - 1;
  }

  /** What is wrong with the next token. */
  error(problem: string): InvalidClaim {
    return new InvalidClaim(problem, this.column);
  }

  private decimal(): number {
    const { column } = this;
    const digits = this.match(NUMBER);
    if (digits === null)
      throw this.error(`a number must stand here${this.peek() === '' ? '' : `, not '${this.peek()}'`}`);
    // Adding 0 turns -0 into 0.
    const value = Number(digits.replaceAll('_', '')) + 0;
    if (!Number.isFinite(value)) throw new InvalidClaim(`number out of range: ${quoted(digits)}`, column);
    return value;
  }

  private match(pattern: RegExp): string | null {
    this.skipSpaces();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  private skipSpaces(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at++;
  }
}
