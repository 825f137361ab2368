import { exp, firstWhere, ln } from '../../../numerics/index.ts';
import type { PlanOptions } from '../request.ts';

/** A plan's options before its number of canaries is known. */
export type SizelessOptions = Omit<PlanOptions, 'm'>;

/** The numbers of canaries that are tried: a grid that doubles in three steps, up to 2e7. */
const SIZES: readonly number[] = [
  ...Array.from({ length: 60 }, (_, i) => Number(exp(ln(20) + (i * Math.LN2) / 3).toPrecision(2))),
  2e7,
];

/** Sizes are at most four times as large as the last that was not enough: large ones take longer. */
const STRIDE = 6;

/** The sizes of the grid, up to a largest one, with room for the number of guesses where one is stated. */
export function sizesToTry({ guesses = 0 }: SizelessOptions, most = Infinity): readonly number[] {
  return SIZES.filter((m) => m >= guesses && m <= most);
}

/**
 * The index of the first size that is enough; null where none is. Sizes up to `unsteady`, where a larger one
 * may not be enough though a smaller one is, are asked one by one; beyond, in growing strides to a size that
 * is enough, then back to the first.
 */
export function firstEnough(
  sizes: readonly number[],
  isEnough: (m: number) => boolean,
  unsteady = 0,
): number | null {
  const last = sizes.length - 1;
  let [low, high] = [-1, 0];
  while (!isEnough(sizes[high])) {
    if (high >= last) return null;
    low = high;
    high = sizes[high] <= unsteady ? high + 1 : Math.min(last, high + Math.min(high + 2, STRIDE));
  }
  return firstWhere(low, high, (i) => isEnough(sizes[i]));
}
