import { exp, ln } from '../numerics/index.ts';

/** One order of two neighbours, as far as right guesses depend on it: in against out, or the reverse. */
export interface GuessedCurve {
  /** How likely an event is with the canary as it is guessed, where it has probability x otherwise. */
  fBar(x: number): number;
  slope(x: number): number;
  /** Where a piecewise linear fBar bends, and where another one is not smooth. */
  readonly bends?: readonly number[];
  readonly turns?: readonly number[];
}

/** The smallest probability that is told from 0. */
const LEAST = ln(1e-300);
const MOST_STEPS = 200;

/**
 * The best attack on independent canaries calls the surest ones alike. Of each two canaries, one in and one
 * out, a number s is called so: x of the wrong kind and fBar(x) of the right one, x + fBar(x) = s. Newton's
 * method on logarithms, held between two ends; `near` is where it starts.
 */
export function wrongAmong({ fBar, slope }: GuessedCurve, s: number, near?: number): number {
  if (s <= fBar(0)) return 0;
  let [low, high] = [LEAST, ln(Math.min(1, s / 2))];
  let t = near !== undefined && near > 0 ? Math.min(high, Math.max(low, ln(near))) : high;
  for (let step = 0; step < MOST_STEPS; step++) {
    const x = exp(t);
    const reached = x + fBar(x);
    if (reached >= s) high = t;
    else low = t;
    // fBar is concave, so x slope(x) <= fBar(x); a slope beyond that, rounded near 0, would end the search.
    const next = t + ln(s / reached) * Math.max(1, reached / (x * (1 + slope(x))));
    const moved = next > low && next < high ? next : 0.5 * (low + high);
    // Newton's steps square the error.
    if (Math.abs(moved - t) < 1e-7) return exp(moved);
    t = moved;
  }
  return exp(t);
}

/** The share of right guesses where the surest `share` of all canaries are called alike. */
export function shareRight(curve: GuessedCurve, share: number): number {
  if (share >= 1) return 0.5;
  return share > 0 ? 1 - wrongAmong(curve, 2 * share) / (2 * share) : 1;
}

/** The same for shares in rising order, each `room` times as large. */
export function sharesRight(curve: GuessedCurve, shares: readonly number[], room = 1): number[] {
  // The next x lies about where the line through the last two logarithms leads.
  let [before, last] = [
    { s: 0, x: 0 },
    { s: 0, x: 0 },
  ];
  return shares.map((share) => {
    const s = 2 * room * share;
    const rise = before.x > 0 ? ln(last.x / before.x) / ln(last.s / before.s) : 1;
    const x = wrongAmong(curve, s, last.x > 0 ? last.x * exp(rise * ln(s / last.s)) : 0);
    [before, last] = [last, { s, x }];
    return 1 - x / s;
  });
}
