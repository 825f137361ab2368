import { formatCount, formatLowerBound, formatNumber, formatPValue } from '../../report/index.ts';
import type { BenchAnswer } from '../question.ts';
import { type BenchState, modeOf, shownObservation } from '../state.ts';
import { type CsvCell, csvTable } from '../take/csv.ts';
import { type BenchMode, outcomeWords } from '../words.ts';
import { currentAnswer, type PinnedState, stateLetter } from './pinned.ts';

/** What the guesses of a state count as, in a word or two. */
export const SHORT_MODE: Readonly<Record<BenchMode, string>> = {
  fixed: 'fixed in advance',
  exploring: 'exploring: not valid evidence',
  'made-up': 'made-up scores',
  'one-run': 'one run of several: no verdict of its own',
};

export const COMPARE_COLUMNS = [
  'state',
  'counts as',
  'claim',
  'outcome',
  'right guesses',
  'epsilon, worst-case',
  'epsilon, model-based',
  'claim allows',
  'p-value',
] as const;

/** One row of words for each state. */
export function compareRows(pins: readonly PinnedState[]): string[][] {
  return pins.map(({ name, state }, i) => {
    const observation = shownObservation(state);
    const answer = currentAnswer(state);
    const pValue = smallestPValue(answer);
    const allowed = answer?.claimEpsilon ?? null;
    const epsilon = (assumption: string) => {
      const best = bestEpsilon(answer, assumption);
      return best === null ? '–' : formatLowerBound(best);
    };
    return [
      `${stateLetter(i)} ${name}`,
      SHORT_MODE[modeOf(state)],
      state.source.claim ?? 'none',
      outcomeOf(state, answer),
      observation === null
        ? 'a draw decides'
        : `${formatCount(observation.correct)} of ${formatCount(observation.guesses)}`,
      epsilon('worst-case'),
      epsilon('model-based'),
      allowed === null ? '–' : formatNumber(allowed, 4),
      pValue === null ? '–' : formatPValue(pValue),
    ];
  });
}

/** What the counts say about the claim; nothing is said before every test is in. */
function outcomeOf(state: BenchState, answer: BenchAnswer | null): string {
  if (state.source.isVoid === true) return 'no verdict';
  return state.source.claim === null ? '–' : outcomeWords(answer, modeOf(state));
}

function smallestPValue(answer: BenchAnswer | null): number | null {
  if (answer === null || answer.tests.length === 0) return null;
  return Math.min(...answer.tests.map(({ pValue }) => pValue));
}

function bestEpsilon(answer: BenchAnswer | null, assumption: string): number | null {
  const found = (answer?.results ?? []).filter((row) => row.assumption === assumption);
  return found.length === 0 ? null : Math.max(...found.map(({ epsilon }) => epsilon));
}

/** The numbers of all states to the last digit, one row for each state, family and method. */
export function compareCsv(pins: readonly PinnedState[]): string {
  const columns = [
    ...['state', 'name', 'mode', 'claim', 'canaries', 'guesses', 'correct', 'tau', 'delta', 'critical'],
    ...['family', 'method', 'epsilon', 'largest_provable', 'assumption', 'p_value'],
  ];
  const rows = pins.flatMap(({ name, state }, i): CsvCell[][] => {
    const observation = shownObservation(state);
    const answer = currentAnswer(state);
    const { source } = state;
    const shared: CsvCell[] = [
      stateLetter(i),
      name,
      modeOf(state),
      source.claim,
      source.field.m,
      observation?.guesses ?? null,
      observation?.correct ?? null,
      source.tau,
      source.delta,
      answer?.critical ?? null,
    ];
    const results = answer?.results ?? [];
    if (results.length === 0) return [[...shared, null, null, null, null, null, null]];
    return results.map(({ family, method, epsilon, largestProvable, assumption }) => [
      ...shared,
      family,
      method,
      epsilon,
      largestProvable,
      assumption,
      answer?.tests.find((test) => test.method === method)?.pValue ?? null,
    ]);
  });
  return csvTable(columns, rows);
}
