import { InvalidInput } from '../../errors.ts';
import { findSignChange } from '../../numerics/index.ts';

/**
 * What a value leaves of the target, the logarithm of a ratio, negative where it spends more; or why there is
 * no curve to tell.
 */
export type Room = number | InvalidInput;

type RoomAt = (t: number) => Room;

/** The room at t, which grows with the loss of privacy: on coarse curves, and on exact ones. */
export interface Rooms {
  readonly rough: RoomAt;
  readonly exact: RoomAt;
  /** So little room that it is not worth another curve. */
  readonly little: number;
  /** What is to stay small, in words. */
  readonly what: string;
}

/** Relative width of the answer, well below what is printed. */
const TOLERANCE = 2e-7;

/** A larger count than anyone has. */
const MOST_COUNT = 2 ** 40;

/**
 * The largest t with room, up to `most`: in growing strides away from a guess on coarse curves, then in a few
 * steps on exact ones. Curves that cannot be computed are taken to lie on the far side, where privacy is
 * lost; if the answer does too, there is none.
 */
export function largestValue({ rough, exact, little, what }: Rooms, guess: number, most: number): number {
  const [low, high] = bracket(rough, guess, most, 1.02, what);
  if (low === most) return most;
  const { lo, hi } = findSignChange(asNumber(rough), low, high, 1e-3);
  const slope = (asNumber(rough)(hi) - asNumber(rough)(lo)) / (hi - lo);
  const near = Number.isFinite(slope) ? newton(exact, lo, slope, little, most) : null;
  if (near !== null) return near;
  const [least, less] = bracket(exact, lo, most, 1.0005, what);
  if (least === most) return most;
  return findSignChange(asNumber(exact), least, less, TOLERANCE).lo;
}

/** The most curves that Newton's steps may take. */
const MOST_STEPS = 5;

/**
 * A t with little room, by steps along the slope that coarse curves have and then along that of the last two
 * exact ones; null where a few do not lead there.
 */
function newton(
  exact: RoomAt,
  start: number,
  firstSlope: number,
  little: number,
  most: number,
): number | null {
  let [t, slope] = [start, firstSlope];
  let last: { t: number; room: number } | null = null;
  for (let step = 0; step < MOST_STEPS; step++) {
    const room = exact(t);
    if (typeof room !== 'number' || !Number.isFinite(room)) return null;
    if (room >= 0 && (room <= little || t === most)) return t;
    if (last !== null && t !== last.t) slope = (room - last.room) / (t - last.t);
    if (!(slope < 0)) return null;
    last = { t, room };
    // To the middle of what is little.
    t = Math.min(most, t - (room - 0.5 * little) / slope);
    if (!(t > 0)) return null;
  }
  return null;
}

/**
 * The largest whole t >= 1 with room, of a parameter that counts: found as if it were any number, then
 * rounded.
 */
export function largestWhole(
  { rough, exact, what }: Omit<Rooms, 'little'>,
  guess: number,
  counted: string,
): number {
  const first = exact(1);
  if (first instanceof InvalidInput) throw first;
  if (first < 0)
    throw new InvalidInput(
      `cannot calibrate; not even one ${counted.replace(/s$/, '')} keeps ${what} that small`,
    );
  const sameWhole = (a: number, b: number) => Math.floor(a) + 1 >= Math.floor(b);
  // On coarse curves even 1 may seem too much: then the exact ones start from there.
  const [nearly] = hasRoom(rough(1)) ? bracket(rough, Math.max(1, guess), MOST_COUNT, 1.1, what) : [1];
  const [low, high] = bracket(exact, Math.max(1, Math.floor(nearly)), MOST_COUNT, 1.02, what);
  if (low === MOST_COUNT)
    throw new InvalidInput(`cannot calibrate; any number of ${counted} keeps ${what} that small`);
  const { lo, hi } = findSignChange(asNumber(exact), low, Math.max(high, low + 1), sameWhole);
  // One whole number may lie between the two ends without having been asked for.
  const next = Math.floor(lo) + 1;
  return next < hi && hasRoom(exact(next)) ? next : Math.floor(lo);
}

/** The refusal of a target that cannot be missed. */
export function everyValueKeeps(what: string): InvalidInput {
  return new InvalidInput(`cannot calibrate; every value of the parameter keeps ${what} that small`);
}

function hasRoom(room: Room): boolean {
  return typeof room === 'number' && room >= 0;
}

function asNumber(roomAt: RoomAt): (t: number) => number {
  return (t) => {
    const room = roomAt(t);
    return typeof room === 'number' ? room : -Infinity;
  };
}

/** A t with room and a larger one without; both `most` where even that has room. */
function bracket(roomAt: RoomAt, start: number, most: number, step: number, what: string): [number, number] {
  let low = Math.min(start, most);
  let high = low;
  let factor = step;
  let room = roomAt(low);
  if (hasRoom(room)) {
    while (high < most) {
      low = high;
      high = Math.min(high * factor, most);
      factor *= 1.6;
      if (!hasRoom(roomAt(high))) return computable(roomAt, low, high);
      if (high > 1e90) throw everyValueKeeps(what);
    }
    return [most, most];
  }
  let refusal: InvalidInput | null = null;
  for (;;) {
    if (room instanceof InvalidInput) refusal = room;
    if (low < 1e-90)
      throw (
        refusal ?? new InvalidInput(`cannot calibrate; no value of the parameter keeps ${what} that small`)
      );
    high = low;
    low /= factor;
    factor *= 1.6;
    room = roomAt(low);
    if (hasRoom(room)) return computable(roomAt, low, high);
  }
}

/** Draws the far end in to where there is a curve. If the answer lies where there is none, that is said. */
function computable(roomAt: RoomAt, low: number, high: number): [number, number] {
  let [near, far] = [low, high];
  let farRoom = roomAt(far);
  for (let i = 0; i < 4 && farRoom instanceof InvalidInput; i++) {
    const middle = Math.sqrt(near * far);
    const room = roomAt(middle);
    if (hasRoom(room)) near = middle;
    else [far, farRoom] = [middle, room];
  }
  if (farRoom instanceof InvalidInput) throw farRoom;
  return [near, far];
}
