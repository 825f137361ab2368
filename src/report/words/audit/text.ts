import type { AuditResult } from '../../../audit/index.ts';
import { table } from '../table.ts';
import { assumptionLines } from './assumptions.ts';
import { best, power, provedLead, weakerStatement } from './proved.ts';
import { recordPairs } from './record.ts';
import { observationRows, type Rows, resultRows, testRows } from './tables.ts';
import {
  claimed,
  correction,
  MARKS,
  next,
  outcome,
  plainly,
  seen,
  sentence,
  verdictClause,
  warning,
} from './words.ts';

/** The report of `onerun audit` for the terminal: the verdict in words, then the numbers, then what they rest on. */
export function auditText(result: AuditResult): string {
  const clause = verdictClause(result);
  const tests = testRows(result);
  const proved = resultRows(result);
  const sections = [
    plainly(result),
    warning(result),
    `Claimed: ${claimed(result)}`,
    `Seen: ${seen(result)}`,
    draw(observationRows(result)),
    clause === null ? null : `${MARKS[outcome(result)]}: ${clause}`,
    ...(tests === null ? [] : [correction(result), draw(tests)]),
    ...(proved === null ? [] : [weakerStatement(result), provedLead(result), draw(proved)]),
    labelled('The best this design could have proved', best(result)),
    labelled('Power', power(result)),
    checks(result),
    assumptions(result),
    record(result),
    `Next: ${next(result)}`,
  ];
  return `${sections.filter((section) => section !== null && section !== '').join('\n\n')}\n`;
}

function draw(rows: Rows | null): string | null {
  return rows === null ? null : table(rows.columns, rows.rows);
}

function labelled(label: string, text: string | null): string | null {
  return text === null ? null : `${label}: ${text}`;
}

function checks({ checks: list }: AuditResult): string {
  if (list.length === 0) return '';
  const lines = list.map(
    ({ name, passed, message }) => `  ${passed ? 'passed' : 'FAILED'}  ${name}: ${sentence(message)}`,
  );
  return ['Checks', ...lines].join('\n');
}

function record(result: AuditResult): string {
  return ['To repeat or check it', ...recordPairs(result).map(([term, fact]) => `  ${term}: ${fact}`)].join(
    '\n',
  );
}

function assumptions(result: AuditResult): string {
  const lines = assumptionLines(result).map(({ name, meaning }) =>
    name === null ? `  ${meaning}` : `  ${name}: ${meaning}`,
  );
  const notes = result.notes.map((note) => `  Note: ${sentence(note)}`);
  return ['What this rests on', ...lines, ...notes].join('\n');
}
