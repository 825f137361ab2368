import type { Observation, Side } from '../../types.ts';
import { formatCount, formatShare } from './format.ts';

/**
 * The size of a game: 1,000 canaries, or 100 buckets of 5 candidates. Where only counts are known, k > 2
 * decides.
 */
export function gameSize(m: number, k: number, reconstruction = k > 2): string {
  return reconstruction
    ? `${formatCount(m)} buckets of ${formatCount(k)} candidates`
    : `${formatCount(m)} canaries`;
}

/** What was seen: 213 of 216 guesses about 1,000 canaries were right. */
export function countsClause(
  { m, k, guesses, correct, sides }: Observation,
  reconstruction?: boolean,
): string {
  const said = sides === undefined ? '' : `, all "${sides}",`;
  return `${formatCount(correct)} of ${formatCount(guesses)} guesses${said} about ${gameSize(m, k, reconstruction)} were right`;
}

/** The share of guesses that are right, to be put behind their number: ` (95.0%)`. */
export function rightShare({ guesses, correct }: Observation): string {
  return guesses === 0 ? '' : ` (${formatShare(correct / guesses)})`;
}

/** What a test of one-sided guesses rests on. */
export function oneSideLine(side: Side): string {
  return `All guesses on one side: that every guess says "${side}" was fixed before the scores were seen too. Then the theorem holds with half the canaries in the place of all, and with the curve for ${side === 'in' ? 'in against out' : 'out against in'} alone.`;
}
