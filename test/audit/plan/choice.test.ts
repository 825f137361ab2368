import { afterEach, describe, expect, test, vi } from 'vitest';
import { budgetsOf } from '../../../src/audit/plan/budgets.ts';
import { plannedGuesses } from '../../../src/audit/plan/choice.ts';
import { criticalCount } from '../../../src/audit/plan/critical.ts';
import { expectedFromRuns } from '../../../src/audit/plan/expected.ts';
import { planFamily } from '../../../src/audit/plan/family.ts';
import { judge } from '../../../src/audit/plan/judge.ts';
import { modelOf } from '../../../src/audit/plan/model.ts';
import { plan } from '../../../src/audit/plan/plan.ts';
import { checkedRequest, guessesToTry } from '../../../src/audit/plan/request.ts';
import {
  bestRunThreshold,
  equalPower,
  greatestPower,
  quickEpsilonOfRuns,
  thresholdAt,
} from '../../../src/audit/plan/run-threshold.ts';
import { enoughCanaries } from '../../../src/audit/plan/sizes/enough.ts';
import { BOUNDS } from '../../../src/bounds/index.ts';
import { tradeOff } from '../../../src/claims/index.ts';

const CLAIM = 'gaussian(sigma=1)';
const violation = 'gaussian(sigma=0.5)';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('several runs', () => {
  test.each([
    [violation, 60, 4],
    ['gaussian(sigma=0.25)', 60, 4],
    ['gaussian(sigma=0.6)', 51, 3],
  ])('%s: count from where they are caught most often, and of equals prove most', (broken, m, runs) => {
    const request = checkedRequest({ m, runs, claim: CLAIM, violation: broken });
    const game = request.game(20);
    const all = Array.from({ length: 20 }, (_, i) => thresholdAt(game, i + 1, request, 'quick'));
    const most = Math.max(...all.map(({ power }) => power));
    expect(greatestPower(game, request, 'quick')).toBeCloseTo(most, 12);
    const best = bestRunThreshold(game, request, 'quick');
    expect(best).toEqual(all[best.atLeast - 1]);
    expect(best.power).toBeGreaterThanOrEqual(equalPower(most));
    const equals = all.filter(({ power }) => power >= equalPower(most));
    const worth = (atLeast: number) => quickEpsilonOfRuns(game, atLeast, request);
    expect(worth(best.atLeast)).toBe(Math.max(...equals.map(({ atLeast }) => worth(atLeast))));
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
  const asked = () => {
    const rejects = vi.spyOn(BOUNDS.optimal, 'rejects');
    return () => rejects.mock.calls.map(([observation]) => observation);
  };

  test('of one run is compared by quick methods, of several the best five by all', () => {
    const options = { m: 30, claim: CLAIM, violation };
    const calls = asked();
    const one = plannedGuesses({ ...options, tau: 0.0123 });
    expect(guessesToTry(options)).toContain(one);
    expect(calls()).toEqual([]);
    expect(guessesToTry(options).length).toBeGreaterThan(5);
    plannedGuesses({ ...options, runs: 2, tau: 0.0123 });
    const tried = new Set(calls().map(({ guesses }) => guesses));
    expect(tried.size).toBeGreaterThan(1);
    expect(tried.size).toBeLessThanOrEqual(5);
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

describe('a plan', () => {
  test('takes a model that is a hundredth less private than the claim, and no more', () => {
    const model = (epsilon: number) => modelOf('pure-dp(epsilon=1)', `pure-dp(epsilon=${epsilon})`, 0);
    expect(model(1.011)).toBe('pure-dp(epsilon=1.011)');
    expect(() => model(1.0111)).toThrow('invalid model; must keep the claim: at delta 0');
  });

  test('judges the number that is chosen as an audit would, and the others roughly', () => {
    const { design, tau, game } = checkedRequest({ m: 60, claim: CLAIM, violation });
    const family = {
      name: 'f',
      delta: 0,
      claimed: 9,
      epsilon: () => 1,
      exactEpsilon: () => 2,
      rank: () => 1,
    };
    const row = (judges: 'quick' | 'all') =>
      judge(game(10), { design, family, tau, runs: 1, aim: 'power' }, judges);
    expect(row('quick')).toMatchObject({ guesses: 10, epsilon: 1, largestProvable: 1 });
    expect(row('all')).toMatchObject({ guesses: 10, epsilon: 1, largestProvable: 2 });
  });

  test('searches the members of a costly family roughly', () => {
    const of = (claim: string) => planFamily({ claim, model: claim, violation: claim }, 2, {});
    const [cheap, costly] = [of(CLAIM), of('dpsgd(noise=1, rate=0.1, steps=9)')];
    expect(cheap.epsilon).toBe(cheap.exactEpsilon);
    expect(costly.epsilon).not.toBe(costly.exactEpsilon);
  });

  test('says how scores will be guessed, and has no note where its family fits', () => {
    const options = { m: 16, claim: CLAIM, violation: 'gaussian(sigma=0.1)', guesses: 8 };
    const found = plan({ ...options, sides: 'in', lowerIsIn: true });
    expect(found).toMatchObject({ sides: 'in', lowerIsIn: true });
    expect(plan(options)).toMatchObject({ sides: 'both', lowerIsIn: false });
    expect(found).not.toHaveProperty('note');
  });

  test('does not take a mistake of a program for a claim without a violation', () => {
    expect(() => enoughCanaries(0.9, { claim: 7 as unknown as string })).toThrow(TypeError);
    expect(enoughCanaries(0.9, { claim: 'perfect()' })).toBeNull();
  });
});
