import type { AuditResult } from '../../../audit/index.ts';
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
  verdictSentence,
  warning,
} from './words.ts';

/** A GitHub-flavoured summary for the logs of continuous integration. */
export function auditMarkdown(result: AuditResult): string {
  const heading = [
    `**${MARKS[outcome(result)]}**`,
    ...(result.claim === null ? [] : [plain(result.claim.stated)]),
  ];
  const tests = testRows(result);
  const proved = resultRows(result);
  const sections = [
    `## onerun audit: ${heading.join(': ')}`,
    plain(plainly(result)),
    warning(result) === null ? plain(verdictSentence(result) ?? '') : warningBlock(warning(result)),
    [`- Claimed: ${plain(claimed(result))}`, `- Seen: ${plain(seen(result))}`].join('\n'),
    draw(observationRows(result)),
    ...(tests === null ? [] : [plain(correction(result) ?? ''), draw(tests)]),
    ...(proved === null
      ? []
      : [plain(weakerStatement(result) ?? ''), plain(provedLead(result)), draw(proved)]),
    [item('Best this design could have proved', best(result)), item('Power', power(result))].join(''),
    checks(result),
    result.notes.map((note) => `- Note: ${plain(sentence(note))}`).join('\n'),
    recordPairs(result)
      .map(([term, fact]) => `- ${term}: ${plain(fact)}`)
      .join('\n'),
    `**Next:** ${words(next(result))}`,
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

function draw(table: Rows | null): string {
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
      `- ${passed ? 'passed' : '**FAILED**'}: ${plain(name)}: ${plain(sentence(message))}`,
  );
  return ['### Checks', '', ...lines].join('\n');
}
