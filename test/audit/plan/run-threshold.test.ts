import { describe, expect, test } from 'vitest';
import { expectedFromRuns } from '../../../src/audit/plan/expected.ts';
import { checkedRequest } from '../../../src/audit/plan/request.ts';
import {
  bestRunThreshold,
  equalPower,
  greatestPower,
  mostProving,
  quickEpsilonOfRuns,
  thresholdAt,
} from '../../../src/audit/plan/run-threshold.ts';
import { binomialTail } from '../../../src/numerics/index.ts';

const CLAIM = 'gaussian(sigma=1)';
const violation = 'gaussian(sigma=0.5)';

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
    const stated = Array.from({ length: n }, (_, i) => thresholdAt(game, i + 1, request, 'quick'));
    const best = bestRunThreshold(game, request, 'quick');
    expect(best).toEqual(stated[best.atLeast - 1]);
    // They are compared by the law that is worked out with less care.
    const { atLeast: counts } = request.design.broken.law(n, 'rough');
    const all = stated.map(({ atLeast, runsNeeded }) => ({
      atLeast,
      power: runsNeeded === null ? 0 : binomialTail(runs, counts(atLeast), runsNeeded),
    }));
    const most = Math.max(...all.map(({ power }) => power));
    expect(greatestPower(game, request, 'quick')).toBeCloseTo(most, 12);
    expect(Math.abs(best.power - all[best.atLeast - 1].power)).toBeLessThan(1e-4);
    expect(all[best.atLeast - 1].power).toBeGreaterThanOrEqual(equalPower(most));
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
    const p = request.design.honest.law(20).atLeast(16);
    const expected = (claimed: number) =>
      expectedFromRuns(game, 16, { ...request, family: { ...request.family, claimed } }, () => 2);
    expect(expected(Infinity)).toBeCloseTo(2 * (1 - (1 - p) ** 4), 3);
    expect(expected(0.5)).toBeCloseTo(0.5 * (1 - (1 - p) ** 4), 3);
  });
});
