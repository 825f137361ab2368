import { InvalidInput } from '../../errors.ts';
import type { Random } from '../../numerics/index.ts';

/** Canaries whose gradient is zero but for one coordinate, each its own. */
export interface DiracCanaries {
  /** The coordinate of each slot: a canary, or a candidate of a bucket. */
  readonly coordinates: Uint32Array;
  /** 1 where the slot's record is in the data. */
  readonly present: Uint8Array;
  /** The norm of the gradient before clipping, in units of the clip norm. */
  readonly size: number;
}

/**
 * Which slots an assignment fills: slot i for canary i that is in, or slot k i + j for candidate j of bucket
 * i.
 */
export function presentSlots(assignment: ArrayLike<number>, k: number): Uint8Array {
  if (k === 2) return Uint8Array.from(assignment);
  const present = new Uint8Array(assignment.length * k);
  for (let i = 0; i < assignment.length; i++) present[i * k + assignment[i]] = 1;
  return present;
}

/** Throws unless every canary or candidate can have a coordinate of its own. */
export function checkRoom(count: number, dimension: number): void {
  if (count > dimension)
    throw new InvalidInput(
      `invalid canaries; each needs a coordinate of its own, and the model has ${dimension}: ${count}`,
    );
}

/**
 * So many different coordinates out of `dimension`, drawn uniformly (Fisher and Yates, on a sparse array).
 */
export function drawCoordinates(count: number, dimension: number, random: Random): Uint32Array {
  checkRoom(count, dimension);
  const moved = new Map<number, number>();
  return Uint32Array.from({ length: count }, (_, i) => {
    const at = i + random.integer(dimension - i);
    const drawn = moved.get(at) ?? at;
    moved.set(at, moved.get(i) ?? i);
    return drawn;
  });
}
