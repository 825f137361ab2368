import type { RoundsResult } from '../../../audit/index.ts';
import { answerLine, answerText } from '../answer.ts';
import { answerMarkdown, escapeMarkdown, item, list, tableMarkdown } from '../markdown-parts.ts';
import { labelled, listed, sectionsText } from '../prose.ts';
import { tableText } from '../table.ts';
import { type RoundsOrigin, roundsWords } from './rounds-words.ts';

/** The report of `onerun audit --rounds` for the terminal: one screen. */
export function roundsScreen(result: RoundsResult, origin: RoundsOrigin): string {
  return answerText(roundsWords(result, origin).answer);
}

/** What `--details` adds. */
export function roundsDetails(result: RoundsResult, origin: RoundsOrigin): string {
  const words = roundsWords(result, origin);
  return sectionsText([
    labelled('Claimed', words.claimed),
    labelled('Seen', words.seen),
    labelled('P-value', words.pValue),
    listed('Checks', words.checks),
    tableText(words.rounds),
    tableText(words.epsilons),
    listed(
      'What you must take on trust',
      words.trust.map(([term, fact]) => `${term}: ${fact}`),
    ),
    words.record.map(([term, fact]) => `${term}: ${fact}`).join('\n'),
  ]);
}

/** A GitHub-flavoured summary for the logs of continuous integration. */
export function roundsMarkdown(result: RoundsResult, origin: RoundsOrigin): string {
  const words = roundsWords(result, origin);
  return sectionsText([
    answerMarkdown('onerun audit, rounds', result.claim, words.answer),
    list([item('Claimed', words.claimed), item('Seen', words.seen), item('P-value', words.pValue)]),
    tableMarkdown(words.rounds),
    tableMarkdown(words.epsilons),
    list(words.checks.map((line) => `- ${escapeMarkdown(line)}`)),
    list(words.trust.map(([term, fact]) => item(term, fact))),
    list(words.record.map(([term, fact]) => item(term, fact))),
  ]);
}

/** The verdict in one sentence, with what it rests on. */
export function roundsMessage(result: RoundsResult, origin: RoundsOrigin): string {
  const { answer } = roundsWords(result, origin);
  return [answerLine(answer), answer.seen, ...answer.weakened].join(' ');
}
