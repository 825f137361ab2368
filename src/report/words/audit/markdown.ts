import type { AuditResult } from '../../../audit/index.ts';
import { proseParts, sectionsText } from '../prose.ts';
import type { TableData } from '../table.ts';
import { type AuditWords, auditWords } from './audit-words.ts';

/** A GitHub-flavoured summary for the logs of continuous integration. */
export function auditMarkdown(result: AuditResult): string {
  const words = auditWords(result);
  const heading = [
    `**${words.mark}**`,
    ...(result.claim === null ? [] : [escapeMarkdown(result.claim.stated)]),
  ];
  return sectionsText([
    `## onerun audit: ${heading.join(': ')}`,
    escapeMarkdown(words.plain),
    words.warning === null
      ? escaped(words.verdictSentence)
      : `> **Warning:** ${escapeMarkdown(words.warning)}`,
    list([item('Claimed', words.claimed), item('Seen', words.seen)]),
    tableMarkdown(words.observations),
    tableMarkdown(words.fixed),
    list([item('Together', words.joint)]),
    escaped(words.correction),
    tableMarkdown(words.tests),
    escaped(words.weaker),
    escaped(words.provedLead),
    tableMarkdown(words.epsilons),
    words.classical.length === 0 ? null : '### The classical audit',
    list(words.classical.map(([term, fact]) => item(term, fact))),
    escaped(words.risk?.lead ?? null),
    tableMarkdown(words.risk?.table ?? null),
    list((words.risk?.meanings ?? []).map((meaning) => `- ${escapeMarkdown(meaning)}`)),
    list([item('Best this design could have proved', words.best), item('Power', words.power)]),
    escaped(words.attack?.lead ?? null),
    tableMarkdown(words.attack?.table ?? null),
    escaped(words.attack?.notes ?? null),
    checks(words),
    list(words.notes.map((note) => `- ${escapeMarkdown(note)}`)),
    list(words.record.map(([term, fact]) => item(term, fact))),
    `**Next:** ${proseMarkdown(words.next)}`,
  ]);
}

/**
 * Text from data on one line, with nothing in it that Markdown would read as markup, a column or a mention.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_~|[\]#]/g, '\\$&')
    .replaceAll('@', '&#64;');
}

function escaped(text: string | null): string | null {
  return text === null ? null : escapeMarkdown(text);
}

export function proseMarkdown(prose: string): string {
  return proseParts(prose)
    .map(({ text, command }) => (command ? `\`${text}\`` : escapeMarkdown(text)))
    .join('');
}

export function item(label: string, text: string | null): string | null {
  return text === null ? null : `- ${label}: ${escapeMarkdown(text)}`;
}

export function list(items: readonly (string | null)[]): string {
  return items.filter((line) => line !== null).join('\n');
}

export function tableMarkdown(table: TableData | null): string | null {
  if (table === null) return null;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(table.columns.map(({ title }) => escapeMarkdown(title))),
    line(table.columns.map(({ align }) => (align === 'right' ? '--:' : '---'))),
    ...table.rows.map((row) => line(row.map(escapeMarkdown))),
  ].join('\n');
}

function checks({ checks: made }: AuditWords): string | null {
  if (made.length === 0) return null;
  const lines = made.map(
    ({ name, passed, message }) =>
      `- ${passed ? 'passed' : '**FAILED**'}: ${escapeMarkdown(name)}: ${escapeMarkdown(message)}`,
  );
  return ['### Checks', '', ...lines].join('\n');
}
