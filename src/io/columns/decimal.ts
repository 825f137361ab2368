import { isExact } from './number.ts';

/** A decimal that no double tells apart from others: `unscaled` over ten to the power of `scale`. */
export interface LongDecimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** The largest power of ten that a double holds exactly. */
const LARGEST_POWER = 22;

/**
 * The decimal `unscaled` / 10^`scale`, correctly rounded as a number in a text is. Where its digits, without
 * zeros at the end, come to more than 2^53, it is handed on as it is written: others would round to the same
 * number.
 */
export function decimalOf(unscaled: bigint, scale: number): number | bigint | LongDecimal {
  let [digits, power] = [unscaled, scale];
  if (!isExact(digits)) {
    while (power > 0 && digits % 10n === 0n) {
      digits /= 10n;
      power--;
    }
    if (!isExact(digits)) return scale === 0 ? unscaled : { unscaled, scale };
  }
  return power <= LARGEST_POWER ? Number(digits) / Number(`1e${power}`) : Number(`${digits}e-${power}`);
}

export function isLongDecimal(value: unknown): value is LongDecimal {
  return typeof value === 'object' && value !== null && 'unscaled' in value;
}
