import {
  type BenchAnswer,
  type BenchState,
  isCurrent,
  modeOf,
  shownObservation,
} from '../../../../src/bench/index.ts';
import type { Observation } from '../../../../src/index.ts';

/** What the figure shows, for the sentences beside it. */
export interface ShownFigure {
  readonly source: BenchState['source'];
  readonly observation: Observation | null;
  /** The answer about the cuts as they stand; null while it is worked on. */
  readonly answer: BenchAnswer | null;
  readonly isExploring: boolean;
  /** Games that were played, and how many of them refute the claim; null before that is known. */
  readonly games: { readonly all: number; readonly refuted: number } | null;
}

export function shownOf(state: BenchState): ShownFigure {
  const answer = isCurrent(state) ? state.answer : null;
  return {
    source: state.source,
    observation: shownObservation(state),
    answer,
    isExploring: modeOf(state) === 'exploring',
    games: gamesOf(state, answer),
  };
}

function gamesOf({ played }: BenchState, answer: BenchAnswer | null): ShownFigure['games'] {
  if (played === null || answer === null || answer.waiting.length > 0) return null;
  const line = answer.critical ?? Infinity;
  const refuted = Array.from(played.correct).filter((right) => right >= line).length;
  return { all: played.correct.length, refuted };
}

/** The most that is proved on one assumption; null before all methods have answered. */
export function mostProved(
  answer: BenchAnswer | null,
  assumption: 'worst-case' | 'model-based',
  value: 'epsilon' | 'largestProvable' = 'epsilon',
): number | null {
  if (answer === null || answer.waiting.length > 0) return null;
  const rows = answer.results.filter((row) => row.assumption === assumption);
  return rows.length === 0 ? null : Math.max(...rows.map((row) => row[value]));
}
