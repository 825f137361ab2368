import { InvalidInput } from '../../errors.ts';
import { findSignChange } from '../../numerics/index.ts';

/**
 * What a value leaves of the target epsilon, negative where it spends more; or why there is no curve to tell.
 */
export type Room = number | InvalidInput;

type RoomAt = (t: number) => Room;

/** The room at t, which grows with the loss of privacy: on coarse curves, and on exact ones. */
export interface Rooms {
  readonly rough: RoomAt;
  readonly exact: RoomAt;
}

/** Relative width of the answer, well below what is printed. */
const TOLERANCE = 2e-7;

/** A larger count than anyone has. */
const MOST_COUNT = 2 ** 40;

/**
 * The largest t with room, up to `most`: in growing strides away from a guess, first on coarse curves, then a
 * short way on exact ones. Curves that cannot be computed are taken to lie on the far side, where privacy is
 * lost; if the answer does too, there is none.
 */
export function largestValue({ rough, exact }: Rooms, guess: number, most: number): number {
  const [low, high] = bracket(rough, guess, most, 1.02);
  if (low === most) return most;
  const nearly = findSignChange(asNumber(rough), low, high, 1e-4).lo;
  const [least, less] = bracket(exact, nearly, most, 1.0005);
  if (least === most) return most;
  return findSignChange(asNumber(exact), least, less, TOLERANCE).lo;
}

/**
 * The largest whole t >= 1 with room, of a parameter that counts: found as if it were any number, then
 * rounded.
 */
export function largestWhole({ rough, exact }: Rooms, guess: number, counted: string): number {
  const first = exact(1);
  if (first instanceof InvalidInput) throw first;
  if (first < 0)
    throw new InvalidInput(
      `cannot calibrate; not even one ${counted.replace(/s$/, '')} keeps epsilon that small`,
    );
  const sameWhole = (a: number, b: number) => Math.floor(a) + 1 >= Math.floor(b);
  // On coarse curves even 1 may seem too much: then the exact ones start from there.
  const [nearly] = hasRoom(rough(1)) ? bracket(rough, Math.max(1, guess), MOST_COUNT, 1.1) : [1];
  const [low, high] = bracket(exact, Math.max(1, Math.floor(nearly)), MOST_COUNT, 1.02);
  if (low === MOST_COUNT)
    throw new InvalidInput(`cannot calibrate; any number of ${counted} keeps epsilon that small`);
  return Math.floor(findSignChange(asNumber(exact), low, Math.max(high, low + 1), sameWhole).lo);
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
function bracket(roomAt: RoomAt, start: number, most: number, step: number): [number, number] {
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
      if (high > 1e90)
        throw new InvalidInput('cannot calibrate; every value of the parameter keeps epsilon that small');
    }
    return [most, most];
  }
  let refusal: InvalidInput | null = null;
  for (;;) {
    if (room instanceof InvalidInput) refusal = room;
    if (low < 1e-90)
      throw (
        refusal ?? new InvalidInput('cannot calibrate; no value of the parameter keeps epsilon that small')
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
