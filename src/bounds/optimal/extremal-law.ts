import { exp, findSignChange, ln } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';
import type { RisingCurve } from './quick-curve.ts';

/** On which side of c the next count is added to the set. */
export const LEFT = 0;
export const RIGHT = 1;

/**
 * A law p of the number of right guesses that uses all that the curve allows, for one order in which counts
 * are added to a set. With y_i = i p_i / m and x_i = (c' - i + 1) p_{i-1} / ((k - 1) m), the sets { c } =
 * T_1, T_2, ... gain one count at a time, the next below or the next above, and each has y(T) = fBar(x(T)).
 * For a count added above, x is known and decides y; for one added below, y is known and decides x. The
 * points lie on a concave curve, so Theorem 1 holds for every other set too: this is the law of some
 * mechanism with the curve f.
 */
export interface ExtremalLaw {
  /** ln x(T_1), which makes the probabilities add up to 1. */
  readonly start: number;
  /** The largest set, from first to last. */
  readonly first: number;
  readonly last: number;
  /** On which side T_2, T_3, ... gained their count. */
  readonly sides: Uint8Array;
  /** x(T_1), x(T_2), ... */
  readonly xs: Float64Array;
  /** p from first - 1 to last. */
  readonly law: Float64Array;
  /** The sum of p, and the part of it at c and above. */
  readonly mass: number;
  readonly tail: number;
}

/**
 * A side ends where its probability, relative to the sum so far, has fallen below this. If it rose again
 * further out, up to something that counts, x(T_1) would have to be known to more digits than there are.
 */
const NEGLIGIBLE = 1e-12;
/** Below this relative step, a difference of two values is less accurate than a slope in the middle. */
const SHORT = 1e-7;
/** A mass that is surely too much. */
const PLENTY = 4;
/** The smallest ln x(T_1) that is tried; the largest is 0. */
const LEAST = -690;

/** The sets and the probabilities on the way, where they are wanted besides the sums. */
interface Course {
  readonly sides: number[];
  readonly xs: number[];
  readonly left: number[];
  readonly right: number[];
}

/**
 * The extremal law whose sum comes closest to 1 from below, with counts added in the given order; beyond it,
 * first those above. What is missing to 1 can be spread like blind guessing, which every curve allows.
 */
export function extremalLaw(
  observation: Observation,
  f: RisingCurve,
  order: Uint8Array,
  near?: number,
): ExtremalLaw {
  const excess = (start: number) =>
    ln(Math.max(Number.MIN_VALUE, sumsFrom(observation, f, order, start).mass));
  const [low, high] = bracket(excess, near ?? typicalStart(observation), near === undefined ? 1 : 0.01);
  // However small x(T_1), the total exceeds 1: a smaller one would hardly change what is above c.
  if (low === LEAST && excess(LEAST) >= 0) return lawFrom(observation, f, order, LEAST);
  const close = (a: number, b: number) => Math.abs(a - b) <= START_TOLERANCE;
  const start = excess(high) >= 0 ? findSignChange(excess, high, low, close).hi : high;
  return lawFrom(observation, f, order, start);
}

/** How closely ln x(T_1) is found. */
const START_TOLERANCE = 1e-9;

/** ln x(T_1) for a probability of about 1 / (3 deviations) at c - 1. */
function typicalStart({ m, k, guesses: cPrime, correct: c }: Observation): number {
  const deviation = 1 + Math.sqrt(c * (1 - c / cPrime));
  return Math.min(-1, ln((cPrime - c + 1) / ((k - 1) * m * 3 * deviation)));
}

/** Ends around `near` between which a rising function passes 0, in steps that grow; LEAST and 0 at most. */
function bracket(excess: (start: number) => number, near: number, width: number): [number, number] {
  let [low, high] = [near, near];
  const below = !(excess(near) >= 0);
  for (let step = width; below ? high < 0 : low > LEAST; step *= 4) {
    if (below) {
      low = high;
      high = Math.min(0, near + step);
      if (excess(high) >= 0) break;
    } else {
      high = low;
      low = Math.max(LEAST, near - step);
      if (!(excess(low) >= 0)) break;
    }
  }
  return [low, high];
}

