import type { TradeOff } from '../../claims/index.ts';
import { findSignChange } from '../../numerics/index.ts';
import { canariesInTheorem } from '../../observation.ts';
import { testedCurve } from '../bound.ts';
import type { GameForm } from '../certificate.ts';

/** Covers the rounding of one sum, product or quotient, twice over. */
const UNIT = 2 ** -51;

/**
 * The most right guesses on average that any mechanism with the curve f allows any attack, rounded up:
 * E[N] <= m y, where y = fBar((c'/m - y) / (k - 1)).
 *
 * For one canary let y be the chance of a right guess and x that of each wrong one. Of any event f-DP says
 * y <= fBar(x); fBar is concave, so the averages over signs and canaries obey it too, and
 * y + (k - 1) x = c'/m. Nothing is assumed about how canaries influence each other. With all guesses on one
 * side m / 2 stands in the place of m.
 * In Coq: `mean_right` (proofs/rounds/mean_right.v).
 */
export function mostRightOnAverage(game: GameForm, f: TradeOff): number {
  const m = canariesInTheorem(game);
  const curve = testedCurve({ ...game, correct: 0 }, f);
  const guessed = (game.guesses / m) * (1 + UNIT);
  const most = Math.min(1, guessed);
  // At least 0 wherever a mechanism can be right so often.
  const room = (y: number) =>
    curve.fBar(Math.min(1, ((guessed - y) / (game.k - 1)) * (1 + UNIT) + guessed * UNIT)) - y;
  const share = room(most) >= 0 ? most : findSignChange(room, 0, most).hi;
  return Math.min(game.guesses, m * share * (1 + UNIT));
}
