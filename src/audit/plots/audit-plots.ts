import { beta, type TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { Observation, Sides } from '../../types.ts';
import type { Asked } from '../asked.ts';
import type { SortedScores } from '../attack/sorted-scores.ts';
import { empiricalEpsilon } from '../epsilon/empirical.ts';
import type { AuditCheck, AuditResult } from '../result.ts';
import type { Seen } from '../seen.ts';
import type { RunLook } from './look-at-runs.ts';
import type { AuditPlots } from './plot-data.ts';
import { correctAt } from './score-plots.ts';

/** What the plots of an audit are drawn from; nothing where no run has canaries of both kinds. */
export function plotsOf(
  looks: readonly RunLook[],
  f: TradeOff | null,
  { observations, tauEach }: Pick<Seen, 'observations' | 'tauEach'>,
  { sides, delta, given }: Asked,
  checks: readonly AuditCheck[],
): AuditPlots {
  const runs = looks.flatMap(({ plots }) => plots ?? []);
  const fields = looks.flatMap(({ field }) => field ?? []);
  const claimed = f === null ? null : alphas().map((alpha) => [alpha, beta(f, alpha)] as const);
  if (runs.length === 0)
    return { runs, fields, claimed: fields.length === 0 ? null : claimed, budgets: null };
  const sound = checks.every(({ passed }) => passed);
  const [{ sorted }] = looks;
  const budgets = (scores: SortedScores): AuditPlots['budgets'] => {
    const counts = budgetCounts(scores, observations, sides);
    if (given.plots === 'counts') return { ...counts, family: 'gaussian', counts: true };
    const m = scores.included.length + scores.excluded.length;
    return budgetEpsilons(counts, m, tauEach, delta, sides);
  };
  return {
    runs,
    fields,
    claimed,
    budgets: sound && sorted !== null ? budgets(sorted) : null,
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

type Counts = readonly (readonly [guesses: number, correct: number])[];

/**
 * How many guesses would have been right at each number of them, on these scores, and at the numbers that
 * were tested.
 */
function budgetCounts(
  sorted: SortedScores,
  observations: readonly Observation[],
  sides: Sides,
): { readonly curve: Counts; readonly chosen: Counts } {
  const m = sorted.included.length + sorted.excluded.length;
  const curve: [number, number][] = [];
  for (let t = ln(Math.min(8, m)); t <= ln(m) + 1e-9; t += 0.25) {
    const guesses = Math.round(exp(t));
    curve.push([guesses, correctAt(sorted, guesses, sides)]);
  }
  return { curve, chosen: observations.map(({ guesses, correct }) => [guesses, correct] as const) };
}

/**
 * The result with the epsilon that each number of guesses would have proved on these scores, to look at, not
 * to choose by, in the place of the counts that an audit with `plots: 'counts'` left there.
 */
export function withBudgetEpsilons(result: AuditResult): AuditResult {
  const { plots, runs, tauEach, delta, provenance } = result;
  if (plots.budgets?.counts === undefined) return result;
  const [{ m }] = runs[0].observations;
  const { curve, chosen } = plots.budgets;
  const sides = provenance.sides ?? 'both';
  return {
    ...result,
    plots: { ...plots, budgets: budgetEpsilons({ curve, chosen }, m, tauEach, delta, sides) },
  };
}

function budgetEpsilons(
  { curve, chosen }: { readonly curve: Counts; readonly chosen: Counts },
  m: number,
  tau: number,
  delta: number,
  sides: Sides,
): AuditPlots['budgets'] {
  const epsilons = (counts: Counts) =>
    counts.map(([guesses, correct]) => {
      const asked = { tau, deltas: [delta], method: 'paper' } as const;
      const [{ epsilon }] = empiricalEpsilon({ m, guesses, correct, sides }, 'gaussian', asked);
      return [guesses, epsilon] as const;
    });
  return { curve: epsilons(curve), chosen: epsilons(chosen), family: 'gaussian' };
}
