import type { TradeOff } from '../../claims/index.ts';
import { exp, findSignChange, ln } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';

/** On which side of c the next count is taken into the growing set. */
export const LEFT = 0;
export const RIGHT = 1;

/**
 * A law p of the number of right guesses that no f-DP mechanism can beat for the order in which it was grown. With
 * y_i = i p_i / m and x_i = (c' - i + 1) p_{i-1} / ((k - 1) m), the sets { c } = T_1, T_2, ... take in one count after the other, next
 * below or next above, and each has y(T) = fBar(x(T)): a count taken from above finds its x given and sets its y, one taken from
 * below finds its y given and sets its x. The points lie on a concave curve, so Theorem 1 holds for every other set as well.
 */
export interface Growth {
  /** ln x(T_1), which makes the probabilities add up to 1. */
  readonly start: number;
  /** The largest set, from first to last. */
  readonly first: number;
  readonly last: number;
  /** Where T_2, T_3, ... came from. */
  readonly sides: Uint8Array;
  /** x(T_1), x(T_2), ... */
  readonly xs: Float64Array;
  /** p from first - 1 to last. */
  readonly law: Float64Array;
  /** The sum of p, and the part of it at c and above. */
  readonly mass: number;
  readonly tail: number;
}

/** What is left of a side, relative to what it has, when it is not followed any further. */
const NEGLIGIBLE = 1e-13;
/** Below this relative step, a difference of two values is less accurate than a slope in the middle. */
const SHORT = 1e-7;
/** A mass that is surely too much. */
const PLENTY = 1e3;
/** The smallest ln x(T_1) that is tried; the largest is 0. */
const LEAST = -690;

/** What growing needs to remember when its course is wanted, not only its mass. */
interface Course {
  readonly sides: number[];
  readonly xs: number[];
  readonly left: number[];
  readonly right: number[];
}

/**
 * The law whose total comes closest to 1 from below, with counts taken in as planned; beyond the plan, first from above. What is
 * missing can be spread like pure guessing, which breaks nothing.
 */
export function growTo1(observation: Observation, f: TradeOff, plan: Uint8Array, near?: number): Growth {
  const excess = (start: number) => ln(grow(observation, f, plan, start).mass);
  let [low, high] = [LEAST, 0];
  if (near !== undefined) {
    const width = 0.02 * (1 + Math.abs(near) / 30);
    if (near - width > LEAST && !(excess(near - width) >= 0)) low = near - width;
    if (near + width < 0 && excess(near + width) >= 0) high = near + width;
  }
  // However small x(T_1), the total exceeds 1: a smaller one would hardly change what is above c.
  if (low === LEAST && excess(LEAST) >= 0) return follow(observation, f, plan, LEAST);
  const start = excess(high) >= 0 ? findSignChange(excess, high, low, 1e-11).hi : high;
  return follow(observation, f, plan, start);
}

function follow(observation: Observation, f: TradeOff, plan: Uint8Array, start: number): Growth {
  const course: Course = { sides: [], xs: [], left: [], right: [] };
  const { mass, tail } = grow(observation, f, plan, start, course);
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

function grow(
  { m, k, guesses: cPrime, correct: c }: Observation,
  f: TradeOff,
  plan: Uint8Array,
  start: number,
  course?: Course,
): { mass: number; tail: number } {
  const perX = (k - 1) * m;
  let x = exp(start);
  let y = f.fBar(x);
  // T = [a, b]; the probabilities of a - 1, whose y is to be taken in next from below, and of b.
  let [a, b] = [c, c];
  let below = (x * perX) / (cPrime - c + 1);
  let above = (y * m) / c;
  let mass = below + above;
  let tail = above;
  course?.xs.push(x);
  course?.left.push(below);
  course?.right.push(above);
  for (let step = 0; course !== undefined || mass < PLENTY; step++) {
    // What is negligible and falls, falls for ever: the slope no longer changes, and the odds get worse on both sides.
    const slope = f.slope(x);
    const left = a > 1 && (below >= NEGLIGIBLE * mass || (k - 1) * (a - 1) > slope * (cPrime - a + 2));
    const right = b < cPrime && (above >= NEGLIGIBLE * tail || slope * (cPrime - b) > (k - 1) * (b + 1));
    if (!left && !right) break;
    const planned = step < plan.length ? plan[step] : right ? RIGHT : LEFT;
    const side = a === 1 ? RIGHT : b === cPrime ? LEFT : planned;
    if (side === LEFT) {
      a--;
      const rise = (a * below) / m;
      const run = runFor(f, slope, x, y, rise);
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
function riseFor(f: TradeOff, x: number, y: number, run: number): number {
  if (x + run >= 1) return Math.max(0, 1 - y);
  const short = run * f.slope(x + 0.5 * run);
  return short < SHORT * y ? short : Math.max(0, f.fBar(x + run) - y);
}

/** fBarInv(y + rise) - x. */
function runFor(f: TradeOff, slope: number, x: number, y: number, rise: number): number {
  if (y + rise >= 1) return Math.max(0, 1 - x);
  if (rise >= SHORT * y) return Math.max(0, f.fBarInv(y + rise) - x);
  const guess = rise / slope;
  return rise / f.slope(Math.min(1, x + 0.5 * guess));
}
