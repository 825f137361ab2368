import type { Observation } from '../../types.ts';
import type { PlanRow } from '../records.ts';
import { criticalCount, type Judges, type PlannedGame } from './critical.ts';
import type { Design } from './design.ts';
import { expectedEpsilon, expectedFromRuns, levelOfRuns, type Setting } from './expected.ts';
import { bestRunThreshold } from './run-threshold.ts';

export function judge(game: PlannedGame, setting: Setting, judges: Judges): PlanRow {
  const { design, family, tau } = setting;
  const method = judges === 'all' ? 'optimal' : 'paper';
  const proved = (observation: Observation, level: number) => family.epsilon(observation, level, method);
  // The row that is chosen states what an audit would: an average may be off by a percent, a limit may not.
  const most = (observation: Observation, level: number) =>
    judges === 'all' ? family.exactEpsilon(observation, level, method) : proved(observation, level);
  const fractions = {
    guesses: game.guesses,
    fraction: design.honest.mean(game.guesses) / game.guesses,
    violationFraction: design.broken.mean(game.guesses) / game.guesses,
  };
  if (setting.runs === 1)
    return {
      ...fractions,
      ...powerOf(game, design, tau, judges),
      epsilon: expectedEpsilon(game, setting, proved),
      largestProvable: most({ ...game, correct: game.guesses }, tau),
    };
  const { atLeast, runsNeeded, power } = bestRunThreshold(game, setting, judges);
  return {
    ...fractions,
    critical: runsNeeded === null ? null : atLeast,
    atLeast,
    runsNeeded,
    power,
    epsilon: expectedFromRuns(game, atLeast, setting, proved),
    largestProvable: most({ ...game, correct: atLeast }, levelOfRuns(setting.runs, setting)),
  };
}

/** What one run at this number of guesses comes to: from how many right on it refutes, and its power. */
export function powerOf(
  game: PlannedGame,
  design: Design,
  tau: number,
  judges: Judges,
): { critical: number | null; power: number } {
  const critical = criticalCount(game, design.tested, tau, judges);
  const fineness = judges === 'all' ? 'fine' : 'rough';
  const power = critical === null ? 0 : design.broken.law(game.guesses, fineness).atLeast(critical);
  return { critical, power };
}
