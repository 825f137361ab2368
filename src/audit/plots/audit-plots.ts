import { beta, type TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { Observation, Scores, Sides } from '../../types.ts';
import type { Asked } from '../asked.ts';
import { empiricalEpsilon } from '../epsilon/empirical.ts';
import type { AuditCheck, AuditPlots } from '../result.ts';
import type { Seen } from '../seen.ts';
import { correctAt, histogram, roc, type Sorted, sortScores } from './score-plots.ts';

const NO_PLOTS: AuditPlots = { histogram: null, roc: null, budgets: null };

/**
 * What the plots of an audit are drawn from: the scores of its first run; nothing where one kind of canary is
 * missing.
 */
export function plotsOf(
  scores: Scores,
  f: TradeOff | null,
  { observations, tauEach }: Seen,
  { given, lowerIsIn, sides, delta }: Asked,
  checks: readonly AuditCheck[],
): AuditPlots {
  const missing = checks.some(({ name, passed }) => name === 'both kinds' && !passed);
  if (given.plots === false || missing || scores.kind !== 'membership') return NO_PLOTS;
  const sound = checks.every(({ passed }) => passed);
  const upright = lowerIsIn ? { ...scores, scores: scores.scores.map((score) => -score) } : scores;
  const sorted = sortScores(upright);
  const alphas = Array.from({ length: 201 }, (_, i) => i / 200);
  return {
    histogram: histogram(lowerIsIn ? sortScores(scores) : sorted),
    roc: { ...roc(sorted), claimed: f === null ? null : alphas.map((alpha) => [alpha, beta(f, alpha)]) },
    budgets: sound ? budgetPlot(sorted, observations, tauEach, delta, sides) : null,
  };
}

/**
 * The epsilon that each number of guesses would have proved on these scores: to look at, not to choose by.
 */
function budgetPlot(
  sorted: Sorted,
  observations: readonly Observation[],
  tau: number,
  delta: number,
  sides: Sides,
): AuditPlots['budgets'] {
  const m = sorted.included.length + sorted.excluded.length;
  const epsilonOf = (guesses: number, correct: number) =>
    empiricalEpsilon({ m, guesses, correct, sides }, 'gaussian', {
      tau,
      deltas: [delta],
      method: 'paper',
    })[0].epsilon;
  const curve: [number, number][] = [];
  for (let t = ln(Math.min(8, m)); t <= ln(m) + 1e-9; t += 0.25) {
    const guesses = Math.round(exp(t));
    curve.push([guesses, epsilonOf(guesses, correctAt(sorted, guesses, sides))]);
  }
  const chosen = observations.map(({ guesses, correct }) => [guesses, epsilonOf(guesses, correct)] as const);
  return { curve, chosen, family: 'gaussian' };
}
