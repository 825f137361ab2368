import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import type { Scores } from '../../types.ts';
import { repeatedRows } from '../checks/repeated-rows.ts';
import { areCopied, type LabelledRow } from './copied-rows.ts';
import type { AuditRun } from './plain.ts';
import { checkDistinctRuns } from './same-evidence.ts';
import { shareScores, singleScores } from './shared-scores.ts';
import type { SingleRun } from './single-canaries.ts';

/** Below this probability equal scores are no coincidence. */
const CHANCE = 1e-6;

/**
 * Refuses runs of one canary each that count the same evidence twice. One row cannot tell a copy from another
 * run with the same score: runs are told apart by the labels of a column, or by their places in a list of
 * arrays, and of those a file read twice and a table written several times over are refused. Files of one row
 * have nothing that tells them apart but their content.
 */
export function checkDistinctSingles(runs: readonly SingleRun[]): void {
  if (!runs.every(({ input }) => input.run !== undefined || input.sha256 === null)) {
    checkDistinctRuns(runs);
    return;
  }
  const seen = new Set<string>();
  for (const { input } of runs) {
    if (input.sha256 === null) continue;
    const key = JSON.stringify([input.sha256, input.run]);
    if (seen.has(key))
      throw new InvalidInput(
        `${quotedPath(input.name)} stands twice among the runs; one run counted twice proves nothing more`,
      );
    seen.add(key);
  }
  checkCopiedTable(runs);
}

/** Refuses a table of runs whose rows repeat each other as the rows of one run must not. */
function checkCopiedTable(runs: readonly SingleRun[]): void {
  const together: Scores = {
    kind: 'membership',
    scores: Float64Array.from(runs, ({ scores }) => scores.scores[0]),
    included: Uint8Array.from(runs, ({ scores }) => scores.included[0]),
  };
  const found = repeatedRows([together]);
  if (found !== null)
    throw new InvalidInput(
      `runs are written more than once, and a run counted twice proves nothing more: ${found}, which independent runs do not do (probability below 1e-6)`,
    );
}

/** Refuses runs to choose by that are among those which are tested. */
export function checkOtherRuns(choosing: readonly AuditRun[], tested: readonly AuditRun[]): void {
  const hashes = new Set(tested.map(({ input }) => input.sha256));
  for (const { input } of choosing)
    if (input.sha256 !== null && hashes.has(input.sha256))
      throw new InvalidInput(
        `invalid runs to choose a threshold; they must be others than those that are tested: ${quotedPath(input.name)}`,
        ['thresholdFrom'],
      );
  const [ours, theirs] = [pooled(choosing), pooled(tested)];
  if (
    shareScores(ours.single, theirs.single, ours.rows, CHANCE) ||
    shareScores(theirs.single, ours.single, theirs.rows, CHANCE)
  )
    throw new InvalidInput(
      'invalid runs to choose a threshold; they must be others than those that are tested, but share more than half of their scores with them, to the last digit and with the same truth',
      ['thresholdFrom'],
    );
  if (areCopied(labelled(choosing), labelled(tested), CHANCE))
    throw new InvalidInput(
      'invalid runs to choose a threshold; they must be others than those that are tested, but have the same scores and the same truth',
      ['thresholdFrom'],
    );
}

/** The scores of all runs that stand once among them. */
function pooled(runs: readonly AuditRun[]) {
  const rows = runs.flatMap(({ scores }) =>
    scores.kind === 'membership'
      ? Array.from(scores.scores, (score, i) => [score, scores.included[i]] as const)
      : [],
  );
  rows.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return { rows: rows.length, single: singleScores(Float64Array.from(rows.flat())) };
}

/** The rows of runs of one canary each. */
function labelled(runs: readonly AuditRun[]): LabelledRow[] {
  return runs.flatMap(({ input, scores }) =>
    scores.kind === 'membership' && scores.scores.length === 1
      ? [{ label: input.run ?? input.name, score: scores.scores[0], truth: scores.included[0] }]
      : [],
  );
}
