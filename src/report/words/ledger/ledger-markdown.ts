import { escapeMarkdown, item, list, proseMarkdown, tableMarkdown } from '../markdown-parts.ts';
import { sectionsText } from '../prose.ts';
import { type LedgerReport, ledgerWords } from './ledger-words.ts';

/** A GitHub-flavoured summary of a ledger for the logs of continuous integration. */
export function ledgerMarkdown(report: LedgerReport): string {
  const words = ledgerWords(report);
  return sectionsText([
    `## onerun ledger: **${words.mark}**: ${escapeMarkdown(report.state.design.claim)}`,
    escapeMarkdown([words.plain, words.worth ?? ''].join(' ').trim()),
    list([
      item('Claimed', words.claimed),
      item('Seen', words.seen),
      item('Order', words.order),
      item('Evidence', words.evidence),
      item('P-value', words.pValue),
      item('Expected', words.expected),
      ...words.notices.map((notice) => item('Note', notice)),
    ]),
    tableMarkdown(words.steps),
    escapeMarkdown(words.provedLead),
    tableMarkdown(words.epsilons),
    list(words.record.map(([term, fact]) => item(term, fact))),
    `**Next:** ${proseMarkdown(words.next)}.`,
  ]);
}
