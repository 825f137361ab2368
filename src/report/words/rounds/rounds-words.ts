import type { RoundsEpsilon, RoundsResult } from '../../../audit/index.ts';
import { chance } from '../../../chance.ts';
import { type AnswerWords, namedClaim, type ProvedWords, VERDICT_MARKS } from '../answer.ts';
import {
  formatAtHand,
  formatConfidence,
  formatCount,
  formatLowerBound,
  formatNumber,
  formatPValue,
} from '../format.ts';
import { formatEvidence } from '../ledger/ledger-words.ts';
import type { TableData } from '../table.ts';
import { violationWords } from '../violation-words.ts';

/** Everything that is said of rounds, before it is laid out. */
export interface RoundsWords {
  readonly answer: AnswerWords;
  readonly claimed: string;
  readonly seen: string;
  readonly pValue: string | null;
  readonly checks: readonly string[];
  readonly epsilons: TableData | null;
  /** The last rounds, and the one that refuted. */
  readonly rounds: TableData | null;
  readonly trust: readonly (readonly [term: string, fact: string])[];
  readonly record: readonly (readonly [term: string, fact: string])[];
}

/** Where rounds were read from. */
export interface RoundsOrigin {
  readonly files: readonly { readonly role: string; readonly name: string; readonly sha256: string }[];
}

export function roundsWords(result: RoundsResult, { files }: RoundsOrigin): RoundsWords {
  const { claim, rounds, pValue, checks, delta, claimedEpsilon } = result;
  const allows =
    claimedEpsilon === null
      ? ''
      : `, which allows epsilon ${formatNumber(claimedEpsilon, 3)} at delta ${formatNumber(delta, 3)}`;
  return {
    answer: roundsAnswer(result),
    claimed: `${claim}${allows}; each round, ${rounds.claim}.`,
    seen: `${counted(rounds.scored, rounds)} with scores of ${formatCount(rounds.canaries)} canaries${lost(result)}; ${formatCount(rounds.planned)} were planned.`,
    pValue:
      pValue === null
        ? null
        : `${formatPValue(pValue)}, which is 1 over the largest evidence so far. It is valid at every moment, however often you look.`,
    checks: checks.map(({ passed, message }) => `${passed ? 'passed' : 'FAILED'}: ${message}`),
    epsilons: epsilonTable(result),
    rounds: roundTable(result),
    trust: trust(result, files),
    record: files.map(({ role, name, sha256 }) => [role, `${name}, SHA-256 ${sha256}`]),
  };
}

