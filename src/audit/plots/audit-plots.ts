import { beta, type TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { Observation, Sides } from '../../types.ts';
import type { Asked } from '../asked.ts';
import type { SortedScores } from '../attack/sorted-scores.ts';
import { empiricalEpsilon } from '../epsilon/empirical.ts';
import type { AuditCheck } from '../result.ts';
import type { Seen } from '../seen.ts';
import type { RunLook } from './look-at-runs.ts';
import type { AuditPlots } from './plot-data.ts';
import { correctAt } from './score-plots.ts';

/** What the plots of an audit are drawn from; nothing where no run has canaries of both kinds. */
export function plotsOf(
  looks: readonly RunLook[],
  f: TradeOff | null,
  { observations, tauEach }: Seen,
  { sides, delta }: Asked,
  checks: readonly AuditCheck[],
): AuditPlots {
  const runs = looks.flatMap(({ plots }) => plots ?? []);
  if (runs.length === 0) return { runs, claimed: null, budgets: null };
  const sound = checks.every(({ passed }) => passed);
  const [{ sorted }] = looks;
  return {
    runs,
    claimed: f === null ? null : alphas().map((alpha) => [alpha, beta(f, alpha)]),
    budgets: sound && sorted !== null ? budgetPlot(sorted, observations, tauEach, delta, sides) : null,
  };
}

/** Evenly spread from 0 to 1, and towards 0 also over the logarithm, where a logarithmic axis shows them. */
function alphas(): number[] {
  const even = Array.from({ length: 201 }, (_, i) => i / 200);
  const small = Array.from({ length: 60 }, (_, i) => 0.005 * exp((-(i + 1) / 60) * ln(5000)));
  // The left end of the axis is one of these.
  const powers = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];
  return [...new Set([...even, ...small, ...powers])].sort((a, b) => a - b);
}

/**
 * The epsilon that each number of guesses would have proved on these scores: to look at, not to choose by.
 */
function budgetPlot(
  sorted: SortedScores,
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
