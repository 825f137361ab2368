import { decimalQuotient, POWERS } from './quotient.ts';

const TWO_53 = 2 ** 53;
const BIG_53 = 2n ** 53n;

/** A longer text is a number beyond all doubles, or of nothing but zeros. */
const LONGEST_INTEGER = 400;

/**
 * A whole number, written as digits alone, that may be beyond 2^53 and rounded as a double; null for all
 * others.
 */
export function integerOf(text: string): bigint | null {
  if (text.length < 16 || text.length > LONGEST_INTEGER || !/^[+-]?\d+$/.test(text)) return null;
  return Math.abs(Number(text)) < TWO_53 ? null : BigInt(text);
}

/**
 * The decimal number written in `bytes[start, end)`, bit for bit what Number(text) gives, or NaN where the
 * text is not a decimal number: the empty text, hexadecimal, `inf` and `nan` are none, nor are digits alone
 * that a double rounds.
 *
 * A number of at most 18 digits over a power of ten up to 10^22 is one or two divisions (`decimalQuotient`);
 * one below 2^53 times such a power is one multiplication of exact doubles (Clinger, 1990); everything else
 * goes to Number() itself.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const negative = bytes[at] === 0x2d;
  if (at < end && (negative || bytes[at] === 0x2b)) at++;

  // The first nine significant digits, and those behind.
  let high = 0;
  let low = 0;
  let highDigits = 0;
  let lowDigits = 0;
  let digits = 0;
  let exponent = 0;
  let inFraction = false;
  for (; at < end; at++) {
    const digit = bytes[at] - 0x30;
    if (digit >= 0 && digit <= 9) {
      if (highDigits < 9) {
        high = high * 10 + digit;
        if (high > 0) highDigits++;
      } else {
        low = low * 10 + digit;
        lowDigits++;
      }
      digits++;
      if (inFraction) exponent--;
    } else if (bytes[at] === 0x2e && !inFraction) inFraction = true;
    else break;
  }
  if (digits === 0) return Number.NaN;

  if (at < end) {
    if ((bytes[at] | 0x20) !== 0x65) return Number.NaN;
    at++;
    const down = bytes[at] === 0x2d;
    if (at < end && (down || bytes[at] === 0x2b)) at++;
    if (at === end) return Number.NaN;
    let shift = 0;
    for (; at < end; at++) {
      const digit = bytes[at] - 0x30;
      if (!(digit >= 0 && digit <= 9)) return Number.NaN;
      shift = shift * 10 + digit;
    }
    exponent += down ? -shift : shift;
  }

  const size = lowDigits <= 9 ? scaled(high, low, lowDigits, exponent) : Number.NaN;
  if (!Number.isNaN(size)) return negative ? -size : size;
  const text = asciiText(bytes, start, end);
  const integer = exponent === 0 ? integerOf(text) : null;
  return integer === null || isExact(integer) ? Number(text) : Number.NaN;
}

/** (`high` 10^`lowDigits` + `low`) 10^`exponent`, or NaN where Number() has to tell. */
function scaled(high: number, low: number, lowDigits: number, exponent: number): number {
  if (exponent < 0) return exponent < -22 ? Number.NaN : decimalQuotient(high, low, lowDigits, -exponent);
  const mantissa = high * POWERS[lowDigits] + low;
  return mantissa < TWO_53 && exponent <= 22 ? mantissa * POWERS[exponent] : Number.NaN;
}

/** Whether a double holds this whole number; beyond 2^53 some are rounded. */
export function isExact(value: bigint): boolean {
  return value >= -BIG_53 && value <= BIG_53;
}

/**
 * For text known to be ASCII and short: several times faster than a TextDecoder, eight characters at a time.
 */
function asciiText(bytes: Uint8Array, start: number, end: number): string {
  const code = String.fromCharCode;
  let text = '';
  let at = start;
  for (; at + 8 <= end; at += 8)
    text += code(
      bytes[at],
      bytes[at + 1],
      bytes[at + 2],
      bytes[at + 3],
      bytes[at + 4],
      bytes[at + 5],
      bytes[at + 6],
      bytes[at + 7],
    );
  for (; at < end; at++) text += code(bytes[at]);
  return text;
}
