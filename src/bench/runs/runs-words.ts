import { formatCount } from '../../report/index.ts';
import type { RunsSource } from './runs-source.ts';

/** Whether what was to be fixed in advance was. */
function fixedWords({ isLate = false }: Pick<RunsSource, 'isLate'>): string {
  return isLate ? 'changed after a first verdict: not valid evidence' : 'fixed in advance';
}

/** What all runs show together, in a sentence. */
export function jointWords(source: RunsSource): string {
  const { joint, verdict, claim, rows } = source;
  const { runs, atLeast, reached, needed } = joint;
  const [{ observation }] = rows;
  const counted = `${formatCount(reached)} of ${formatCount(runs)} runs reached ${formatCount(atLeast)} right of ${formatCount(observation.guesses)}, ${fixedWords(source)}`;
  if (claim === null || verdict.outcome === 'no-verdict') return `${counted}.`;
  const enough =
    needed === null
      ? `not even all ${formatCount(runs)} would have refuted the claim`
      : `${formatCount(needed)} or more refute the claim`;
  return `${counted}; ${enough}.`;
}
