import type { AuditResult } from '../../../audit/index.ts';
import { escaped, escapeMarkdown, item, list, proseMarkdown, tableMarkdown } from '../markdown-parts.ts';
import { sectionsText } from '../prose.ts';
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
      : `> **Warning:** ${escapeMarkdown(words.verdictSentence ?? words.warning)}`,
    list([item('Claimed', words.claimed), item('Seen', words.seen)]),
    tableMarkdown(words.observations),
    tableMarkdown(words.fixed),
    list([item('Together', words.joint)]),
    escaped(words.correction),
    escaped(words.testsLead),
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

function checks({ checks: made }: AuditWords): string | null {
  if (made.length === 0) return null;
  const lines = made.map(
    ({ name, passed, message }) =>
      `- ${passed ? 'passed' : '**FAILED**'}: ${escapeMarkdown(name)}: ${escapeMarkdown(message)}`,
  );
  return ['### Checks', '', ...lines].join('\n');
}
