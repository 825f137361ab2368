import { describe, expect, test } from 'vitest';
import { plannedPower } from '../../src/audit/plan/choice.ts';
import { audit, type PlanOptions, plan, planForPower } from '../../src/index.ts';
import { auditText } from '../../src/report/index.ts';
import { noisySum } from '../support/scores.ts';

const GAUSSIAN = 'gaussian(sigma=1)';

describe('a plan for a power', () => {
  test.each<[number, Omit<PlanOptions, 'm'>]>([
    [0.9, { claim: GAUSSIAN }],
    [0.5, { claim: GAUSSIAN, runs: 3, violation: 'gaussian(sigma=0.6)' }],
    [0.9, { claim: 'laplace(scale=1)', sides: 'in' }],
    [0.9, { claim: 'gaussian(sigma=4)', violation: 'gaussian(sigma=0.5)', k: 5 }],
    [0.9, { claim: GAUSSIAN, guesses: 100 }],
  ])('%d of %j has it, and a much smaller one has not', (power, options) => {
    const found = planForPower(power, options);
    expect(found.chosen.power).toBeGreaterThanOrEqual(power);
    expect(found).toEqual(plan({ ...options, m: found.m }));
    // No size of a walk down in steps of 2% is enough, as far as there are sizes with so many guesses.
    for (const part of [0.96]) {
      const fewer = Math.floor(part * found.m);
      if (fewer >= Math.max(2, options.guesses ?? 0) && found.m - fewer > 1)
        expect(plannedPower({ ...options, m: fewer })).toBeLessThan(power);
    }
  });

  test('needs fewer canaries with more runs, and more for a smaller violation', () => {
    const size = (options: Partial<PlanOptions>) => planForPower(0.9, { claim: GAUSSIAN, ...options }).m;
    expect(size({ runs: 3 })).toBeLessThan(0.5 * size({}));
    expect(size({ violation: 'gaussian(sigma=0.6)' })).toBeGreaterThan(size({}));
  });
});

describe('a design that is too small', () => {
  test('of several runs is told how many in each, and has a power that can be required', () => {
    const runs = [0, 1, 2].map((seed) => noisySum(30, 1, `three ${seed}`));
    const options = { claim: GAUSSIAN, guesses: [14], atLeast: 14, families: [], plots: false };
    const scores = runs.map(({ scores, included }) => ({ scores, included }));
    const found = audit(scores, options);
    expect(found.power?.best).toBeGreaterThan(0);
    // Enough for the power alone, blind runs would not be told from others.
    const canaries = found.claim?.enough?.canaries ?? 0;
    expect(canaries).toBeGreaterThan(planForPower(0.9, { claim: GAUSSIAN, runs: 3 }).m);
    expect(plan({ m: canaries, runs: 3, claim: options.claim }).standing?.couldNot).toBeNull();
    expect(auditText(found)).toContain('in each of 3 runs find half the noise');
    expect(audit(scores, { ...options, requirePower: 0.999 }).outcome).toBe('could-not-have-noticed');
  });
});
