import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { repeatedRows } from '../checks/repeated-rows.ts';
import { checkDistinctRuns } from './same-run.ts';
import { asOneGame, type SingleRun } from './single-canaries.ts';

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
  const found = repeatedRows([asOneGame(runs).scores]);
  if (found !== null)
    throw new InvalidInput(
      `runs are written more than once, and a run counted twice proves nothing more: ${found}, which independent runs do not do (probability below 1e-6)`,
    );
}
