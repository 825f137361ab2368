import { quotedPath } from '../../quote.ts';
import { formatCount, formatNumber } from '../../report/index.ts';
import { canaryWords } from '../words.ts';
import { runsForm } from './runs-layout.ts';
import type { RunRow, RunsSource } from './runs-source.ts';

/** What is looked at: a run, and perhaps one of its canaries or a score. */
export interface LookedRun {
  /** Its place among the rows. */
  readonly row: number;
  readonly dot: number | null;
  readonly score: number | null;
}

/** Whether what was to be fixed in advance was. */
export function fixedWords({ isLate = false }: Pick<RunsSource, 'isLate'>): string {
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

/** One run in words. */
export function runWords({ run, file, observation, isReached }: RunRow, { joint }: RunsSource): string {
  const { correct, guesses } = observation;
  const reached = isReached
    ? `reached ${formatCount(joint.atLeast)}`
    : `${formatCount(joint.atLeast - correct)} short of ${formatCount(joint.atLeast)}`;
  return `Run ${run}, ${quotedPath(file)}: ${formatCount(correct)} of ${formatCount(guesses)} right, ${reached}`;
}

/** What is looked at, in words. */
export function lookedWords(source: RunsSource, { row, dot, score }: LookedRun): string {
  const found = source.rows[row];
  const run = runWords(found, source);
  if (dot !== null && found.field !== null)
    return `${run}. Canary ${canaryWords({ field: found.field }, dot, found.cuts)}.`;
  return score === null ? `${run}.` : `${run}. Score ${formatNumber(score, 4)}.`;
}

/** What can be done with the figure. */
export function hintWords({ rows }: RunsSource, canOpen: boolean): string {
  if (runsForm(rows.length) === 'pile')
    return 'Point at a run for exact values, or go from run to run with the arrow keys.';
  return `Point at a run or at one of its canaries for exact values${canOpen ? '; choose its name to open it alone' : ''}. Arrow keys go from run to run and from canary to canary.`;
}
