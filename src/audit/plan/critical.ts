import { BOUNDS, type Bound, boundNamed } from '../../bounds/index.ts';
import type { TradeOff } from '../../claims/index.ts';
import { firstWhere } from '../../numerics/index.ts';
import type { BoundName, Observation } from '../../types.ts';
import { remembered } from '../remember.ts';

/** A game before its right guesses are counted. */
export type PlannedGame = Omit<Observation, 'correct'>;

/** Which methods judge: all of them, or those that take no time. */
export type Judges = 'quick' | 'all';

const JUDGES: Readonly<Record<Judges, readonly Bound[]>> = {
  quick: [BOUNDS.paper, BOUNDS.steinke],
  all: Object.values(BOUNDS),
};

/** Whether any of the judges refutes f: they all bound the same probability, so the smallest counts. */
export function anyJudgeRejects(
  observation: Observation,
  f: TradeOff,
  tau: number,
  judges: Judges | readonly BoundName[],
): boolean {
  return anyRejects(observation, f, tau, boundsOf(judges));
}

function boundsOf(judges: Judges | readonly BoundName[]): readonly Bound[] {
  return typeof judges === 'string' ? JUDGES[judges] : judges.map(boundNamed);
}

function anyRejects(observation: Observation, f: TradeOff, tau: number, bounds: readonly Bound[]): boolean {
  return bounds.some((bound) => bound.whyNot(observation, f) === null && bound.rejects(observation, f, tau));
}

/**
 * The fewest right guesses at which any of the judges, or of the methods that are named, refutes f: they all
 * reject for large counts.
 */
export function criticalCount(
  game: PlannedGame,
  f: TradeOff,
  tau: number,
  judges: Judges | readonly BoundName[],
): number | null {
  const key = `critical ${JSON.stringify([game, judges])} ${tau}`;
  return remembered(f, key, () => criticalBy(game, f, tau, boundsOf(judges)));
}

function criticalBy(game: PlannedGame, f: TradeOff, tau: number, bounds: readonly Bound[]): number | null {
  const rejects = (correct: number) => anyRejects({ ...game, correct }, f, tau, bounds);
  const quick = bounds.filter((bound) => JUDGES.quick.includes(bound));
  const isLong = quick.length < bounds.length;
  // What is quick leaves a short way for what is not.
  const known = isLong ? criticalBy(game, f, tau, quick) : null;
  // With every guess right Algorithm 3 refutes whatever the others do that need no assumption either.
  const isFree = bounds.every(({ method }) => method !== 'independent');
  if (known === null && isLong && isFree && quick.includes(BOUNDS.paper)) return null;
  const sure = known ?? game.guesses;
  if (!rejects(sure)) return null;
  let high = sure;
  let step = known !== null ? 1 : game.guesses;
  let low = Math.max(0, high - step);
  while (low > 0 && rejects(low)) {
    high = low;
    step *= 2;
    low = Math.max(0, low - step);
  }
  return firstWhere(low, high, rejects);
}
