import { exp, findSignChange, firstWhere, lawByRatios, ln } from '../numerics/index.ts';
import { type RightLaw, rightLaw } from './right-law.ts';

/** Independent runs with a canary and without it, and how many of all a threshold calls in. */
export interface Calls {
  readonly inside: number;
  readonly outside: number;
  readonly calledIn: number;
}

/**
 * The law of right calls, given how many runs are called in, where a run with the canary is called in with
 * probability fBar(x) and one without it with probability x: Fisher's noncentral hypergeometric law, which
 * depends on the ratio of their odds alone. x is taken where so many are called in on average.
 */
export function lawOfCalls({ inside, outside, calledIn }: Calls, fBar: (x: number) => number): RightLaw {
  const runs = inside + outside;
  const [least, most] = [Math.max(0, calledIn - outside), Math.min(calledIn, inside)];
  const rightWith = (found: number) => outside - calledIn + 2 * found;
  const odds = least === most ? Infinity : oddsRatio({ inside, outside, calledIn }, fBar);
  if (odds === Infinity) return rightLaw(runs, { from: rightWith(most), chances: Float64Array.of(1) });
  const ratio = (found: number) =>
    (((inside - found) * (calledIn - found)) / ((found + 1) * (outside - calledIn + found + 1))) * odds;
  const mode = firstWhere(least - 1, most, (found) => ratio(found) < 1);
  const found = lawByRatios(mode, least, most, ratio);
  const chances = new Float64Array(2 * found.chances.length - 1);
  found.chances.forEach((p, i) => {
    chances[2 * i] = p;
  });
  return rightLaw(runs, { from: rightWith(found.from), chances });
}

/** Beyond this ratio no call is wrong that could be right. */
const LARGEST = 1e15;
/** The smallest probability that is told from 0. */
const LEAST = ln(1e-300);

function oddsRatio({ inside, outside, calledIn }: Calls, fBar: (x: number) => number): number {
  // By the logarithm of x, which may be small.
  const missing = (t: number) => calledIn - outside * exp(t) - inside * fBar(exp(t));
  if (!(missing(LEAST) > 0)) return Infinity;
  const x = exp(findSignChange(missing, LEAST, 0, 1e-12).lo);
  const y = fBar(x);
  const odds = (y / (1 - y)) * ((1 - x) / x);
  return odds < LARGEST ? odds : Infinity;
}
