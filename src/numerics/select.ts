import { narrowed } from './narrow.ts';
import type { Random } from './random.ts';

/** So many values are narrowed down before any is copied. */
const LARGE = 1 << 17;

/**
 * The n-th largest value (n >= 1) of a typed array of numbers, in linear time; the array is left as it is.
 */
export function nthLargest(values: Float64Array, n: number): number {
  if (values.length < LARGE) return nthOf(values.slice(), n);
  const { few, rank } = narrowed(values, n);
  return nthOf(few, rank);
}

/** The same; the order of the values is changed. */
function nthOf(work: Float64Array, n: number): number {
  let left = 0;
  let right = work.length - 1;
  const target = work.length - n;
  while (left < right) {
    const pivot = medianOfThree(work[left], work[(left + right) >>> 1], work[right]);
    let i = left;
    let j = right;
    while (i <= j) {
      while (work[i] < pivot) i++;
      while (work[j] > pivot) j--;
      if (i <= j) {
        const swap = work[i];
        work[i] = work[j];
        work[j] = swap;
        i++;
        j--;
      }
    }
    if (target <= j) right = j;
    else if (target >= i) left = i;
    else break;
  }
  return work[target];
}

function medianOfThree(a: number, b: number, c: number): number {
  return a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
}

/**
 * Indices of the n largest values. Values that tie for the last places are drawn at random, so that the order
 * in which they stand in the array decides nothing.
 */
export function topIndices(values: Float64Array, n: number, random: Random): Uint32Array {
  const chosen = new Uint32Array(n);
  if (n === 0) return chosen;
  const threshold = nthLargest(values, n);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > threshold) chosen[count++] = i;
  // Reservoir sampling over the ties.
  const first = count;
  const places = n - first;
  let seen = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== threshold) continue;
    seen++;
    if (count < n) chosen[count++] = i;
    else {
      const place = random.integer(seen);
      if (place < places) chosen[first + place] = i;
    }
  }
  return chosen;
}
