import type { AuditResult, FixedChoice } from '../../../audit/index.ts';
import { quotedPath } from '../../../quote.ts';
import { rightShare } from '../counts.ts';
import { formatCount, formatNumber, formatPValue } from '../format.ts';
import { runLabel } from '../run-label.ts';
import type { TableData } from '../table.ts';

/** What several runs show together, the joint p-value in words; null for one run. */
export function jointSentence(result: AuditResult): string | null {
  const { joint, decidedBy: best, claim, tauEach } = result;
  if (joint === null) return null;
  const { runs, reached, needed } = joint;
  if (best === null || claim === null) return null;
  const group =
    reached === runs ? `all ${formatCount(runs)}` : `${formatCount(reached)} or more of ${formatCount(runs)}`;
  const enough =
    needed === null
      ? `not even all ${formatCount(runs)} runs would have been enough`
      : needed === 1
        ? 'one run would have been enough'
        : `${formatCount(needed)} runs would have been enough`;
  return `Under any mechanism that keeps ${claim.stated} one run gets there with probability at most ${formatPValue(best.perRun ?? 1)} (${best.method}), so that ${group} independent runs get there with probability at most ${formatPValue(best.pValue)}: the joint p-value. It refutes at ${formatNumber(tauEach, 3)} or less, for which ${enough}.`;
}

/** Every run of several: where it came from, its counts, and whether it reached the threshold. */
export function runsTable(result: AuditResult): TableData {
  const { runs, joint } = result;
  return {
    columns: [
      { title: 'run', align: 'right' },
      { title: 'guesses', align: 'right' },
      { title: 'right', align: 'right' },
      ...(joint === null ? [] : [{ title: `at least ${formatCount(joint.atLeast)}` }]),
      { title: 'scores' },
    ],
    rows: runs.flatMap(({ observations, inputs }, i) =>
      observations.map((observation) => [
        runLabel(result, i),
        formatCount(observation.guesses),
        formatCount(observation.correct) + rightShare(observation),
        ...(joint === null ? [] : [observation.correct >= joint.atLeast ? 'reached' : 'not reached']),
        inputs.map(({ name }) => quotedPath(name)).join(', '),
      ]),
    ),
  };
}

/** Where a choice stands that was to be fixed before the scores were seen. */
export const FIXED_BY: Readonly<Record<FixedChoice<unknown>['from'], string>> = {
  plan: 'the plan',
  manifest: 'the manifest of every run',
  stated: 'as stated; it must have been fixed before the scores were seen',
  planned: 'planned from the number of canaries and the claim alone',
  counted: 'as many as were handed in; that none was left out rests on your word',
};

/** What was fixed in advance about several runs, and where it stands; null for one run. */
export function fixedTable({ fixed, runs }: AuditResult): TableData | null {
  if (runs.length === 1) return null;
  const row = (what: string, value: string, { from }: FixedChoice<unknown>) => [what, value, FIXED_BY[from]];
  const { guesses, atLeast } = fixed;
  return {
    columns: [{ title: 'fixed in advance' }, { title: 'value', align: 'right' }, { title: 'where from' }],
    rows: [
      row('guesses in each run', guesses.value.map(formatCount).join(', '), guesses),
      ...(atLeast === null ? [] : [row('right guesses to count', formatCount(atLeast.value), atLeast)]),
      row('runs', formatCount(fixed.runs.value), fixed.runs),
    ],
  };
}
