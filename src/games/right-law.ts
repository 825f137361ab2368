import {
  binomialLaw,
  type CountLaw,
  meanOfLaw,
  mixedBinomialLaw,
  mixedLaw,
  sumLaw,
  tailsOfLaw,
} from '../numerics/index.ts';
import type { Side, Sides } from '../types.ts';
import { bendsOf, betaNodes, kinks } from './beta-nodes.ts';
import { type GuessedCurve, shareRight, sharesRight, wrongAmong } from './share-right.ts';

/** The law of the number of right guesses. */
export interface RightLaw {
  readonly guesses: number;
  readonly law: CountLaw;
  readonly mean: number;
  /** P[at least so many right]. */
  atLeast(correct: number): number;
  /** The fewest right guesses with P[N <= them] >= level. */
  quantile(level: number): number;
}

/** The curves of the two orders: what is called in is judged by the one, what is called out by the other. */
export type GuessedCurves = Readonly<Record<Side, GuessedCurve>>;

/** How many guesses of so many call the highest scores in, the rest the lowest out. */
export function calledIn(guesses: number, sides: Sides): number {
  return sides === 'both' ? Math.ceil(guesses / 2) : sides === 'in' ? guesses : 0;
}

/**
 * The exact law of right guesses by rank in one run of m independent canaries, under the best attack. Given
 * the score at a cut, those beyond it are right independently, with the share of right ones there; how many
 * of all scores lie beyond it has a Beta law. `pieces` of eight nodes stand for each cut.
 */
export function lawOfRight(
  m: number,
  guesses: number,
  sides: Sides,
  curves: GuessedCurves,
  pieces: number,
): RightLaw {
  const top = calledIn(guesses, sides);
  const bottom = guesses - top;
  if (top > 0 && bottom > 0) return rightLaw(guesses, twoEnds(m, top, bottom, curves, pieces));
  if (guesses === m) return independent(m, 0.5);
  return rightLaw(
    guesses,
    oneEnd(guesses, guesses + 1, m - guesses, top > 0 ? curves.in : curves.out, pieces),
  );
}

/**
 * The law of the surest `guesses` of m choices. Given how sure the next one is they are right independently,
 * with the share right among all that are surer; how large a part of all these are has a Beta law.
 */
export function lawOfSurest(
  m: number,
  guesses: number,
  right: (share: number) => number,
  pieces: number,
): RightLaw {
  const { shares, weights } = betaNodes(guesses + 1, m - guesses, pieces, [], [[guesses, right]]);
  return rightLaw(guesses, mixedBinomialLaw(guesses, shares.map(right), weights));
}

/** The law of guesses that are right independently of each other, each with probability p. */
export function independent(guesses: number, p: number): RightLaw {
  return rightLaw(guesses, binomialLaw(guesses, p));
}

/** The right guesses of several independent runs together. */
export function lawOfRuns(one: RightLaw, runs: number): RightLaw {
  let power = one.law;
  let sum: CountLaw | null = null;
  for (let left = runs; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) sum = sum === null ? power : sumLaw(sum, power);
    if (left > 1) power = sumLaw(power, power);
  }
  return rightLaw(runs * one.guesses, sum ?? power);
}

/** The expected share of right guesses, which takes no law. */
export function expectedRight(
  m: number,
  guesses: number,
  sides: Sides,
  curves: GuessedCurves,
  pieces: number,
): number {
  const top = calledIn(guesses, sides);
  const end = (n: number, curve: GuessedCurve) => {
    if (n === 0) return 0;
    if (n === m) return n / 2;
    const { shares, weights } = betaNodes(n + 1, m - n, pieces, kinks(curve), []);
    return sharesRight(curve, shares).reduce((sum, right, i) => sum + n * weights[i] * right, 0);
  };
  return end(top, curves.in) + end(guesses - top, curves.out);
}

/**
 * The chance to find the candidate that went in among k, each with a score of its own: of the others the
 * surest would be called in with a false-positive rate that has the law Beta(1, k - 1), and the one that
 * went in is surer with probability fBar of that.
 */
export function rightAmong(k: number, curve: GuessedCurve, pieces: number): number {
  const { shares, weights } = betaNodes(1, k - 1, pieces, bendsOf(curve), []);
  return shares.reduce((sum, share, i) => sum + weights[i] * curve.fBar(share), 0);
}

export function rightLaw(guesses: number, law: CountLaw): RightLaw {
  const { from } = law;
  const tails = tailsOfLaw(law);
  return {
    guesses,
    law,
    mean: meanOfLaw(law),
    atLeast: (correct) =>
      correct <= from ? 1 : correct - from < tails.length ? Math.min(1, tails[correct - from]) : 0,
    quantile(level) {
      // The first with P[N > it] <= 1 - level.
      let i = 0;
      while (i + 1 < tails.length && tails[i + 1] > 1 - level) i++;
      return from + i;
    },
  };
}

/** n guesses beyond one cut, beyond which `room` times a share with the law Beta(a, b) of all scores lies. */
function oneEnd(n: number, a: number, b: number, curve: GuessedCurve, pieces: number, room = 1): CountLaw {
  const breaks = kinks(curve).map((share) => share / room);
  const right = (share: number) => shareRight(curve, room * share);
  const { shares, weights } = betaNodes(a, b, pieces, breaks, [[n, right]]);
  return mixedBinomialLaw(n, sharesRight(curve, shares, room), weights);
}

/**
 * With two canaries or more between the ends each end has a cut of its own. A single one is the cut of both;
 * where there is none the last canary that is called in is, and it is right with the odds of its own score.
 */
function twoEnds(m: number, top: number, bottom: number, curves: GuessedCurves, pieces: number): CountLaw {
  const between = m - top - bottom;
  const above = (share: number) => shareRight(curves.in, share);
  if (between > 1) {
    // Where the other cut lies nearby, it moves along with this one.
    const rest = (bottom + 1) / (bottom + between);
    const breaks = [...kinks(curves.in), ...kinks(curves.out).map((share) => 1 - share / rest)];
    const { shares, weights } = betaNodes(top + 1, m - top, pieces, breaks, [
      [top, above],
      [bottom, (share) => shareRight(curves.out, (1 - share) * rest)],
    ]);
    const right = sharesRight(curves.in, shares);
    const laws = shares.map((share, i) =>
      sumLaw(
        binomialLaw(top, right[i]),
        oneEnd(bottom, bottom + 1, between - 1, curves.out, pieces, 1 - share),
      ),
    );
    return mixedLaw(weights, laws);
  }
  const breaks = [...kinks(curves.out), ...kinks(curves.in).map((share) => 1 - share)];
  const beyond = top - 1 + between;
  const { shares, weights } = betaNodes(bottom + 1, beyond + 1, pieces, breaks, [
    [beyond, (share) => above(1 - share)],
    [bottom, (share) => shareRight(curves.out, share)],
  ]);
  const below = sharesRight(curves.out, shares);
  const laws = shares.map((share, i) => {
    const others = binomialLaw(beyond, above(1 - share));
    const first = between === 1 ? others : sumLaw(others, binomialLaw(1, rightAtCut(curves.in, 1 - share)));
    return sumLaw(first, binomialLaw(bottom, below[i]));
  });
  return mixedLaw(weights, laws);
}

/** How likely the canary at a cut is in, where a share of all scores lies above it. */
function rightAtCut(curve: GuessedCurve, share: number): number {
  const x = wrongAmong(curve, 2 * share);
  const odds = x === 0 ? Infinity : curve.slope(x);
  return odds === Infinity ? 1 : odds / (1 + odds);
}
