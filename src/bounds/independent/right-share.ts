import { oneOrder, type TradeOff } from '../../claims/index.ts';
import { type GuessedCurve, wrongAmong } from '../../games/index.ts';
import type { Observation } from '../../types.ts';

/** The curve that decides how often guesses are right, and the share of all canaries that it is asked at. */
export interface GuessedPair {
  readonly curve: GuessedCurve;
  /** Of the surest s of all canaries all are called one thing, or half of them each. */
  readonly perSide: 1 | 0.5;
}

/** With all guesses on one side the curve of that order, else that of an order which a fair coin decides. */
export function guessedPair({ sides, m, guesses }: Observation, f: TradeOff): GuessedPair {
  if (sides !== undefined) return { curve: guesses === m ? NOTHING : oneOrder(f, sides), perSide: 1 };
  return { curve: f.fairOrder?.() ?? f, perSide: 0.5 };
}

/** Where all canaries are called one thing their scores say nothing. */
const NOTHING: GuessedCurve = { fBar: (x) => x, slope: () => 1 };

/** How often a guess is right, and wrong. */
export interface Chance {
  readonly right: number;
  readonly wrong: number;
}

/** Covers the rounding of a sum, a quotient and their difference. */
const ROUNDING = 1e-15;
const [SETTLED, MOST_STEPS] = [1e-13, 60];

/**
 * How often the guesses are right among the surest `share` of all canaries, never too small: of the wrong
 * ones x with x + fBar(x) = s no more are counted than that equation allows, and fBar is rounded up.
 */
export function chanceWithin({ curve, perSide }: GuessedPair, share: number): Chance {
  const s = 2 * perSide * share;
  const { fBar, slope } = curve;
  let x = wrongAmong(curve, s);
  // Two steps or three, and more where a curve has ended, and its slope is not that of the constant 1.
  for (let [step, moved] = [0, Infinity]; step < MOST_STEPS && moved > SETTLED * x; step++) {
    const better = x - (x + fBar(x) - s) / (1 + slope(x));
    if (!(better > 0 && better < s)) break;
    moved = Math.abs(better - x);
    x = better;
  }
  for (let back = ROUNDING; x > 0 && x + fBar(x) > s * (1 - ROUNDING); back *= 4)
    x *= 1 - Math.min(back, 0.5);
  const wrong = Math.max(0, (x / s) * (1 - ROUNDING));
  return { right: Math.min(1, 1 - wrong), wrong };
}
