/** 10^22 is the largest power of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

const TWO_53 = 2 ** 53;

/**
 * The decimal number written in `bytes[start, end)`, bit for bit what Number(text) gives, or NaN where the text is not
 * a decimal number: the empty text, hexadecimal, `inf` and `nan` are none.
 *
 * A number of at most 16 digits below 2^53, times or over a power of ten up to 10^22, is one correctly rounded
 * operation on two exact doubles (Clinger, 1990); everything else goes to Number() itself.
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

  if (significant > 16 || mantissa >= TWO_53 || exponent < -22 || exponent > 22)
    return Number(asciiText(bytes, start, end));
  const size = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
  return negative ? -size : size;
}

/** For text known to be ASCII and short: several times faster than a TextDecoder. */
function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
