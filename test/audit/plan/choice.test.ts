import { afterEach, describe, expect, test, vi } from 'vitest';
import { budgetsOf } from '../../../src/audit/plan/budgets.ts';
import { plannedGuesses, quickPower } from '../../../src/audit/plan/choice.ts';
import { criticalCount } from '../../../src/audit/plan/critical.ts';
import { expectedFromRuns } from '../../../src/audit/plan/expected.ts';
import { checkedRequest, guessesToTry } from '../../../src/audit/plan/request.ts';
import {
  bestRunThreshold,
  equalPower,
  greatestPower,
  mostProving,
  quickEpsilonOfRuns,
  thresholdAt,
} from '../../../src/audit/plan/run-threshold.ts';
import { BOUNDS } from '../../../src/bounds/index.ts';
import { tradeOff } from '../../../src/claims/index.ts';

const CLAIM = 'gaussian(sigma=1)';
const violation = 'gaussian(sigma=0.5)';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('several runs', () => {
  test.each([
    [violation, 60, 4, 20],
    // More thresholds than the best are as good, and one of them proves more.
    ['gaussian(sigma=0.3)', 60, 6, 20],
    // What proves most is not as good.
    ['gaussian(sigma=0.7)', 200, 6, 40],
  ])('%s: count from where they are caught most often, and of equals prove most', (broken, m, runs, n) => {
    const request = checkedRequest({ m, runs, claim: CLAIM, violation: broken });
    const game = request.game(n);
    const all = Array.from({ length: n }, (_, i) => thresholdAt(game, i + 1, request, 'quick'));
    const most = Math.max(...all.map(({ power }) => power));
    expect(greatestPower(game, request, 'quick')).toBeCloseTo(most, 12);
    const best = bestRunThreshold(game, request, 'quick');
    expect(best).toEqual(all[best.atLeast - 1]);
    expect(best.power).toBeGreaterThanOrEqual(equalPower(most));
    const equals = all.filter(({ power }) => power >= equalPower(most));
    const worth = (atLeast: number) => quickEpsilonOfRuns(game, atLeast, request);
    expect(worth(best.atLeast)).toBe(Math.max(...equals.map(({ atLeast }) => worth(atLeast))));
  });

  test('prove most from a count that honest runs have', () => {
    for (const [m, runs, n] of [
      [60, 4, 20],
      [200, 6, 40],
    ]) {
      const request = checkedRequest({ m, runs, claim: CLAIM });
      const worths = Array.from({ length: n }, (_, i) => quickEpsilonOfRuns(request.game(n), i + 1, request));
      const found = mostProving(request.game(n), request);
      expect(worths[found - 1]).toBe(Math.max(...worths));
      expect(found).toBeLessThan(n);
    }
  });

  test('cannot refute what not even all of them refute', () => {
    const request = checkedRequest({
      m: 4,
      runs: 2,
      claim: 'gaussian(sigma=0.1)',
      violation: 'gaussian(sigma=0.05)',
    });
    for (const judges of ['quick', 'all'] as const)
      expect(greatestPower(request.game(2), request, judges)).toBe(0);
    expect(bestRunThreshold(request.game(2), request, 'all')).toMatchObject({ runsNeeded: null, power: 0 });
  });

  test('are expected to prove what each number of them does, by its chance', () => {
    const request = checkedRequest({ m: 60, runs: 4, claim: CLAIM });
    const game = request.game(20);
    const p = request.design.chance(20, 16);
    const expected = (claimed: number) =>
      expectedFromRuns(game, 16, { ...request, family: { ...request.family, claimed } }, () => 2);
    expect(expected(Infinity)).toBeCloseTo(2 * (1 - (1 - p) ** 4), 3);
    expect(expected(0.5)).toBeCloseTo(0.5 * (1 - (1 - p) ** 4), 3);
  });
});

describe('the number of guesses', () => {
  let times = 0;
  const asked = () => {
    const rejects = vi.spyOn(BOUNDS.optimal, 'rejects');
    return () => rejects.mock.calls.map(([observation]) => observation);
  };

  test('of one run is compared by quick methods, of several the best five by all', () => {
    // A level of its own each time, for choices are remembered.
    const options = { m: 60, claim: CLAIM, violation, tau: 0.05 + 1e-6 * ++times };
    const power = quickPower(options);
    expect(power).toBeGreaterThan(0.01);
    expect(power).toBeLessThan(0.99);
    const calls = asked();
    expect(guessesToTry(options)).toContain(plannedGuesses(options));
    expect(calls()).toEqual([]);
    expect(guessesToTry(options).length).toBeGreaterThan(6);
    plannedGuesses({ ...options, runs: 3 });
    const tried = new Set(calls().map(({ guesses }) => guesses));
    expect(tried.size).toBeGreaterThan(1);
    expect(tried.size).toBeLessThanOrEqual(5);
    const before = calls().length;
    // Nearly certain anyway.
    plannedGuesses({ ...options, runs: 3, violation: 'gaussian(sigma=0.1)' });
    expect(calls()).toHaveLength(before);
  });

  test('is half of the canaries where there is nothing to plan against', () => {
    expect(plannedGuesses({ m: 100, claim: 'perfect()' })).toBe(50);
    expect(plannedGuesses({ m: 7, claim: 'perfect()' })).toBe(2);
    expect(plannedGuesses({ m: 2, claim: 'perfect()' })).toBe(1);
    expect(plannedGuesses({ m: 100, claim: 'perfect()', guesses: 9 })).toBe(9);
  });

  test('that refutes is sought by the optimal test below the one of quick methods alone', () => {
    const f = tradeOff(CLAIM);
    const game = { m: 80, k: 2, guesses: 60 };
    const quick = criticalCount(game, f, 0.05, 'quick') ?? 0;
    const calls = asked();
    const all = criticalCount(game, f, 0.05, 'all') ?? 0;
    const counts = calls().map(({ correct }) => correct);
    expect(all).toBeLessThan(quick);
    expect(Math.max(...counts)).toBeLessThanOrEqual(quick);
    expect(Math.min(...counts)).toBeGreaterThan(all - 8);
  });

  test('is checked where it is stated, and planned with the model and the delta that are', () => {
    const budgets = (guesses: readonly number[]) => budgetsOf('membership', 10, { guesses }, []);
    for (const n of [0, -1, 11, 1.5])
      expect(() => budgets([n])).toThrow(`must be whole numbers from 1 to the canaries (10): ${n}`);
    expect(budgets([1, 10])).toEqual([1, 10]);
    expect(() => budgets([4, 4])).toThrow('each number once');
    // At delta 0.01 this Laplace mechanism spends more than is claimed, at 1e-5 less.
    const model = 'laplace(scale=0.3)';
    const planned = (delta: number) => () =>
      budgetsOf('membership', 10, { claim: CLAIM, model, violation, delta }, []);
    expect(planned(0.01)).toThrow('invalid model; must keep the claim: at delta 0.01');
    expect(planned(1e-5)).not.toThrow();
  });
});