function roundsAnswer(result: RoundsResult): AnswerWords {
  const { outcome, claim, rounds, tau, notes } = result;
  const named = namedClaim(claim);
  const sure = `${formatConfidence(tau)} confidence at every moment`;
  const all = counted(rounds.count, rounds);
  const [mark, verdict] = {
    refuted: [
      `REFUTED at ${nameOf(rounds)} ${formatCount(rounds.refutedAt ?? 0)} of ${formatCount(rounds.count)}`,
      `${named} does not hold (${sure}).`,
    ],
    'not-refuted': [`NOT REFUTED in ${all}`, `${named} stands (${sure}).`],
    'could-not-have-noticed': [
      VERDICT_MARKS['could-not-have-noticed'],
      `${all} ${rounds.count === 1 ? 'says' : 'say'} nothing about ${named}.`,
    ],
    'no-verdict': [
      VERDICT_MARKS['no-verdict'],
      `the theorem does not apply to these rounds, nothing is said about ${named}.`,
    ],
  }[outcome];
  return {
    outcome,
    mark,
    verdict,
    seen: outcome === 'no-verdict' ? faults(result) : seen(result),
    weakened: notes.map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`),
    proved: proved(result),
    next: next(result),
  };
}

/** What a round is called. */
const nameOf = ({ length }: RoundsResult['rounds']) => (length === 'step' ? 'step' : 'round');

const counted = (n: number, rounds: RoundsResult['rounds']) =>
  `${formatCount(n)} ${nameOf(rounds)}${n === 1 ? '' : 's'}`;

const lost = ({ rounds: { count, scored } }: RoundsResult) =>
  count > scored ? ` (${formatCount(count - scored)} without scores, counted as lost)` : '';

function faults({ checks }: RoundsResult): string {
  const failed = checks.filter(({ passed }) => !passed).slice(0, 2);
  return failed.map(({ message }) => `${message[0].toUpperCase()}${message.slice(1)}.`).join(' ');
}

function seen(result: RoundsResult): string {
  const { rounds, tau, standing, right, outcome, shift, expected } = result;
  const { scored, canaries, claim, logEvidence, mostLogEvidence } = rounds;
  const most = mostLogEvidence > logEvidence ? `, at most ${formatEvidence(mostLogEvidence, 3)}` : '';
  const evidence = `Each ${nameOf(rounds)} of ${formatCount(canaries)} canaries${lost(result)} is held against ${claim}: evidence is ${formatEvidence(logEvidence, 3)}${most}, and ${formatNumber(1 / tau, 3)} refutes.`;
  if (outcome === 'refuted')
    return shift === null || shift === 0
      ? evidence
      : `${evidence} The right guesses fit noise of ${formatNumber(1 / shift, 3)} (in the Gaussian a round).`;
  if (standing === null || right === null) return evidence;
  const guesses = formatCount(standing.guesses * scored);
  const best = `${formatCount(Math.round(right))} of ${guesses} guesses were right (${formatCount(Math.round(standing.expected))} by the best attack on the claim).`;
  const { couldNot, violation, standsFrom, power } = standing;
  const worst = violation === null ? 'a violation' : violationWords(expected?.model ?? '', violation);
  if (couldNot !== null)
    return `${best} ${rounds.count > scored ? 'With so many rounds lost, the others' : 'So few rounds'} tell too little: ${worst} would be found with probability ${chance(power)}${couldNot === 'like-blind' ? ', and an attack is not told from blind guessing' : ''}. ${evidence}`;
  return outcome === 'not-refuted'
    ? `${best} The best attack would have found ${worst} with probability ${chance(power)}. ${evidence}`
    : `${best} This attack is too weak or blind: from ${formatCount(standsFrom ?? 0)} on the result would have stood. ${evidence}`;
}

function proved({ results, delta, claimedEpsilon: claimed }: RoundsResult): ProvedWords | null {
  if (results.length === 0) return null;
  const stated = claimed === null ? '' : `${formatNumber(claimed, 3)} claimed; `;
  return {
    lead: `Epsilon at delta ${formatNumber(delta, 3)}: ${stated}proved to be at least`,
    rows: results.map((row) => [formatAtHand(row.epsilon), meaning(row)]),
  };
}

function meaning({ of, assumption }: RoundsEpsilon): string {
  if (of === 'training') return 'of the training, if rounds are alike and sampled as stated';
  return assumption === 'worst-case'
    ? 'of a round, whatever the mechanism'
    : 'of a round, within the family of its claim';
}

function next({ outcome, standing }: RoundsResult): string {
  if (outcome === 'refuted')
    return 'look for too little noise, noise that is used twice, a step without noise; then train again with fresh coins.';
  if (outcome === 'no-verdict') return 'draw fresh fair coins for every round, and audit again.';
  if (outcome === 'not-refuted') return 'keep the report with the model. A claim that stands is not proved.';
  return standing?.couldNot == null
    ? 'check that each score belongs to its canary and round, and which way scores point.'
    : 'play more rounds, or plant more canaries in each; a plan of rounds says how many.';
}

function epsilonTable({ results }: RoundsResult): TableData | null {
  if (results.every(({ epsilon }) => epsilon === 0)) return null;
  return {
    columns: [
      { title: 'family' },
      { title: 'of a' },
      { title: 'delta', align: 'right' },
      { title: 'epsilon', align: 'right' },
      { title: 'assumption' },
      { title: 'rests on' },
    ],
    rows: results.map(({ family, of, delta, epsilon, assumption, restsOn }) => [
      family,
      of,
      formatNumber(delta, 3),
      formatLowerBound(epsilon),
      assumption,
      restsOn,
    ]),
  };
}

/** So many rounds are listed. */
const LISTED = 5;

function roundTable({ rounds }: RoundsResult): TableData | null {
  const { perRound, guesses, count, refutedAt } = rounds;
  if (count === 0) return null;
  const last = perRound.map((_, i) => i).slice(-LISTED);
  const shown = refutedAt === null ? last : [...new Set([refutedAt - 1, ...last])].sort((a, b) => a - b);
  return {
    columns: [
      { title: nameOf(rounds), align: 'right' },
      ...guesses.map((n) => ({ title: `right of ${formatCount(n)}`, align: 'right' as const })),
      { title: 'evidence', align: 'right' },
    ],
    rows: shown.map((i) => [
      formatCount(i + 1),
      ...guesses.map((_, j) => rightOf(perRound[i].right, j)),
      formatEvidence(perRound[i].logEvidence, 3),
    ]),
  };
}

const rightOf = (right: readonly number[] | null, j: number) =>
  right === null ? 'no scores' : formatNumber(right[j], 5);

function trust({ notes, results, rounds }: RoundsResult, files: RoundsOrigin['files']): RoundsWords['trust'] {
  const isPlanned = files.some(({ role }) => role === 'plan');
  const model = results.filter(({ assumption, epsilon }) => assumption === 'model-based' && epsilon > 0);
  const name = nameOf(rounds);
  return [
    ['Coins', `Fair, and fresh in every ${name}: drawn independently of all that happened before.`],
    ['Order', `In the order in which they began; no ${name} was left out, or chosen after a look.`],
    [
      'Bets',
      isPlanned
        ? 'Fixed in the plan, before the first score was seen.'
        : 'Made of the canaries, the claim and the rounds alone; guesses, sides or a violation that were stated were chosen before the first score was seen.',
    ],
    ...(notes.length === 0 ? [] : [['Not shown', `${notes.join('. ')}.`] as const]),
    ...model.map(
      ({ epsilon, of, restsOn }) =>
        ['Model', `Epsilon ${formatLowerBound(epsilon)} of a ${of} rests on: ${restsOn}.`] as const,
    ),
  ];
}
