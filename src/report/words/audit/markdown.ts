import type { AuditResult } from '../../../audit/index.ts';
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
  verdictSentence,
  warningSentence,
} from './sentences.ts';
import { epsilonTable, observationTable, type TableData, testTable } from './tables.ts';

/** A GitHub-flavoured summary for the logs of continuous integration. */
export function auditMarkdown(result: AuditResult): string {
  const heading = [
    `**${VERDICT_MARKS[auditOutcome(result)]}**`,
    ...(result.claim === null ? [] : [plain(result.claim)]),
  ];
  const tests = testTable(result);
  const proved = epsilonTable(result);
  const sections = [
    `## onerun audit: ${heading.join(': ')}`,
    plain(plainSentence(result)),
    warningSentence(result) === null
      ? plain(verdictSentence(result) ?? '')
      : warningBlock(warningSentence(result)),
    [`- Claimed: ${plain(claimedSentence(result))}`, `- Seen: ${plain(seenSentence(result))}`].join('\n'),
    draw(observationTable(result)),
    ...(tests === null ? [] : [plain(correctionSentence(result) ?? ''), draw(tests)]),
    ...(proved === null
      ? []
      : [plain(weakerStatementSentence(result) ?? ''), plain(provedLead(result)), draw(proved)]),
    [
      item('Best this design could have proved', bestProvableSentence(result)),
      item('Power', powerSentence(result)),
    ].join(''),
    checks(result),
    result.notes.map((note) => `- Note: ${plain(asSentence(note))}`).join('\n'),
    recordPairs(result)
      .map(([term, fact]) => `- ${term}: ${plain(fact)}`)
      .join('\n'),
    `**Next:** ${words(nextStep(result))}`,
  ];
  return `${sections
    .map((section) => section.trim())
    .filter(Boolean)
    .join('\n\n')}\n`;
}

/** Text from data as it stands: nothing in it is markup, a column or a line of its own. */
function plain(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_~|[\]#]/g, '\\$&')
    .replaceAll('@', '&#64;');
}

/** Our own words, in which backticks mark commands. */
function words(text: string): string {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 0 ? plain(part) : `\`${part}\``))
    .join('');
}

function warningBlock(text: string | null): string {
  return text === null ? '' : `> **Warning:** ${plain(text)}`;
}

function item(label: string, text: string | null): string {
  return text === null ? '' : `- ${label}: ${plain(text)}\n`;
}

function draw(table: TableData | null): string {
  if (table === null) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(table.columns.map(({ title }) => plain(title))),
    line(table.columns.map(({ align }) => (align === 'right' ? '--:' : '---'))),
    ...table.rows.map((row) => line(row.map(plain))),
  ].join('\n');
}

function checks({ checks: list }: AuditResult): string {
  if (list.length === 0) return '';
  const lines = list.map(
    ({ name, passed, message }) =>
      `- ${passed ? 'passed' : '**FAILED**'}: ${plain(name)}: ${plain(asSentence(message))}`,
  );
  return ['### Checks', '', ...lines].join('\n');
}
