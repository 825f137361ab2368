import { BOUNDS, type Bound } from '../../bounds/index.ts';
import type { TradeOff } from '../../claims/index.ts';
import { firstWhere } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';

/** A game before its right guesses are counted. */
export type PlannedGame = Omit<Observation, 'correct'>;

/** Which methods judge: all of them, or those that take no time. */
export type Judges = 'quick' | 'all';

const JUDGES: Readonly<Record<Judges, readonly Bound[]>> = {
  quick: [BOUNDS.paper, BOUNDS.steinke],
  all: Object.values(BOUNDS),
};

/** Whether any of the judges refutes f: they all bound the same probability, so the smallest counts. */
export function anyJudgeRejects(observation: Observation, f: TradeOff, tau: number, judges: Judges): boolean {
  return JUDGES[judges].some(
    (bound) => bound.whyNot(observation, f) === null && bound.rejects(observation, f, tau),
  );
}

/** The fewest right guesses at which any of the judges refutes f: they all reject for large counts. */
export function criticalCount(game: PlannedGame, f: TradeOff, tau: number, judges: Judges): number | null {
  const rejects = (correct: number) => anyJudgeRejects({ ...game, correct }, f, tau, judges);
  // What is quick leaves a short way for what is not.
  const sure = judges === 'all' ? criticalCount(game, f, tau, 'quick') : game.guesses;
  if (sure === null || !rejects(sure)) return null;
  let high = sure;
  let step = judges === 'all' ? 1 : game.guesses;
  let low = Math.max(0, high - step);
  while (low > 0 && rejects(low)) {
    high = low;
    step *= 2;
    low = Math.max(0, low - step);
  }
  return firstWhere(low, high, rejects);
}
