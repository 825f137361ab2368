import type { Observation } from '../../types.ts';
import { formatCount, formatPercent } from './format.ts';

/** The size of a game: 1,000 canaries, or 100 buckets of 5 candidates. Where only counts are known, k > 2 decides. */
export function gameSize(m: number, k: number, reconstruction = k > 2): string {
  return reconstruction
    ? `${formatCount(m)} buckets of ${formatCount(k)} candidates`
    : `${formatCount(m)} canaries`;
}

/** What was seen, beside what blind guessing gets. */
export function countsSentence(observation: Observation, reconstruction?: boolean): string {
  const { m, k, guesses, correct } = observation;
  return `${gameSize(m, k, reconstruction)}, ${formatCount(guesses)} guesses, ${formatCount(correct)} right${rightShare(observation)}. Blind guessing gets about ${formatCount(Math.round(guesses / k))} (${formatPercent(1 / k)}) right.`;
}

/** The share of guesses that are right, to be put behind their number: ` (95%)`. */
export function rightShare({ guesses, correct }: Observation): string {
  return guesses === 0 ? '' : ` (${formatPercent(correct / guesses)})`;
}
