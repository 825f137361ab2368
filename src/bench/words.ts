import { type EmpiricalEpsilon, largestProved, stands } from '../audit/index.ts';
import {
  assumedClause,
  formatCount,
  formatLowerBound,
  formatNumber,
  formatPercent,
  formatPValue,
  formatShare,
  VERDICT_MARKS,
} from '../report/index.ts';
import type { Observation } from '../types.ts';
import { calledAt } from './cuts.ts';
import type { BenchAnswer, BenchRow } from './question.ts';
import type { BenchSource, BenchTruth } from './source.ts';

export type BenchMode = 'fixed' | 'exploring' | 'made-up';

/** What the figure's guesses count as. */
export const MODE_WORDS: Readonly<Record<BenchMode, string>> = {
  fixed: 'Fixed in advance: this is the audit.',
  exploring: 'Exploring: not valid evidence.',
  'made-up': 'Made-up scores: to learn from, no evidence about any mechanism.',
};

/** One drawn canary in words. */
export function canaryWords(
  { field }: Pick<BenchSource, 'field'>,
  dot: number,
  cuts: { top: number; bottom: number },
): string {
  const { dots, game, m } = field;
  const rank = dots.rank[dot];
  const isIn = dots.bit[dot] === 1;
  const truth = game === 'membership' ? (isIn ? 'in' : 'out') : isIn ? 'right' : 'wrong';
  const side = calledAt(field, cuts, rank);
  const called =
    side === null
      ? 'no guess'
      : side === 'draw'
        ? 'one of equal scores at the cut, among which a draw decided'
        : game === 'membership'
          ? `called ${side}, ${(side === 'in') === isIn ? 'rightly' : 'wrongly'}`
          : 'guessed';
  return `${dots.name[dot]}: ${truth}, ${game === 'membership' ? 'score' : 'confidence'} ${formatNumber(dots.score[dot], 6)}, place ${formatCount(rank + 1)} of ${formatCount(m)}, ${called}`;
}

/** Cuts in words, for the slider that moves one. */
export function cutWords(side: 'in' | 'out', count: number, right: number | null, score: number): string {
  if (count === 0) return `no canary called ${side}`;
  const among = right === null ? '' : `, ${formatCount(right)} rightly`;
  return `${formatCount(count)} called ${side}${among}, cut at score ${formatNumber(score, 4)}`;
}

/** The smallest p-value so far of the tests that decide, with its method; null before there is one. */
function bestTest({ tests }: BenchAnswer): BenchAnswer['tests'][number] | null {
  const free = tests.filter(({ method }) => method !== 'independent');
  const deciding = free.some(({ refuted }) => refuted) ? free : tests;
  return deciding.length === 0 ? null : deciding.reduce((a, b) => (b.pValue < a.pValue ? b : a));
}

/** What the counts say about the claim: that they do not refute it only once every test is in. */
export function standing(
  answer: BenchAnswer | null,
): 'refuted' | 'not-refuted' | 'could-not-have-noticed' | 'at-work' | 'none' {
  if (answer === null) return 'at-work';
  if (answer.tests.some(({ refuted }) => refuted)) return 'refuted';
  if (!answer.isTested) return 'at-work';
  if (answer.tests.length === 0) return 'none';
  const { standing: worth, question } = answer;
  return worth !== null && stands(worth, question.observation.correct)
    ? 'not-refuted'
    : 'could-not-have-noticed';
}

/** The verdict's mark: that of the fixed design, or what made-up counts come to, or would. */
export function headWords(
  source: BenchSource,
  answer: BenchAnswer | null,
  mode: BenchMode,
): { outcome: string; mark: string } | null {
  if (source.verdict !== null) return source.verdict;
  if (source.claim === null) return null;
  const outcome = standing(answer);
  const would = mode === 'exploring';
  const marks = {
    refuted: would ? 'Would be refuted' : VERDICT_MARKS.refuted,
    'not-refuted': would ? 'Would not be refuted' : VERDICT_MARKS['not-refuted'],
    'could-not-have-noticed': would ? 'Would not be noticed' : VERDICT_MARKS['could-not-have-noticed'],
    'at-work': 'At work…',
    none: 'No guesses',
  };
  return { outcome, mark: marks[outcome] };
}

/** Said where the counts are not known. */
export const UNKNOWN = 'Equal scores at a cut: a draw would decide.';

/** The tally in a sentence. */
export function tallyWords(
  observation: Observation | null,
  answer: BenchAnswer | null,
  isCurrent: boolean,
  mode: BenchMode,
): string {
  if (observation === null) return `${UNKNOWN} Move the cut to an end of them.`;
  const { guesses, correct } = observation;
  if (guesses === 0) return 'No guesses.';
  const share = formatShare(correct / guesses);
  const seen = `${formatCount(correct)} of ${formatCount(guesses)} right (${share})`;
  if (!isCurrent || answer === null || answer.question.claim === null) return `${seen}.`;
  const test = bestTest(answer);
  if (test === null) return `${seen}.`;
  const isAssumed = test.method === 'independent' && answer.question.onePerRun !== true;
  const assumed = assumedClause(isAssumed ? 'independent-canaries' : undefined);
  const words = {
    refuted: mode === 'exploring' ? 'would refute the claim' : 'refutes the claim',
    'not-refuted': mode === 'exploring' ? 'would not refute it' : 'does not refute it',
    'could-not-have-noticed': mode === 'exploring' ? 'would say nothing about it' : 'says nothing about it',
    'at-work': 'at work',
    none: '',
  };
  return `${seen}; p-value ${formatPValue(test.pValue)} (${test.method}): ${words[standing(answer)]}${assumed}.`;
}

