import { mechanismLaw } from '../plan/mechanism-law.ts';
import type { JudgedDesign } from '../plan/standing.ts';

const GAMES = 100;

/**
 * The right guesses of a hundred games of the best attack on a mechanism that keeps the claim, as spread out
 * as their exact law: what a figure shows beside those that were seen.
 */
export function honestGames(
  { game, model }: Pick<JudgedDesign, 'game' | 'model'>,
  guesses: number,
): number[] {
  const { quantile } = mechanismLaw(game, model).law(guesses);
  return Array.from({ length: GAMES }, (_, i) => quantile((i + 0.5) / GAMES));
}
