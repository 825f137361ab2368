import { type AuditResult, observationsOf } from '../../../audit/index.ts';
import { confidence, count, lowerBound, pValue, value } from '../format.ts';
import type { Column } from '../table.ts';
import { outcome, share } from './words.ts';

/** A table before it is drawn: as text, as Markdown or as HTML. */
export interface Rows {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

/** What was seen, where there is more than one observation to tell of; null otherwise. */
export function observationRows(result: AuditResult): Rows | null {
  const observations = observationsOf(result);
  if (observations.length < 2) return null;
  const several = result.runs.length > 1;
  const met = new Map<number, number>();
  const rows = observations.map((observation) => {
    const run = (met.get(observation.guesses) ?? 0) + 1;
    met.set(observation.guesses, run);
    return [
      ...(several ? [String(run)] : []),
      count(observation.guesses),
      count(observation.correct) + share(observation),
    ];
  });
  const columns: Column[] = [
    ...(several ? [{ title: 'run', align: 'right' as const }] : []),
    { title: 'guesses', align: 'right' },
    { title: 'right', align: 'right' },
  ];
  return { columns, rows };
}

/** The p-values of the claim; null where none was tested, or a failed check voids them. */
export function testRows(result: AuditResult): Rows | null {
  const { tests, tau, tauEach } = result;
  if (tests.length === 0 || outcome(result) === 'no-verdict') return null;
  const several = new Set(tests.map(({ guesses }) => guesses)).size > 1;
  const columns: Column[] = [
    { title: 'method' },
    ...(several ? [{ title: 'guesses', align: 'right' as const }] : []),
    { title: 'p-value', align: 'right' },
    { title: tauEach === tau ? `at ${confidence(tau)}` : `at p-value ${value(tauEach, 3)}` },
  ];
  const rows = tests.map((test) => [
    test.method,
    ...(several ? [count(test.guesses)] : []),
    pValue(test.pValue),
    test.refuted ? 'refuted' : 'not refuted',
  ]);
  return { columns, rows };
}

/** The epsilon that the scores prove; null where no family was searched, or a failed check voids it. */
export function resultRows(result: AuditResult): Rows | null {
  const { results } = result;
  if (results.length === 0 || outcome(result) === 'no-verdict') return null;
  const columns: Column[] = [
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
    value(row.delta),
    lowerBound(row.epsilon),
    lowerBound(row.largestProvable),
    row.assumption,
  ]);
  return { columns, rows };
}
