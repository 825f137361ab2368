/** 10^22 is the largest power of ten that a double holds exactly. */
export const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Multiplying by this splits a double into two halves of at most 26 bits (Dekker, 1971). */
const SPLITTER = 2 ** 27 + 1;

const HIGH_POWERS = POWERS.map(highHalf);
const LOW_POWERS = POWERS.map((power, i) => power - HIGH_POWERS[i]);

function highHalf(x: number): number {
  const scaled = SPLITTER * x;
  return scaled - (scaled - x);
}

/** Far more than the error of the quotient's correction, relative to half a unit in the last place. */
const DOUBT = 1 + 2 ** -24;

const TWO_53 = 2 ** 53;

/**
 * (`high` 10^`lowDigits` + `low`) / 10^`power`, correctly rounded, or NaN where that is not decided here: the
 * result lies too near the middle of two doubles. `high` and `low` have at most nine digits each, `lowDigits`
 * is at most 9 and `power` at most 22.
 *
 * The dividend is the exact sum of two doubles: `high` 10^`lowDigits` has at most 51 bits before its zeros.
 * The remainder of a division of doubles is a double, found by an exact product; divided again, it corrects
 * the quotient to twice the precision.
 */
export function decimalQuotient(high: number, low: number, lowDigits: number, power: number): number {
  const divisor = POWERS[power];
  const product = high * POWERS[lowDigits];
  const dividend = product + low;
  const first = dividend / divisor;
  if (dividend < TWO_53) return first;
  const lost = low - (dividend - product);
  const firstHigh = highHalf(first);
  const firstLow = first - firstHigh;
  const back = first * divisor;
  const backLost =
    firstHigh * HIGH_POWERS[power] -
    back +
    firstHigh * LOW_POWERS[power] +
    firstLow * HIGH_POWERS[power] +
    firstLow * LOW_POWERS[power];
  const correction = (dividend - back - backLost + lost) / divisor;
  const quotient = first + correction;
  const rest = correction - (quotient - first);
  return quotient + rest * DOUBT === quotient ? quotient : Number.NaN;
}
