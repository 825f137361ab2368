import { BOUNDS, type Bound } from '../../bounds/index.ts';
import type { TradeOff } from '../../claims/index.ts';
import { binomialTail, firstWhere, normalQuantile } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';
import type { Design } from './design.ts';
import type { PlanFamily } from './family.ts';

/** What one number of guesses can be expected to show. */
export interface PlanRow {
  readonly guesses: number;
  /** The expected fraction of right guesses if the model is what runs, and if the violation is. */
  readonly fraction: number;
  readonly violationFraction: number;
  /** The fewest right guesses that refute the claim; null where not even all do. */
  readonly critical: number | null;
  /** The probability that a mechanism with the violation is refuted. */
  readonly power: number;
  /**
   * The epsilon, at delta, that an honest run is expected to prove within the family: at most what is
   * claimed.
   */
  readonly epsilon: number;
  /** The epsilon that would be proved with every guess right. */
  readonly largestProvable: number;
}

/** Over how many quantiles of the number of right guesses epsilon is averaged. */
const QUANTILES = 9;

/** What is to be judged, and how. */
export interface Setting {
  readonly design: Design;
  readonly family: PlanFamily;
  readonly tau: number;
}

type Game = Omit<Observation, 'correct'>;

/** Which methods judge: all of them, or those that take no time. */
type Judges = 'quick' | 'all';

const JUDGES: Readonly<Record<Judges, readonly Bound[]>> = {
  quick: [BOUNDS.paper, BOUNDS.steinke],
  all: Object.values(BOUNDS),
};

export function judge(game: Game, setting: Setting, judges: Judges): PlanRow {
  const { design, family, tau } = setting;
  const method = judges === 'all' ? 'optimal' : 'paper';
  const proved = (observation: Observation) => family.epsilon(observation, tau, method);
  return {
    guesses: game.guesses,
    fraction: design.fraction(game.guesses),
    violationFraction: design.violationFraction(game.guesses),
    ...powerOf(game, design, tau, judges),
    epsilon: expectedEpsilon(game, setting, proved),
    largestProvable: proved({ ...game, correct: game.guesses }),
  };
}

/**
 * The epsilon that an honest run is expected to prove. An outcome that says more than is claimed, as chance
 * makes of at most tau of them, proves no more than that.
 */
export function expectedEpsilon(
  game: Game,
  { design, family }: Setting,
  proved: (observation: Observation) => number,
): number {
  return averageOver(game.guesses, design.fraction(game.guesses), (correct) =>
    Math.min(family.claimed, proved({ ...game, correct })),
  );
}

/** What an honest run proves that has as many right as expected, whatever is claimed. */
export function typicalEpsilon(game: Game, { design, family, tau }: Setting): number {
  const correct = Math.round(game.guesses * design.fraction(game.guesses));
  return family.epsilon({ ...game, correct }, tau, 'paper');
}

export function powerOf(
  game: Game,
  design: Design,
  tau: number,
  judges: Judges,
): { critical: number | null; power: number } {
  const critical = criticalCount(game, design.tested, tau, judges);
  const fraction = design.violationFraction(game.guesses);
  return { critical, power: critical === null ? 0 : binomialTail(game.guesses, fraction, critical) };
}

/** The fewest right guesses at which any of the judges refutes f: they all reject for large counts. */
export function criticalCount(game: Game, f: TradeOff, tau: number, judges: Judges): number | null {
  const rejects = (correct: number) => {
    const observation = { ...game, correct };
    return JUDGES[judges].some(
      (bound) => bound.whyNot(observation, f) === null && bound.rejects(observation, f, tau),
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
  return firstWhere(low, high, rejects);
}

/**
 * The mean of g over the number of right guesses among n, each right with probability p: at evenly spread
 * quantiles.
 */
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
