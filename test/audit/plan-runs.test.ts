import { describe, expect, test } from 'vitest';
import { levelOfRuns } from '../../src/audit/plan/expected.ts';
import { mechanismLaw } from '../../src/audit/plan/mechanism-law.ts';
import { checkedRequest, guessesToTry } from '../../src/audit/plan/request.ts';
import { greatestPower } from '../../src/audit/plan/run-threshold.ts';
import { drawAssignment, guessByRank, observe } from '../../src/games/index.ts';
import { audit, epsilon, type Plan, type PlanOptions, plan } from '../../src/index.ts';
import { worstCase } from '../../src/mechanisms/index.ts';
import {
  binomialTail,
  clopperPearsonLower,
  clopperPearsonUpper,
  createRandom,
} from '../../src/numerics/index.ts';
import type { Sides } from '../../src/types.ts';
import { everyRunDesign, QUICK_METHODS } from '../support/naive-runs.ts';
import { runsOf } from '../support/runs-of-plan.ts';

const GAUSSIAN = 'gaussian(sigma=1)';

describe('the threshold of several runs', () => {
  test('with many runs is as good as all numbers of runs one by one', () => {
    const given = { m: 60, runs: 150, claim: GAUSSIAN, violation: 'gaussian(sigma=0.9)' };
    const request = checkedRequest(given);
    const every = everyRunDesign(given, QUICK_METHODS);
    for (const guesses of guessesToTry(given)) {
      const most = Math.max(0, ...every.filter((d) => d.guesses === guesses).map(({ power }) => power));
      expect(greatestPower(request.game(guesses), request, 'quick')).toBeGreaterThan(most - 0.01);
    }
  });
});

