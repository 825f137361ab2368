import { answerLine, provedText } from '../answer.ts';
import { labelled, listed, sectionsText, withoutMarks } from '../prose.ts';
import { tableText } from '../table.ts';
import { type LedgerReport, ledgerWords } from './ledger-words.ts';

/** The first screen of `onerun ledger show`. */
export function ledgerScreen(report: LedgerReport): string {
  const { answer, lastSteps } = ledgerWords(report);
  const { weakened } = answer;
  const shown =
    weakened.length > 2 ? [weakened[0], `${weakened.length - 1} more to note: see the details.`] : weakened;
  return sectionsText([
    answerLine(answer),
    [answer.seen, tableText(lastSteps)].filter((part) => part !== null).join('\n'),
    shown.join('\n'),
    [provedText(answer.proved), labelled('Next', withoutMarks(answer.next ?? ''))]
      .filter((part) => part !== null)
      .join('\n'),
  ]);
}

/** The report of `onerun ledger show`. */
export function ledgerText(report: LedgerReport): string {
  return `${ledgerScreen(report)}\n${ledgerDetails(report)}`;
}

export function ledgerDetails(report: LedgerReport): string {
  const words = ledgerWords(report);
  return sectionsText([
    labelled('Claimed', words.claimed),
    labelled('Seen', words.seen),
    tableText(words.steps),
    words.stepsMeaning,
    labelled('P-value', words.pValue),
    tableText(words.epsilons),
    labelled('Expected', words.expected),
    listed('Notes', words.answer.weakened.length > 2 ? words.answer.weakened.slice(1) : []),
    labelled('Order', words.order === null ? null : withoutMarks(words.order)),
    BETS_MEANING,
    tableText(words.bets),
    listed('What this rests on', words.assumptions),
    words.record.map(([term, fact]) => `${term}: ${fact}`).join('\n'),
  ]);
}

const BETS_MEANING =
  'Bets on each run: a share of the evidence is bet on each number of right guesses; where a run reaches it, the bet pays that share divided by the chance to reach it under the claim. What is not bet is held back.';

/** The first screen of `onerun ledger new`: what was fixed. */
export function newLedgerScreen(report: LedgerReport): string {
  const { claimed, seen, expected, record, answer } = ledgerWords(report);
  return sectionsText([
    `A ledger was begun in ${report.file}: its design is fixed from now on.`,
    [
      `Claimed: ${claimed}`,
      `Seen: ${seen}`,
      ...(expected === null ? [] : [`Expected: ${expected}`]),
      ...record.slice(1).map(([term, fact]) => `${term}: ${fact}`),
    ].join('\n'),
    labelled('Next', withoutMarks(answer.next ?? '')),
  ]);
}

export function newLedgerDetails(report: LedgerReport): string {
  const { bets, assumptions } = ledgerWords(report);
  return sectionsText([BETS_MEANING, tableText(bets), listed('What this rests on', assumptions)]);
}
