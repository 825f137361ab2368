/** 10^22 is the largest power of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

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
 * A number of at most 16 digits below 2^53, times or over a power of ten up to 10^22, is one correctly
 * rounded operation on two exact doubles (Clinger, 1990); everything else goes to Number() itself.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const negative = bytes[at] === 0x2d;
  if (at < end && (negative || bytes[at] === 0x2b)) at++;

  let mantissa = 0;
  let digits = 0;
  let significant = 0;
  let exponent = 0;
  let inFraction = false;
  for (; at < end; at++) {
    const digit = bytes[at] - 0x30;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digits++;
      if (mantissa > 0) significant++;
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

  if (significant > 16 || mantissa >= TWO_53 || exponent < -22 || exponent > 22) {
    const text = asciiText(bytes, start, end);
    const integer = exponent === 0 ? integerOf(text) : null;
    return integer === null || isExact(integer) ? Number(text) : Number.NaN;
  }
  const size = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
  return negative ? -size : size;
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
