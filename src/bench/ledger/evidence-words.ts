import { quotedPath } from '../../quote.ts';
import { formatCount, formatEvidence, formatNumber, type LedgerReport } from '../../report/index.ts';

/** What an entry is: a run that was added, that was started, or that shows nothing. */
export type EntryKind = 'added' | 'started' | 'void';

/** The kind of an entry: a run that was started first has an entry more, before what it showed. */
export function entryKind({ state }: LedgerReport, step: number): EntryKind {
  const { run } = state.steps[step];
  const isLast = state.steps.slice(step + 1).every((later) => later.run !== run);
  return isLast ? (state.runs.find((each) => each.run === run)?.status ?? 'started') : 'started';
}

/** An entry in words: its counts, what it was paid, and the evidence after it. */
export function entryWords(report: LedgerReport, step: number): string {
  const { state, entries } = report;
  const { run, logEvidence } = state.steps[step];
  const kind = entryKind(report, step);
  const found = state.runs.find((each) => each.run === run);
  const { name } = entries[step];
  const paid =
    kind === 'added' && found !== undefined
      ? found.factors
      : state.design.products.map(({ heldBack }) => heldBack);
  const what = {
    added: `${name === null ? '' : `, ${quotedPath(name)}`}: ${found === undefined ? '' : countWords(found.counts)}`,
    started: ': started, not handed in at this entry',
    void: `${name === null ? '' : `, ${quotedPath(name)}`}: shows nothing`,
  }[kind];
  const values = paid.map((factor) => formatNumber(factor, 4)).join(', ');
  return `Run ${run}${what}; e-value${paid.length === 1 ? '' : 's'} ${values}; evidence ${formatEvidence(logEvidence)} after it, ${formatNumber(1 / state.design.tau)} refutes.`;
}

/** Right guesses at each number of guesses, each number once. */
function countWords(counts: LedgerReport['state']['runs'][number]['counts']): string {
  const words = counts.map(({ guesses, least, most }) => {
    const right = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
    return `${right} of ${formatCount(guesses)} right`;
  });
  return [...new Set(words)].join(', ');
}
