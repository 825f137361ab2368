import { BOUNDS, type SyncBound } from '../bounds/index.ts';
import { binomialTail, normalQuantile } from '../numerics/index.ts';
import type { TradeOff } from '../tradeoff/index.ts';
import type { Observation } from '../types.ts';
import { empiricalEpsilonSync } from './empirical.ts';
import type { Design } from './plan-design.ts';

/** What one number of guesses can be expected to show. */
export interface PlanRow {
  readonly guesses: number;
  /** The expected fraction of right guesses if the claim is exactly true, and if the violation is. */
  readonly fraction: number;
  readonly violationFraction: number;
  /** The fewest right guesses that refute the claim; null where not even all do. */
  readonly critical: number | null;
  /** The probability that a mechanism with the violation is refuted. */
  readonly power: number;
  /** The epsilon, at delta, that an honest run is expected to prove within the family. */
  readonly epsilon: number;
  /** The epsilon that would be proved with every guess right. */
  readonly largestProvable: number;
}

/** Over how many quantiles of the number of right guesses epsilon is averaged. */
const QUANTILES = 9;

/** What is to be judged, and how. */
export interface Setting {
  readonly design: Design;
  readonly family: string;
  readonly tau: number;
  readonly delta: number;
}

/** Which methods judge: all of them, or those that take no time. */
type Judges = 'quick' | 'all';

const JUDGES: Readonly<Record<Judges, readonly SyncBound[]>> = {
  quick: [BOUNDS.paper, BOUNDS.steinke],
  all: Object.values(BOUNDS),
};

export function judge(
  game: Omit<Observation, 'correct'>,
  { design, family, tau, delta }: Setting,
  judges: Judges,
): PlanRow {
  const method = judges === 'all' ? 'optimal' : 'paper';
  const { critical, power } = powerOf(game, design, tau, judges);
  const fraction = design.fraction(game.guesses);
  const epsilonAt = (correct: number) =>
    empiricalEpsilonSync({ ...game, correct }, family, { tau, deltas: [delta], method })[0].epsilon;
  return {
    guesses: game.guesses,
    fraction,
    violationFraction: design.violationFraction(game.guesses),
    critical,
    power,
    epsilon: averageOver(game.guesses, fraction, epsilonAt),
    largestProvable: epsilonAt(game.guesses),
  };
}

export function powerOf(
  game: Omit<Observation, 'correct'>,
  design: Design,
  tau: number,
  judges: Judges,
): { critical: number | null; power: number } {
  const critical = criticalCount(game, design.tested, tau, judges);
  const fraction = design.violationFraction(game.guesses);
  return { critical, power: critical === null ? 0 : binomialTail(game.guesses, fraction, critical) };
}

/** The fewest right guesses at which any of the judges refutes f: they all reject for large counts. */
export function criticalCount(
  game: Omit<Observation, 'correct'>,
  f: TradeOff,
  tau: number,
  judges: Judges,
): number | null {
  const rejects = (correct: number) => {
    const observation = { ...game, correct };
    return JUDGES[judges].some(
      (bound) => bound.unfit(observation, f) === null && bound.rejectsSync(observation, f, tau),
    );
  };
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
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rejects(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The mean of g over the number of right guesses among n, each right with probability p: at evenly spread quantiles. */
function averageOver(n: number, p: number, g: (correct: number) => number): number {
  const known = new Map<number, number>();
  let sum = 0;
  for (let i = 0; i < QUANTILES; i++) {
    const z = normalQuantile((i + 0.5) / QUANTILES);
    const correct = Math.min(n, Math.max(0, Math.round(n * p + z * Math.sqrt(n * p * (1 - p)))));
    const value = known.get(correct) ?? g(correct);
    known.set(correct, value);
    sum += value;
  }
  return sum / QUANTILES;
}
