import type { PlanOptions } from '../../src/audit/index.ts';
import type { PlannedGame } from '../../src/audit/plan/critical.ts';
import { checkedRequest, guessesToTry } from '../../src/audit/plan/request.ts';
import { quickEpsilonOfRuns } from '../../src/audit/plan/run-threshold.ts';
import { BOUNDS } from '../../src/bounds/index.ts';
import type { TradeOff } from '../../src/claims/index.ts';
import { binomialPmf } from '../../src/numerics/index.ts';
import { METHODS, type Method } from '../../src/types.ts';

/** One design of several runs: guesses, threshold, and the fewest runs that must reach it. */
export interface NaiveDesign {
  readonly guesses: number;
  readonly atLeast: number;
  readonly runsNeeded: number;
  readonly power: number;
}

/** P[Bin(n, p) >= x] term by term. */
export function naiveTail(n: number, p: number, x: number): number {
  let sum = 0;
  for (let i = x; i <= n; i++) sum += binomialPmf(n, p, i);
  return sum;
}

/** The smallest p-value of a threshold in one run. */
export function smallestP(
  game: PlannedGame,
  correct: number,
  f: TradeOff,
  methods: readonly Method[],
): number {
  const observation = { ...game, correct };
  const answering = methods.filter((method) => BOUNDS[method].whyNot(observation, f) === null);
  return Math.min(1, ...answering.map((method) => BOUNDS[method].pValue(observation, f)));
}

/** Every threshold at every number of guesses, with the fewest runs that refute, tried one by one. */
export function everyRunDesign(options: PlanOptions, methods: readonly Method[]): NaiveDesign[] {
  const { design, game, runs, tau } = checkedRequest(options);
  return guessesToTry(options).flatMap((guesses) =>
    Array.from({ length: guesses }, (_, i) => i + 1).flatMap((atLeast) => {
      const p = smallestP(game(guesses), atLeast, design.tested, methods);
      for (let runsNeeded = 1; runsNeeded <= runs; runsNeeded++) {
        if (naiveTail(runs, p, runsNeeded) > tau) continue;
        const counts = design.broken.law(guesses, 'rough').atLeast(atLeast);
        return [{ guesses, atLeast, runsNeeded, power: naiveTail(runs, counts, runsNeeded) }];
      }
      return [];
    }),
  );
}

/** The methods that plans compare designs by. */
export const QUICK_METHODS: readonly Method[] = METHODS.filter((method) => method !== 'optimal');

/** The largest expected epsilon, by Algorithm 3, among designs with at least this power. */
export function mostExpected(options: PlanOptions, designs: readonly NaiveDesign[], least: number): number {
  const request = checkedRequest(options);
  const equals = designs.filter(({ power }) => power >= least);
  return Math.max(
    ...equals.map(({ guesses, atLeast }) => quickEpsilonOfRuns(request.game(guesses), atLeast, request)),
  );
}