/** The errors in a sentence. */
export function errorsWords([alpha, beta]: readonly [number, number], claimed: number | null): string {
  const seen = `alpha ${formatNumber(alpha, 3)}, beta ${formatNumber(beta, 3)}`;
  return claimed === null
    ? `${seen}.`
    : `${seen}; at this alpha the claim allows beta ${formatNumber(claimed, 3)}.`;
}

/** The epsilon in a sentence: what holds for every mechanism first. */
export function epsilonWords(
  source: BenchSource,
  observation: Observation | null,
  answer: BenchAnswer | null,
  mode: BenchMode,
): string {
  if (source.isVoid === true) return 'None: a check of the input failed.';
  if (observation === null) return UNKNOWN;
  if (answer === null || answer.results.length === 0) return 'At work…';
  const proved = largestProved(answer.results);
  const best = (assumption: string) => proved.find((row) => row.assumption === assumption)?.epsilon ?? -1;
  const [worst, model] = [best('worst-case'), best('model-based')];
  const how = mode === 'exploring' ? 'would be proved' : 'proved';
  return [
    worst < 0 ? '' : `${formatLowerBound(worst)} ${how} whatever the mechanism`,
    model < 0 ? '' : `${formatLowerBound(model)} within a family (model-based)`,
    answer.mostOf === undefined ? '' : `the most of ${answer.mostOf.map(formatCount).join(', ')} guesses`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** What its bar says, in words; the panel has no room for it. */
function assumedWords(answer: BenchAnswer | null): string {
  const rows = largestProved(answer?.results ?? []);
  const found = rows.find(({ assumption }) => assumption === 'independent-canaries');
  if (found === undefined) return '';
  return `; ${formatLowerBound(found.epsilon)}${assumedClause('independent-canaries')} (independent-canaries)`;
}

/** The games that were played, in a sentence. */
export function gamesWords(
  played: ArrayLike<number>,
  critical: number | null,
  truth: BenchTruth,
  tau: number,
): string {
  const all = `${formatCount(played.length)} game${played.length === 1 ? '' : 's'}`;
  if (critical === null) return `${all} played: no number of right guesses refutes.`;
  let refuted = 0;
  for (let i = 0; i < played.length; i++) if (played[i] >= critical) refuted++;
  const share = formatShare(refuted / Math.max(1, played.length));
  return truth.isHonest
    ? `${all} with ${truth.claim}, as claimed: ${formatCount(refuted)} refute it: ${share} false alarms, ${formatPercent(tau)} allowed.`
    : `${all} with ${truth.claim} in its place: ${formatCount(refuted)} refute the claim: a power of ${share}.`;
}

/** Which design a verdict is on. */
export function verdictOn({ isLate = false }: Pick<BenchSource, 'isLate'>): string {
  return `Verdict on the design ${isLate ? 'that was changed after a first verdict' : 'fixed in advance'}`;
}

/** All of the figure in words, for those who do not see it and for whoever copies it. */
export function figureWords(
  source: BenchSource,
  mode: BenchMode,
  observation: Observation | null,
  answer: BenchAnswer | null,
): string {
  const claim = source.claim === null ? 'No claim.' : `Claim: ${source.claim}.`;
  const verdict = source.verdict === null ? '' : ` ${verdictOn(source)}: ${source.verdict.mark}.`;
  return `${MODE_WORDS[mode]} ${claim}${verdict} ${tallyWords(observation, answer, answer !== null, mode)} Epsilon: ${epsilonWords(source, observation, answer, mode)}${assumedWords(answer)}`;
}

/** A bar in words, with everything it rests on. */
export function barWords(
  { family, method }: BenchRow,
  found: EmpiricalEpsilon | undefined,
  mode: BenchMode,
  /** Whether it will be known. */
  isAsked = true,
): string {
  if (found === undefined)
    return `${family} by ${method}: ${isAsked ? 'at work' : 'not known at these cuts'}`;
  const { epsilon, largestProvable, assumption } = found;
  return `${family} by ${method}: epsilon ${formatLowerBound(epsilon)} ${mode === 'exploring' ? 'would be proved' : 'proved'} (${assumption}); this design proves at most ${formatLowerBound(largestProvable)}`;
}

/** What a number of right guesses would say. */
export function countWords(
  count: number,
  guesses: number,
  critical: number | null,
  played: ArrayLike<number> | null,
  mode: BenchMode,
): string {
  const [yes, no] =
    mode === 'exploring'
      ? ['would refute the claim', 'would not refute it']
      : ['refutes the claim', 'does not refute it'];
  const says = critical === null ? '' : `: ${count >= critical ? yes : no}`;
  let games = 0;
  for (let i = 0; i < (played?.length ?? 0); i++) if (played?.[i] === count) games++;
  return `${formatCount(count)} of ${formatCount(guesses)} right${says}${games === 0 ? '' : `; ${formatCount(games)} games`}`;
}
