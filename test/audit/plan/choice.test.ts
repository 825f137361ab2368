import { afterEach, describe, expect, test, vi } from 'vitest';
import { budgetsOf } from '../../../src/audit/plan/budgets.ts';
import { plannedGuesses, quickPower } from '../../../src/audit/plan/choice.ts';
import { criticalCount } from '../../../src/audit/plan/critical.ts';
import { expectedEpsilon } from '../../../src/audit/plan/expected.ts';
import { powerOf } from '../../../src/audit/plan/judge.ts';
import { checkedRequest, guessesToTry } from '../../../src/audit/plan/request.ts';
import { equalPower } from '../../../src/audit/plan/run-threshold.ts';
import { BOUNDS } from '../../../src/bounds/index.ts';
import { tradeOff } from '../../../src/claims/index.ts';

const CLAIM = 'gaussian(sigma=1)';
const violation = 'gaussian(sigma=0.5)';

afterEach(() => {
  vi.restoreAllMocks();
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

  test('of one run is the one that proves most, of those that catch the violation as often', () => {
    for (const m of [100, 400]) {
      const options = { m, claim: CLAIM, violation: 'gaussian(sigma=0.05)' };
      const request = checkedRequest(options);
      const { design, tau, game, family } = request;
      const powers = guessesToTry(options).map((n) => powerOf(game(n), design, tau, 'quick').power);
      const equals = guessesToTry(options).filter((_, i) => powers[i] >= equalPower(Math.max(...powers)));
      expect(equals.length).toBeGreaterThan(2);
      const worth = (n: number) => expectedEpsilon(game(n), request, family.rank);
      expect(worth(plannedGuesses(options))).toBe(Math.max(...equals.map(worth)));
    }
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

  test('is checked where it is stated', () => {
    const budgets = (guesses: readonly number[]) => budgetsOf('membership', 10, { guesses }, []);
    for (const n of [0, -1, 11, 1.5])
      expect(() => budgets([n])).toThrow(`must be whole numbers from 1 to the canaries (10): ${n}`);
    expect(budgets([1, 10])).toEqual([1, 10]);
    expect(() => budgets([4, 4])).toThrow('each number once');
  });
});
