import type { AuditResult } from '../../../audit/index.ts';
import { tableText } from '../table.ts';
import { assumptionLines } from './assumptions.ts';
import {
  bestProvableSentence,
  powerSentence,
  provedLead,
  weakerStatementSentence,
} from './proved-sentences.ts';
import { recordPairs } from './record.ts';
import {
  asSentence,
  auditOutcome,
  claimedSentence,
  correctionSentence,
  nextStep,
  plainSentence,
  seenSentence,
  VERDICT_MARKS,
  verdictClause,
  warningSentence,
} from './sentences.ts';
import { epsilonTable, observationTable, type TableData, testTable } from './tables.ts';

/** The report of `onerun audit` for the terminal: the verdict in words, then the numbers, then what they rest on. */
export function auditText(result: AuditResult): string {
  const clause = verdictClause(result);
  const tests = testTable(result);
  const proved = epsilonTable(result);
  const sections = [
    plainSentence(result),
    warningSentence(result),
    `Claimed: ${claimedSentence(result)}`,
    `Seen: ${seenSentence(result)}`,
    draw(observationTable(result)),
    clause === null ? null : `${VERDICT_MARKS[auditOutcome(result)]}: ${clause}`,
    ...(tests === null ? [] : [correctionSentence(result), draw(tests)]),
    ...(proved === null ? [] : [weakerStatementSentence(result), provedLead(result), draw(proved)]),
    labelled('The best this design could have proved', bestProvableSentence(result)),
    labelled('Power', powerSentence(result)),
    checks(result),
    assumptions(result),
    record(result),
    `Next: ${nextStep(result)}`,
  ];
  return `${sections.filter((section) => section !== null && section !== '').join('\n\n')}\n`;
}

function draw(rows: TableData | null): string | null {
  return rows === null ? null : tableText(rows.columns, rows.rows);
}

function labelled(label: string, text: string | null): string | null {
  return text === null ? null : `${label}: ${text}`;
}

function checks({ checks: list }: AuditResult): string {
  if (list.length === 0) return '';
  const lines = list.map(
    ({ name, passed, message }) => `  ${passed ? 'passed' : 'FAILED'}  ${name}: ${asSentence(message)}`,
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
  const notes = result.notes.map((note) => `  Note: ${asSentence(note)}`);
  return ['What this rests on', ...lines, ...notes].join('\n');
}
