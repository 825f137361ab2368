import type { Observation, Side } from '../../types.ts';
import { formatCount, formatPercent, formatShare } from './format.ts';

/**
 * The size of a game: 1,000 canaries, or 100 buckets of 5 candidates. Where only counts are known, k > 2
 * decides.
 */
export function gameSize(m: number, k: number, reconstruction = k > 2): string {
  return reconstruction
    ? `${formatCount(m)} buckets of ${formatCount(k)} candidates`
    : `${formatCount(m)} canaries`;
}

/** What was seen, beside what blind guessing gets. */
export function countsSentence(observation: Observation, reconstruction?: boolean): string {
  const { m, k, guesses, correct } = observation;
  return `${gameSize(m, k, reconstruction)}, ${formatCount(guesses)} guesses, ${formatCount(correct)} right${rightShare(observation)}. Blind guessing gets about ${formatCount(Math.round(guesses / k))} (${formatPercent(1 / k)}) right.${sidesClause(observation)}`;
}

/** What guesses on one side change, as a sentence behind others; nothing where they are on both. */
export function sidesClause({ sides }: Pick<Observation, 'sides'>): string {
  return sides === undefined
    ? ''
    : ` All guesses are on one side: each says "${sides}", so that the same counts prove more.`;
}

/** The share of guesses that are right, to be put behind their number: ` (95.0%)`. */
export function rightShare({ guesses, correct }: Observation): string {
  return guesses === 0 ? '' : ` (${formatShare(correct / guesses)})`;
}

/** What a test of one-sided guesses rests on. */
export function oneSideLine(side: Side): string {
  return `All guesses on one side: that every guess says "${side}" was fixed before the scores were seen too. Then the theorem holds with half the canaries in the place of all, and with the curve for ${side === 'in' ? 'in against out' : 'out against in'} alone.`;
}
