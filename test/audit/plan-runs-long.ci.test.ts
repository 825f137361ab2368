import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plannedGuesses } from '../../src/audit/index.ts';
import { levelOfRuns } from '../../src/audit/plan/expected.ts';
import { checkedRequest, guessesToTry } from '../../src/audit/plan/request.ts';
import { bestRunThreshold, equalPower, greatestPower } from '../../src/audit/plan/run-threshold.ts';
import { epsilon, plan, planForTarget, tradeOff } from '../../src/index.ts';
import { planText } from '../../src/report/index.ts';
import { METHODS, type Sides } from '../../src/types.ts';
import { everyRunDesign, mostExpected, naiveTail, QUICK_METHODS, smallestP } from '../support/naive-runs.ts';
import { runsOf } from '../support/runs-of-plan.ts';

const GAUSSIAN = 'gaussian(sigma=1)';

describe('the threshold of several runs', () => {
  const options = fc.record({
    m: fc.integer({ min: 4, max: 40 }),
    runs: fc.integer({ min: 2, max: 7 }),
    claim: fc.constantFrom(
      GAUSSIAN,
      'gaussian(sigma=2)',
      'laplace(scale=1)',
      'approx-dp(epsilon=1, delta=0.01)',
    ),
    tau: fc.constantFrom(0.01, 0.05, 0.2),
    sides: fc.constantFrom<Sides>('both', 'in', 'out'),
  });

  test('has the power of the best of all thresholds and all numbers of runs, by the quick methods', () => {
    fc.assert(
      fc.property(options, (given) => {
        const request = checkedRequest(given);
        const every = everyRunDesign(given, QUICK_METHODS);
        for (const guesses of guessesToTry(given)) {
          const most = Math.max(0, ...every.filter((d) => d.guesses === guesses).map(({ power }) => power));
          expect(greatestPower(request.game(guesses), request, 'quick')).toBeCloseTo(most, 9);
        }
      }),
      { numRuns: 10, seed: 17 },
    );
  });

  test('is the plan of the best design, and among equals that with the largest expected epsilon', () => {
    fc.assert(
      fc.property(options, (given) => {
        const every = everyRunDesign(given, QUICK_METHODS);
        const most = Math.max(0, ...every.map(({ power }) => power));
        const found = plan(given).chosen;
        expect(found.power).toBeGreaterThanOrEqual(equalPower(most) - 1e-12);
        if (most < equalPower(1)) return;
        const request = checkedRequest(given);
        const chosen = bestRunThreshold(request.game(found.guesses), request, 'quick', equalPower(most));
        const least = equalPower(most);
        expect(chosen.power).toBeGreaterThanOrEqual(least - 1e-12);
        expect(
          mostExpected(given, [{ guesses: found.guesses, ...chosen, runsNeeded: 1 }], 0),
        ).toBeGreaterThan(0.999 * mostExpected(given, every, least) - 1e-9);
      }),
      { numRuns: 3, seed: 18 },
    );
  });

  test('asks for the fewest runs that refute, by all methods', () => {
    for (const given of [
      { m: 60, runs: 5, claim: GAUSSIAN },
      { m: 100, runs: 4, claim: GAUSSIAN, violation: 'gaussian(sigma=0.7)', tau: 0.01 },
      { m: 100, runs: 6, claim: 'laplace(scale=1)', sides: 'in' as const },
      { m: 40, k: 4, runs: 3, claim: 'gaussian(sigma=2)' },
      { m: 50, runs: 40, claim: GAUSSIAN, violation: 'gaussian(sigma=0.9)' },
    ]) {
      const { runs, atLeast, runsNeeded, guesses, power } = runsOf(plan(given));
      const { design, game, tau } = checkedRequest(given);
      const p = smallestP(game(guesses), atLeast, design.tested, METHODS);
      expect(naiveTail(runs, p, runsNeeded)).toBeLessThanOrEqual(tau * (1 + 1e-9));
      expect(naiveTail(runs, p, runsNeeded - 1)).toBeGreaterThan(tau);
      const counts = design.broken.law(guesses).atLeast(atLeast);
      expect(power).toBeCloseTo(naiveTail(runs, counts, runsNeeded), 9);
    }
  });
});

describe('a plan for several runs', () => {
  test('states as the most that can be proved what the audit states, within a costly family too', () => {
    const claim = 'dpsgd(noise=1, rate=0.05, steps=200)';
    for (const runs of [1, 5]) {
      const { chosen, atLeast, family } = plan({ m: 100, runs, claim });
      const [{ epsilon: most }] = epsilon(
        { m: 100, guesses: chosen.guesses, correct: atLeast ?? chosen.guesses },
        family,
        { tau: runs === 1 ? 0.05 : levelOfRuns(runs, { runs, tau: 0.05 }) },
      );
      expect(chosen.largestProvable).toBe(most);
    }
  });

  test('works for candidates, one side, other levels, guarantees and DP-SGD, and in words', () => {
    for (const given of [
      { m: 40, k: 5, claim: 'gaussian(sigma=2)' },
      { m: 100, claim: GAUSSIAN, sides: 'out' as const, tau: 0.001 },
      { m: 100, claim: 'approx-dp(epsilon=2, delta=1e-5)', violation: 'gaussian(sigma=0.5)' },
      { m: 40, claim: 'dpsgd(noise=1, rate=0.02, steps=1000)' },
    ]) {
      const found = plan({ ...given, runs: 3 });
      const { atLeast, runsNeeded, guesses } = runsOf(found);
      expect(found.chosen).toMatchObject({ critical: atLeast, atLeast, runsNeeded });
      expect(found.chosen.epsilon).toBeLessThanOrEqual(tradeOff(given.claim).epsilon(1e-5));
      const text = planText(found);
      expect(text).toContain(`A run counts with ${atLeast} right or more, and ${runsNeeded} of 3`);
      expect(text).toContain('in each of 3 runs');
      expect(text).toContain('runs 3 times, epsilon');
      expect(guesses).toBe(plannedGuesses({ ...given, runs: 3 }));
    }
  });

  test('that cannot refute has a threshold all the same, and says how many canaries could', () => {
    const found = plan({ m: 20, runs: 2, claim: 'gaussian(sigma=0.4)' });
    expect(found).toMatchObject({ runs: 2, runsNeeded: null, chosen: { critical: null, power: 0 } });
    expect(found.atLeast).toBeGreaterThan(0);
    expect(planText(found)).toMatch(/cannot refute [\s\S]*bout [\d,]+ in each of 2 runs find/);
  });

  test('for a target proves it on average, whatever it refutes', () => {
    const found = planForTarget(1, { runs: 3, claim: GAUSSIAN });
    expect(found.chosen.epsilon).toBeGreaterThanOrEqual(1);
    expect(found.m).toBeLessThan(planForTarget(1, { claim: GAUSSIAN }).m);
  });
});
