import { exp, firstWhere, ln } from '../../../numerics/index.ts';
import type { PlanOptions } from '../request.ts';

/** A plan's options before its number of canaries is known. */
export type SizelessOptions = Omit<PlanOptions, 'm'>;

/** The numbers of canaries that are tried: a grid that doubles in three steps, up to 2e7. */
const SIZES: readonly number[] = [
  ...Array.from({ length: 60 }, (_, i) => Number(exp(ln(20) + (i * Math.LN2) / 3).toPrecision(2))),
  2e7,
];

/** The sizes of the grid that have room for a number of guesses, where one is stated. */
export function sizesToTry({ guesses = 0 }: SizelessOptions): readonly number[] {
  return SIZES.filter((m) => m >= guesses);
}

/**
 * The index of the first size that is enough; null where none is. In growing strides to a size that is, then
 * back to the first.
 */
export function firstEnough(sizes: readonly number[], isEnough: (m: number) => boolean): number | null {
  const last = sizes.length - 1;
  let [low, high] = [-1, 0];
  while (!isEnough(sizes[high])) {
    if (high >= last) return null;
    low = high;
    high = Math.min(last, 2 * high + 2);
  }
  return firstWhere(low, high, (i) => isEnough(sizes[i]));
}
