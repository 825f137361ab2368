/** Two ends between which a function changes its sign. */
export interface Bracket {
  /** The end where the function is still positive or zero. */
  readonly lo: number;
  /** The end where it is negative. */
  readonly hi: number;
}

/**
 * Shrinks [lo, hi] around the sign change of a function that is >= 0 at `lo` and < 0 at `hi` (lo may exceed
 * hi) until the ends are `near` enough: by default, differ by at most 1e-13 of their size. Both ends returned
 * were evaluated, so either can be trusted. The ITP method (Oliveira and Takahashi, 2020) takes as few steps
 * as the secant method on smooth functions and at most one more than bisection on any.
 */
export function findSignChange(
  g: (x: number) => number,
  lo: number,
  hi: number,
  near: number | ((a: number, b: number) => boolean) = 1e-13,
): Bracket {
  let gLo = g(lo);
  let gHi = g(hi);
  if (!(gLo >= 0 && gHi < 0)) throw new Error(`internal: no sign change on [${lo}, ${hi}]: ${gLo}, ${gHi}`);
  const tolerance = typeof near === 'number' ? near : 2 ** -52;
  const resolution = () => tolerance * Math.max(Math.abs(lo), Math.abs(hi)) + Number.MIN_VALUE;
  const done = () => (typeof near === 'number' ? Math.abs(hi - lo) <= resolution() : near(lo, hi));
  const start = Math.abs(hi - lo);
  let budget = 2 * start;
  for (let step = 0; step < 2000 && !done(); step++) {
    const middle = lo + 0.5 * (hi - lo);
    if (middle === lo || middle === hi) break;
    const width = hi - lo;
    const finite = Number.isFinite(gLo) && Number.isFinite(gHi);
    const secant = finite ? lo + width * (gLo / (gLo - gHi)) : middle;
    // Stepping slightly past the estimate moves the far end too, once the secant has converged.
    const nudge = Math.max((0.2 * width * width) / start, 0.3 * resolution());
    const towards = Math.sign(middle - secant);
    let x = nudge <= Math.abs(middle - secant) ? secant + towards * nudge : middle;
    // Twice the width that bisection would have by now. Further from the middle, more steps than bisection's
    // could follow.
    budget *= 0.5;
    const radius = budget - 0.5 * Math.abs(width);
    if (Math.abs(x - middle) > radius) x = middle - towards * radius;
    if (x === lo || x === hi) x = middle;
    const gx = g(x);
    if (Number.isNaN(gx)) throw new Error(`internal: function is not a number at ${x}`);
    if (gx >= 0) {
      lo = x;
      gLo = gx;
    } else {
      hi = x;
      gHi = gx;
    }
  }
  return { lo, hi };
}

/**
 * The first whole number in (low, high] at which a condition holds that fails up to some number and holds
 * from there on; `high` where it holds at none before. Bisection; the condition is asked strictly between the
 * ends only, which are less than 2^31 apart.
 */
export function firstWhere(low: number, high: number, holds: (i: number) => boolean): number {
  let fails = low;
  let found = high;
  while (found - fails > 1) {
    const middle = fails + ((found - fails) >> 1);
    if (holds(middle)) found = middle;
    else fails = middle;
  }
  return found;
}

/**
 * The first index in (low, high] at which a rising array is at least `level`; `high` where no earlier one is.
 * The same bisection without a call for each question: curves are looked up millions of times.
 */
export function firstAtLeast(
  values: ArrayLike<number>,
  level: number,
  low = -1,
  high = values.length,
): number {
  let below = low;
  let found = high;
  while (found - below > 1) {
    const middle = below + ((found - below) >> 1);
    if (values[middle] >= level) found = middle;
    else below = middle;
  }
  return found;
}
