import type { BoundResult, ClaimVerdict } from '../../audit/index.ts';
import { LOOK_FOR, STRONGER_ATTACK } from './advice.ts';
import {
  type AnswerWords,
  allowedEpsilon,
  answerLine,
  assumedClause,
  claimWarnings,
  namedClaim,
  provedSentence,
  provedText,
  provedWords,
  pValueWords,
  VERDICT_MARKS,
} from './answer.ts';
import { bestAttackClause, blindDesignSentence } from './blind.ts';
import { countsClause, oneSideLine } from './counts.ts';
import { formatConfidence, formatCount, formatNumber } from './format.ts';
import { TAKEN_AS } from './neighbours.ts';
import { epsilonTable, howWrong, testTable } from './proof-tables.ts';
import { labelled, listed, sectionsText, withoutMarks } from './prose.ts';
import { type TableData, tableText } from './table.ts';

/**
 * The report of `onerun bound` in words and tables, before they are laid out; null where there is nothing to
 * say. Without a claim the answer has no verdict, and its first words are the epsilon.
 */
export interface BoundWords {
  readonly answer: AnswerWords;
  readonly isClaimed: boolean;
  readonly tests: TableData | null;
  readonly results: TableData | null;
  readonly rests: readonly string[];
}

/** The first screen of `onerun bound`. */
export function boundScreen(report: BoundResult): string {
  const { answer, isClaimed } = boundWords(report);
  const { proved, seen, weakened } = answer;
  return sectionsText([
    isClaimed ? answerLine(answer) : null,
    provedText(proved),
    [seen, ...weakened].join(' '),
  ]);
}

/** The answer of `onerun bound` in one line. */
export function boundLine(report: BoundResult): string {
  const { answer, isClaimed } = boundWords(report);
  return isClaimed ? answerLine(answer) : (provedSentence(answer.proved) ?? answer.seen);
}

/** The report of `onerun bound`: what was found first, then what it rests on. */
export function boundText(report: BoundResult): string {
  return `${boundScreen(report)}\n${boundDetails(report)}`;
}

export function boundDetails(report: BoundResult): string {
  const { answer, tests, results, rests } = boundWords(report);
  return sectionsText([
    tableText(tests),
    tableText(results),
    listed('What this rests on', rests),
    labelled('Next', answer.next === null ? null : withoutMarks(answer.next)),
  ]);
}

export function boundWords(report: BoundResult): BoundWords {
  const { verdict, results } = report;
  const answer = answerOf(report);
  return {
    answer,
    isClaimed: verdict !== undefined,
    tests: verdict === undefined ? null : testTable(verdict.tests, `at ${formatConfidence(verdict.tau)}`),
    results: results.length === 0 ? null : epsilonTable(results),
    rests: rests(report, answer.weakened.length === 0),
  };
}

function answerOf({ observation, reversed, verdict, proved, tau, notes }: BoundResult): AnswerWords {
  const outcome = verdict?.outcome ?? 'none';
  const { standing = null } = verdict ?? {};
  const isBlind = outcome === 'could-not-have-noticed';
  const isBlindAttack = isBlind && reversed === null && standing?.couldNot === null;
  const weakened = [
    ...claimWarnings(notes),
    ...(reversed === null
      ? []
      : [
          `Blind guessing gets so few right with probability ${formatNumber(reversed, 2)}: the guesses seem to be the wrong way round. Counting them the other way round is a second test: make both at half of tau.`,
        ]),
  ];
  return {
    outcome,
    mark: VERDICT_MARKS[outcome],
    verdict: verdict === undefined ? '' : verdictClause(verdict, observation.m),
    seen: [
      `${countsClause(observation)}${isBlindAttack ? `; ${bestAttackClause(standing)}` : '.'}`,
      ...(weakened.length === 0 ? [FAIR] : []),
    ].join(' '),
    weakened,
    proved:
      reversed !== null
        ? null
        : provedWords({
            // Where there is no verdict, less is said.
            proved: isBlind
              ? proved.filter(({ assumption }) => assumption !== 'independent-canaries')
              : proved,
            tau,
            evidence: 'counts',
            isSure: outcome === 'refuted' || outcome === 'not-refuted',
            ...(verdict === undefined ? {} : { claimed: allowedEpsilon(verdict.claimEpsilon) }),
            refutedEpsilon: verdict?.refuted ? verdict.claimEpsilon : 0,
          }),
    next: verdict?.refuted ? LOOK_FOR : isBlindAttack ? STRONGER_ATTACK : null,
  };
}

const FAIR = 'Holds if coins were fair and the number of guesses was fixed before the scores were seen.';

function verdictClause({ claim, outcome, standing, tau, tests }: ClaimVerdict, m: number): string {
  const name = namedClaim(claim);
  const free = tests.filter(({ method }) => method !== 'independent');
  const isFree = outcome === 'refuted' ? free.some((test) => test.refuted) : free.length === tests.length;
  const assumed = isFree ? '' : assumedClause('independent-canaries');
  const deciding = isFree ? free : tests;
  const p = Math.min(1, ...deciding.map(({ pValue }) => pValue));
  const sure = `(${formatConfidence(tau)} confidence, ${pValueWords(p, tau)})`;
  if (outcome === 'refuted') return `${name} does not hold${assumed} ${sure}.`;
  if (outcome === 'not-refuted')
    return `${name} stands${assumed} ${sure}. A claim that stands is not proved.`;
  if (standing === null) return `what a violation of ${name} would look like is not known.`;
  return blindDesignSentence({ claim, m, standing }) ?? `this says nothing about ${name}.`;
}

/** Whether a note is new: that a method was left out is said once, of the claim or of a family. */
function isFirst(note: string, i: number, notes: readonly string[]): boolean {
  const what = (each: string) => each.split(', not ', 1)[0];
  return notes.findIndex((each) => what(each) === what(note)) === i;
}

function rests({ observation, relation, notes, results }: BoundResult, isFairSaid: boolean): string[] {
  const wrong = howWrong(results);
  const { guesses, k, sides } = observation;
  return [
    `Blind guessing gets about ${formatCount(Math.round(guesses / k))} right.`,
    ...(isFairSaid ? [] : [FAIR]),
    TAKEN_AS[relation],
    ...(wrong === null ? [] : [wrong]),
    ...(sides === undefined ? [] : [oneSideLine(sides)]),
    ...notes.filter(isFirst).map((note) => `Note: ${note}.`),
  ];
}