function lawFrom(observation: Observation, f: RisingCurve, order: Uint8Array, start: number): ExtremalLaw {
  const course: Course = { sides: [], xs: [], left: [], right: [] };
  const { mass, tail } = sumsFrom(observation, f, order, start, course);
  const { correct: c } = observation;
  return {
    start,
    first: c + 1 - course.left.length,
    last: c - 1 + course.right.length,
    sides: Uint8Array.from(course.sides),
    xs: Float64Array.from(course.xs),
    law: Float64Array.from([...course.left.reverse(), ...course.right]),
    mass,
    tail,
  };
}

/**
 * Adds counts one after the other from x(T_1) = e^start on; gives back the sum of p, and the part at c and
 * above.
 */
function sumsFrom(
  { m, k, guesses: cPrime, correct: c }: Observation,
  f: RisingCurve,
  order: Uint8Array,
  start: number,
  course?: Course,
): { mass: number; tail: number } {
  const perX = (k - 1) * m;
  let x = exp(start);
  let y = f.fBar(Math.min(1, x));
  // T = [a, b]; the probabilities of a - 1, whose y is to be taken in next from below, and of b.
  let [a, b] = [c, c];
  let below = (x * perX) / (cPrime - c + 1);
  let above = (y * m) / c;
  let mass = below + above;
  let tail = above;
  course?.xs.push(x);
  course?.left.push(below);
  course?.right.push(above);
  // Whether the side below has had a probability that counts.
  let counted = false;
  for (let step = 0; course !== undefined || mass < PLENTY; step++) {
    const counts = below >= NEGLIGIBLE * mass;
    counted ||= counts && a < c;
    const left = a > 1 && (counts || (!counted && (k - 1) * (a - 1) > f.slope(x) * (cPrime - a + 2)));
    const right = b < cPrime && (above >= NEGLIGIBLE * tail || f.slope(x) * (cPrime - b) > (k - 1) * (b + 1));
    if (!left && !right) break;
    const planned = step < order.length ? order[step] : right ? RIGHT : LEFT;
    const side = a === 1 ? RIGHT : b === cPrime ? LEFT : planned;
    if (side === LEFT) {
      a--;
      const rise = (a * below) / m;
      const run = runFor(f, x, y, rise);
      x += run;
      y += rise;
      below = (run * perX) / (cPrime - a + 1);
      mass += below;
    } else {
      const run = ((cPrime - b) * above) / perX;
      const rise = riseFor(f, x, y, run);
      x += run;
      y += rise;
      b++;
      above = (rise * m) / b;
      mass += above;
      tail += above;
    }
    course?.sides.push(side);
    course?.xs.push(x);
    if (side === LEFT) course?.left.push(below);
    else course?.right.push(above);
  }
  return { mass, tail };
}

/** fBar(x + run) - y. */
function riseFor(f: RisingCurve, x: number, y: number, run: number): number {
  if (x + run >= 1) return Math.max(0, 1 - y);
  // Below the smallest numbers a slope can be infinite.
  const short = run === 0 ? 0 : run * f.slope(x + 0.5 * run);
  return short < SHORT * y ? short : Math.max(0, f.fBar(x + run) - y);
}

/** fBarInv(y + rise) - x. */
function runFor(f: RisingCurve, x: number, y: number, rise: number): number {
  if (y + rise >= 1) return Math.max(0, 1 - x);
  if (rise >= SHORT * y) return Math.max(0, f.fBarInv(y + rise, x) - x);
  if (rise === 0) return 0;
  const guess = rise / f.slope(Math.min(1, x));
  return Math.min(1, rise / f.slope(Math.min(1, x + 0.5 * guess)));
}
