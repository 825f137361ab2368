import type { AuditResult } from '../../../audit/index.ts';
import { formatConfidence, formatCount, formatLowerBound, formatNumber, formatPValue } from '../format.ts';
import type { TableColumn } from '../table.ts';
import { auditOutcome, rightShare, runCount } from './sentences.ts';

/** A table before it is drawn: as text, as Markdown or as HTML. */
export interface TableData {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** What was seen, where there is more than one observation to tell of; null otherwise. */
export function observationTable(result: AuditResult): TableData | null {
  const { observations } = result;
  if (observations.length < 2) return null;
  const several = runCount(result) > 1;
  const met = new Map<number, number>();
  const rows = observations.map((observation) => {
    const run = (met.get(observation.guesses) ?? 0) + 1;
    met.set(observation.guesses, run);
    return [
      ...(several ? [String(run)] : []),
      formatCount(observation.guesses),
      formatCount(observation.correct) + rightShare(observation),
    ];
  });
  const columns: TableColumn[] = [
    ...(several ? [{ title: 'run', align: 'right' as const }] : []),
    { title: 'guesses', align: 'right' },
    { title: 'right', align: 'right' },
  ];
  return { columns, rows };
}

/** The p-values of the claim; null where none was tested, or a failed check voids them. */
export function testTable(result: AuditResult): TableData | null {
  const { tests, tau, tauEach } = result;
  if (tests.length === 0 || auditOutcome(result) === 'no-verdict') return null;
  const several = new Set(tests.map(({ guesses }) => guesses)).size > 1;
  const columns: TableColumn[] = [
    { title: 'method' },
    ...(several ? [{ title: 'guesses', align: 'right' as const }] : []),
    { title: 'p-value', align: 'right' },
    { title: tauEach === tau ? `at ${formatConfidence(tau)}` : `at p-value ${formatNumber(tauEach, 3)}` },
  ];
  const rows = tests.map((test) => [
    test.method,
    ...(several ? [formatCount(test.guesses)] : []),
    formatPValue(test.pValue),
    test.refuted ? 'refuted' : 'not refuted',
  ]);
  return { columns, rows };
}

/** The epsilon that the scores prove; null where no family was searched, or a failed check voids it. */
export function epsilonTable(result: AuditResult): TableData | null {
  const { results } = result;
  if (results.length === 0 || auditOutcome(result) === 'no-verdict') return null;
  const columns: TableColumn[] = [
    { title: 'hypotheses' },
    { title: 'method' },
    { title: 'at delta', align: 'right' },
    { title: 'epsilon', align: 'right' },
    { title: 'if all were right', align: 'right' },
    { title: 'rests on' },
  ];
  const rows = results.map((row) => [
    row.family,
    row.method,
    formatNumber(row.delta),
    formatLowerBound(row.epsilon),
    formatLowerBound(row.largestProvable),
    row.assumption,
  ]);
  return { columns, rows };
}
