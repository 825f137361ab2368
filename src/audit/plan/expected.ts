import { independent, type RightLaw } from '../../games/index.ts';
import { binomialPmf, clopperPearsonLower } from '../../numerics/index.ts';
import type { Observation } from '../../types.ts';
import type { PlannedGame } from './critical.ts';
import type { Design } from './design.ts';
import type { PlanFamily } from './family.ts';
import type { Fineness } from './mechanism-law.ts';

/** What is to be judged, and how. */
export interface Setting {
  readonly design: Design;
  readonly family: PlanFamily;
  /** How many independent runs are audited together. */
  readonly runs: number;
  /** What the threshold of several runs is chosen for: to catch the violation, or to prove an epsilon. */
  readonly aim: 'power' | 'epsilon';
  readonly tau: number;
}

/** What an observation proves at a level. */
type Proved = (observation: Observation, level: number) => number;

/** Over how many quantiles of a count epsilon is averaged. */
const QUANTILES = 9;
/** Up to so many runs, the average is over every number of them. */
const FEW_RUNS = 20;
/** Numbers of runs that are less likely than this are left out of an average. */
const NEGLIGIBLE = 1e-4;

/**
 * The epsilon that an honest run is expected to prove. An outcome that says more than is claimed, as chance
 * makes of at most tau of them, proves no more than that.
 */
export function expectedEpsilon(
  game: PlannedGame,
  { design, family, tau }: Setting,
  proved: Proved,
  fineness?: Fineness,
): number {
  return averageOver(design.honest.law(game.guesses, fineness), (correct) =>
    Math.min(family.claimed, proved({ ...game, correct }, tau)),
  );
}

/** The same of several honest runs together, of which those with at least so many right count. */
export function expectedFromRuns(
  game: PlannedGame,
  atLeast: number,
  setting: Setting,
  proved: Proved,
  fineness?: Fineness,
): number {
  const { design, family, runs } = setting;
  const counts = design.honest.law(game.guesses, fineness).atLeast(atLeast);
  const ofRuns = (successes: number) =>
    successes === 0
      ? 0
      : Math.min(family.claimed, proved({ ...game, correct: atLeast }, levelOfRuns(successes, setting)));
  if (runs > FEW_RUNS) return averageOver(independent(runs, counts), ofRuns);
  let sum = 0;
  for (let successes = 1; successes <= runs; successes++) {
    const weight = binomialPmf(runs, counts, successes);
    if (weight > NEGLIGIBLE) sum += weight * ofRuns(successes);
  }
  return sum;
}

/** What honest runs prove that have as many right as expected, whatever is claimed. */
export function typicalEpsilon(game: PlannedGame, setting: Setting, atLeast?: number): number {
  const { design, family, runs, tau } = setting;
  const right = Math.round(design.honest.mean(game.guesses));
  if (atLeast === undefined) return family.epsilon({ ...game, correct: right }, tau, 'paper');
  const successes = Math.round(runs * design.honest.law(game.guesses).atLeast(atLeast));
  if (successes === 0) return 0;
  return family.epsilon({ ...game, correct: atLeast }, levelOfRuns(successes, setting), 'paper');
}

/**
 * The largest p-value of a run's threshold at which so many runs that reach it refute: P[Bin(runs, p) >=
 * successes] <= tau up to there.
 */
export function levelOfRuns(successes: number, { runs, tau }: Pick<Setting, 'runs' | 'tau'>): number {
  return clopperPearsonLower(successes, runs, tau);
}

/** The mean of g over a count: at evenly spread quantiles of its law. */
function averageOver({ quantile }: RightLaw, g: (correct: number) => number): number {
  const known = new Map<number, number>();
  let sum = 0;
  for (let i = 0; i < QUANTILES; i++) {
    const correct = quantile((i + 0.5) / QUANTILES);
    const value = known.get(correct) ?? g(correct);
    known.set(correct, value);
    sum += value;
  }
  return sum / QUANTILES;
}
