import type { AuditResult } from '../../../audit/index.ts';
import { answerMarkdown, escaped, escapeMarkdown, item, list, tableMarkdown } from '../markdown-parts.ts';
import { sectionsText } from '../prose.ts';
import { type AuditWords, auditWords } from './audit-words.ts';

/** A GitHub-flavoured summary for the logs of continuous integration. */
export function auditMarkdown(result: AuditResult): string {
  const words = auditWords(result);
  return sectionsText([
    answerMarkdown('onerun audit', result.claim?.stated ?? null, words.answer),
    list([item('Claimed', words.claimed)]),
    tableMarkdown(words.observations),
    tableMarkdown(words.fixed),
    list([item('Together', words.joint)]),
    escaped(words.correction),
    tableMarkdown(words.tests),
    tableMarkdown(words.epsilons),
    escaped(words.howWrong),
    words.classical.length === 0 ? null : '### The classical audit',
    list(words.classical.map(([term, fact]) => item(term, fact))),
    escaped(words.risk?.lead ?? null),
    tableMarkdown(words.risk?.table ?? null),
    list((words.risk?.meanings ?? []).map((meaning) => `- ${escapeMarkdown(meaning)}`)),
    list([item('Power', words.power)]),
    escaped(words.attack?.lead ?? null),
    tableMarkdown(words.attack?.table ?? null),
    escaped(words.attack?.notes ?? null),
    checks(words),
    list(words.assumptions.map((line) => `- ${escapeMarkdown(line)}`)),
    list(words.record.map(([term, fact]) => item(term, fact))),
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
