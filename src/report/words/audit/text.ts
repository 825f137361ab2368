import type { AuditResult } from '../../../audit/index.ts';
import { sectionsText } from '../prose.ts';
import { tableText } from '../table.ts';
import { type AuditWords, auditWords } from './audit-words.ts';

/**
 * The report of `onerun audit` for the terminal: the verdict in words, then the numbers, then what they rest
 * on.
 */
export function auditText(result: AuditResult): string {
  const words = auditWords(result);
  return sectionsText([
    labelled(words.mark, words.verdictClause),
    words.plain,
    `Claimed: ${words.claimed}`,
    `Seen: ${words.seen}`,
    tableText(words.observations),
    tableText(words.fixed),
    words.correction,
    labelled('Together', words.joint),
    words.testsLead,
    tableText(words.tests),
    words.weaker,
    words.provedLead,
    tableText(words.epsilons),
    classical(words),
    labelled('Risk', words.riskSentence),
    labelled('The best this design could have proved', words.best),
    labelled('Power', words.power),
    words.attack?.lead ?? null,
    tableText(words.attack?.table ?? null),
    words.attack?.notes ?? null,
    checks(words),
    assumptions(words),
    ['To repeat or check it', ...words.record.map(([term, fact]) => `  ${term}: ${fact}`)].join('\n'),
    `Next: ${words.next}`,
  ]);
}

function labelled(label: string, text: string | null): string | null {
  return text === null ? null : `${label}: ${text}`;
}

function classical({ classical: pairs }: AuditWords): string | null {
  if (pairs.length === 0) return null;
  return ['The classical audit', ...pairs.map(([term, fact]) => `  ${term}: ${fact}`)].join('\n');
}

function checks({ checks: made }: AuditWords): string | null {
  if (made.length === 0) return null;
  const lines = made.map(
    ({ name, passed, message }) => `  ${passed ? 'passed' : 'FAILED'}  ${name}: ${message}`,
  );
  return ['Checks', ...lines].join('\n');
}

function assumptions({ assumptions: all, notes }: AuditWords): string {
  const lines = all.map(({ name, meaning }) => `  ${name === null ? '' : `${name}: `}${meaning}`);
  return ['What this rests on', ...lines, ...notes.map((note) => `  ${note}`)].join('\n');
}
