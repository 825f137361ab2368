export interface Bracket {
  /** The end where the function is still positive or zero. */
  readonly lo: number;
  /** The end where it is negative. */
  readonly hi: number;
}

/**
 * Shrinks [lo, hi] around the sign change of a function that is >= 0 at `lo` and < 0 at `hi` (lo may exceed hi)
 * until the ends are `near` enough: by default, differ by at most 1e-13 of their size. Both ends returned were evaluated, so either can be trusted.
 * The ITP method (Oliveira and Takahashi, 2020): as few steps as the secant, never more than bisection plus one.
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
    // Step past the estimate by a hair, so that the far end moves too once the secant has converged.
    const nudge = Math.max((0.2 * width * width) / start, 0.3 * resolution());
    const towards = Math.sign(middle - secant);
    let x = nudge <= Math.abs(middle - secant) ? secant + towards * nudge : middle;
    // What bisection would have left by now, doubled: straying further from the middle could cost a step too many.
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
