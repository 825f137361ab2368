import { answerLine, provedText } from '../answer.ts';
import { formatCount } from '../format.ts';
import { labelled, listed, sectionsText, withoutMarks } from '../prose.ts';
import { tableText } from '../table.ts';
import { type LedgerReport, type LedgerWords, ledgerWords } from './ledger-words.ts';

/** The first screen of `onerun ledger show`. */
export function ledgerScreen(report: LedgerReport): string {
  const words = ledgerWords(report);
  const { weakened } = words.answer;
  const shown =
    weakened.length > 2 ? [weakened[0], `${weakened.length - 1} more to note: see the details.`] : weakened;
  return sectionsText(answerSections(words, tableText(words.lastSteps), shown));
}

function answerSections({ answer }: LedgerWords, steps: string | null, weakened: readonly string[]) {
  const together = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join('\n');
  return [
    answerLine(answer),
    together([answer.seen, steps]),
    weakened.join('\n'),
    together([provedText(answer.proved), labelled('Next', withoutMarks(answer.next ?? ''))]),
  ];
}

/** The report of `onerun ledger show`: the table of all runs in the place of that of the last. */
export function ledgerText(report: LedgerReport): string {
  const words = ledgerWords(report);
  return sectionsText([
    ...answerSections(words, null, words.answer.weakened),
    tableText(words.steps),
    words.stepsMeaning,
    labelled('Claimed', words.claimed),
    labelled('Seen', words.seen),
    labelled('P-value', words.pValue),
    tableText(words.epsilons),
    labelled('Expected', words.expected),
    labelled('Order', words.order === null ? null : withoutMarks(words.order)),
    BETS_MEANING,
    tableText(words.bets),
    listed('What this rests on', words.assumptions),
    words.record.map(([term, fact]) => `${term}: ${fact}`).join('\n'),
  ]);
}

const BETS_MEANING =
  'Bets on each run: a share of the evidence is bet on each number of right guesses; where a run reaches it, the bet pays that share divided by the chance to reach it under the claim. What is not bet is held back.';

/** What `onerun ledger start` prints. */
export function startedText({ state, file, head }: LedgerReport, run: number): string {
  const known = state.refuted ? `${state.design.claim} is refuted already, whatever this run shows.\n` : '';
  return `${known}Run ${formatCount(run)} is written down in ${file}: from now on it counts, as what was held back until its scores are added.\nHead: ${head}\n`;
}

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