describe('a plan for several runs', () => {
  test('states what an audit of so many runs proves: the example of one, five and ten runs', () => {
    const proved = (correct: number, runs: number, method: 'optimal' | 'paper') =>
      epsilon({ m: 1000, guesses: 100, correct }, 'gaussian', {
        tau: levelOfRuns(runs, { runs, tau: 0.05 }),
        method,
      })[0].epsilon;
    expect(proved(90, 1, 'optimal')).toBeCloseTo(2.525, 2);
    expect(proved(86, 5, 'optimal')).toBeCloseTo(3.318, 2);
    expect(proved(87, 10, 'optimal')).toBeCloseTo(3.79, 2);
    expect(proved(86, 5, 'paper')).toBeCloseTo(3.06, 2);
    expect(proved(87, 10, 'paper')).toBeCloseTo(3.44, 2);
    const { atLeast } = mechanismLaw({ kind: 'membership', m: 1000, k: 2 }, GAUSSIAN).law(100);
    expect(atLeast(86) ** 5).toBeCloseTo(0.73, 2);
    expect(atLeast(87) ** 10).toBeCloseTo(0.32, 2);
  });

  /** How often runs of a noisy sum refute by the plan's counts. */
  const refutedShare = (found: Plan, sigma: number, audits: number): [low: number, high: number] => {
    const { runs, atLeast, runsNeeded, guesses } = runsOf(found);
    let refuted = 0;
    for (let i = 0; i < audits; i++) {
      let counted = 0;
      for (let run = 0; run < runs; run++) {
        const random = createRandom(`audit ${i} run ${run}`);
        const included = drawAssignment(found.m, 2, random);
        const scores = Float64Array.from(included, (bit) => bit + sigma * random.normal());
        const answers = guessByRank(scores, guesses, found.sides ?? 'both', random);
        if (observe(included, answers, 2, guesses).correct >= atLeast) counted++;
      }
      if (counted >= runsNeeded) refuted++;
    }
    return [clopperPearsonLower(refuted, audits, 1e-3), clopperPearsonUpper(refuted, audits, 1e-3)];
  };

  test.each<[PlanOptions, number]>([
    [{ m: 100, runs: 5, claim: GAUSSIAN, violation: 'gaussian(sigma=0.7)' }, 0.7],
    [{ m: 60, runs: 8, claim: GAUSSIAN, violation: 'gaussian(sigma=0.7)', tau: 0.01 }, 0.7],
    [{ m: 100, runs: 3, claim: GAUSSIAN, violation: 'gaussian(sigma=0.5)', sides: 'in' }, 0.5],
  ])('%j catches the violation as often as it says', (given, sigma) => {
    const found = plan(given);
    const [low, high] = refutedShare(found, sigma, 500);
    expect(found.chosen.power).toBeGreaterThan(low);
    expect(found.chosen.power).toBeLessThan(high);
    expect(found.chosen.power).toBeGreaterThan(0.1);
  });

  test.each<PlanOptions>([
    { m: 60, runs: 5, claim: GAUSSIAN },
    { m: 100, runs: 4, claim: 'approx-dp(epsilon=1, delta=0.01)', tau: 0.1 },
    { m: 30, k: 4, runs: 3, claim: 'gaussian(sigma=2)' },
  ])('%j refutes the worst mechanism that keeps the claim with probability at most tau', (given) => {
    const { runs, atLeast, runsNeeded, guesses } = runsOf(plan(given));
    const { design, game, tau, k } = checkedRequest(given);
    const { mechanism, success } = worstCase({ ...game(guesses), correct: atLeast }, design.tested);
    expect(binomialTail(runs, success, runsNeeded)).toBeLessThanOrEqual(tau);
    const audits = 1000;
    let refuted = 0;
    const random = createRandom('worst');
    for (let i = 0; i < audits; i++) {
      let counted = 0;
      for (let run = 0; run < runs; run++) {
        const truth = drawAssignment(given.m, k, random);
        if (observe(truth, mechanism(truth, random), k, guesses).correct >= atLeast) counted++;
      }
      if (counted >= runsNeeded) refuted++;
    }
    expect(clopperPearsonLower(refuted, audits, 1e-3)).toBeLessThanOrEqual(tau);
  });

  test.each<[number, number, number, number, Sides]>([
    [2, 2, 2, 0.5, 'both'],
    [4, 4, 4, 0.5, 'both'],
    [5, 5, 4, 0.7, 'both'],
    [9, 8, 8, 0.5, 'both'],
    [10, 8, 8, 0.5, 'both'],
    [2, 1, 1, 0.5, 'in'],
    [7, 4, 4, 0.5, 'out'],
    [30, 14, 13, 0.5, 'both'],
    [60, 60, 46, 0.7, 'both'],
    [100, 36, 33, 0.7, 'both'],
    [100, 26, 23, 0.6, 'in'],
  ])(
    'of %d canaries with %d guesses: %d or more are right as often as it says',
    (m, guesses, c, sigma, sides) => {
      const text = `gaussian(sigma=${sigma})`;
      const stated = mechanismLaw({ kind: 'membership', m, k: 2, sides }, text).law(guesses).atLeast(c);
      const games = 2000;
      let reached = 0;
      for (let i = 0; i < games; i++) {
        const random = createRandom(`game ${i}`);
        const included = drawAssignment(m, 2, random);
        const scores = Float64Array.from(included, (bit) => bit + sigma * random.normal());
        if (observe(included, guessByRank(scores, guesses, sides, random), 2, guesses).correct >= c)
          reached++;
      }
      expect(stated).toBeGreaterThan(clopperPearsonLower(reached, games, 1e-3));
      expect(stated).toBeLessThan(clopperPearsonUpper(reached, games, 1e-3));
    },
  );

  test('is what an audit of its runs decides by', () => {
    const found = plan({ m: 60, runs: 4, claim: GAUSSIAN });
    const { atLeast, runsNeeded, guesses } = runsOf(found);
    /** Scores of which exactly so many of the guesses are right. */
    const scoresWith = (right: number, seed: string) => {
      const random = createRandom(seed);
      const included = drawAssignment(60, 2, random);
      const ranked = [0, 1].map((bit) => [...included.keys()].filter((i) => included[i] === bit));
      const half = guesses / 2;
      const scores = Float64Array.from(included, () => random.uniform());
      let wrong = guesses - right;
      for (const [side, sign] of [
        [1, 1],
        [0, -1],
      ] as const)
        for (let j = 0; j < half; j++) {
          const i = (wrong-- > 0 ? ranked[1 - side] : ranked[side]).pop() ?? -1;
          scores[i] = sign * (10 + random.uniform());
        }
      return { scores, included: Uint8Array.from(included) };
    };
    const verdictOf = (counted: number) =>
      audit(
        Array.from({ length: 4 }, (_, run) =>
          scoresWith(run < counted ? atLeast : atLeast - 1, `run ${run}`),
        ),
        { claim: GAUSSIAN, guesses: [guesses], atLeast, families: [], plots: false },
      );
    const refuting = verdictOf(runsNeeded);
    expect(refuting.outcome).toBe('refuted');
    expect(verdictOf(runsNeeded - 1).refuted).toBe(false);
    expect(refuting.power?.best).toBeCloseTo(found.chosen.power, 12);
  });

  test('of one run is the plan that it always was', () => {
    const given = { m: 60, claim: GAUSSIAN };
    expect(plan({ ...given, runs: 1 })).toEqual(plan(given));
    expect(plan(given)).not.toHaveProperty('runs');
  });

  test.each<[Partial<PlanOptions>, string]>([
    [{ runs: 0 }, 'invalid runs; must be a whole number from 1 to 1000: 0'],
    [{ runs: 1.5 }, 'invalid runs; must be a whole number from 1 to 1000: 1.5'],
    [{ runs: 1e9 }, 'invalid runs; must be a whole number from 1 to 1000: 1000000000'],
    [{ runs: 5, guesses: 20 }, 'invalid guesses; a plan for several runs chooses them'],
    [{ runs: 5, m: 1 }, 'plan one run of 5 canaries'],
  ])('refuses %j', (options, message) => {
    expect(() => plan({ m: 100, claim: GAUSSIAN, ...options })).toThrow(message);
  });
});
