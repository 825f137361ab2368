import { quotedPath } from '../../quote.ts';
import { formatCount, formatEvidence, formatNumber, type LedgerReport } from '../../report/index.ts';

/**
 * What a step is: of runs of which one was added, of one that was only started, or of some that show nothing.
 */
export type StepKind = LedgerReport['state']['runs'][number]['status'];

/** Where among the runs of a report those of a step stand. */
export function runsOfStep({ state }: LedgerReport, step: number): number[] {
  const own = new Set(state.steps[step].runs);
  return state.runs.flatMap(({ run }, i) => (own.has(run) ? [i] : []));
}

export function stepKind(report: LedgerReport, step: number): StepKind {
  const kinds = runsOfStep(report, step).map((i) => report.state.runs[i].status);
  return kinds.find((kind) => kind === 'added') ?? kinds[0];
}

/** A step in words: of one run its counts and what it was paid, and the evidence after it. */
export function stepWords(report: LedgerReport, step: number): string {
  const { state } = report;
  const { runs, logEvidence } = state.steps[step];
  const [what, after] =
    runs.length === 1
      ? [runWords(report, runsOfStep(report, step)[0]), 'it']
      : [`Runs ${runs[0]} to ${runs.at(-1)}, added in one call`, 'all of them'];
  return `${what}; evidence ${formatEvidence(logEvidence)} after ${after}, ${formatNumber(1 / state.design.tau)} refutes.`;
}

function runWords({ state, entries }: LedgerReport, i: number): string {
  const { run, status, counts, factors } = state.runs[i];
  const { name } = entries[i];
  const file = name === null ? '' : `, ${quotedPath(name)}`;
  const what = {
    added: `${file}: ${countWords(counts)}`,
    started: ': started, not handed in yet',
    void: `${file}: shows nothing`,
  }[status];
  const values = factors.map((factor) => formatNumber(factor, 4)).join(', ');
  return `Run ${run}${what}; e-value${factors.length === 1 ? '' : 's'} ${values}`;
}

/** Right guesses at each number of guesses, each number once. */
function countWords(counts: LedgerReport['state']['runs'][number]['counts']): string {
  const words = counts.map(({ guesses, least, most }) => {
    const right = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
    return `${right} of ${formatCount(guesses)} right`;
  });
  return [...new Set(words)].join(', ');
}
