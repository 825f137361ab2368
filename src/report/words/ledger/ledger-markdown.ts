import { answerMarkdown, escaped, escapeMarkdown, item, list, tableMarkdown } from '../markdown-parts.ts';
import { sectionsText } from '../prose.ts';
import { type LedgerReport, ledgerWords } from './ledger-words.ts';

/** A GitHub-flavoured summary of a ledger for the logs of continuous integration. */
export function ledgerMarkdown(report: LedgerReport): string {
  const words = ledgerWords(report);
  return sectionsText([
    answerMarkdown('onerun ledger', report.state.design.claim, words.answer),
    list([
      item('Claimed', words.claimed),
      item('Seen', words.seen),
      item('Order', words.order),
      item('P-value', words.pValue),
      item('Expected', words.expected),
    ]),
    tableMarkdown(words.steps),
    escaped(words.stepsMeaning),
    tableMarkdown(words.epsilons),
    list(words.assumptions.map((line) => `- ${escapeMarkdown(line)}`)),
    list(words.record.map(([term, fact]) => item(term, fact))),
  ]);
}
