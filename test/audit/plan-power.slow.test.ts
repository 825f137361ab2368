import { describe, expect, test } from 'vitest';
import { enoughCanaries } from '../../src/audit/index.ts';
import { plannedPower } from '../../src/audit/plan/choice.ts';
import { audit, type PlanOptions, plan, planForPower } from '../../src/index.ts';
import { refutes } from '../../src/mechanisms/index.ts';
import { auditText, planText } from '../../src/report/index.ts';
import { noisySum, one } from '../support/scores.ts';

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

  test('says so where no number is enough', () => {
    expect(() => planForPower(0.9, { claim: GAUSSIAN, violation: GAUSSIAN })).toThrow(
      'no number of canaries up to 2e7 catches gaussian(sigma=1) with probability 0.9',
    );
    expect(() => planForPower(0.9, { claim: 'perfect()' })).toThrow('no usual violation');
  });

  test.each([0, 1, 1.2, -1, Number.NaN])('refuses %d', (power) => {
    expect(() => planForPower(power, { claim: GAUSSIAN })).toThrow('invalid power; must be in (0, 1)');
  });
});

describe('a design that is too small', () => {
  const enough = planForPower(0.9, { claim: GAUSSIAN }).m;

  test('is told how many canaries would be enough: the number of the plan for that power', async () => {
    expect(enoughCanaries(0.9, { claim: GAUSSIAN })).toEqual({
      violation: 'gaussian(sigma=0.5)',
      power: 0.9,
      canaries: enough,
    });
    const found = plan({ m: 5, claim: GAUSSIAN });
    expect(found.enough?.canaries).toBe(enough);
    const sentence = `bout ${enough} canaries catch gaussian(sigma=0.5) with probability 90%`;
    expect(planText(found)).toContain(`with every guess right it would still not be refuted. A${sentence}.`);
    const audited = one(noisySum(5, 1, 'few'), { claim: GAUSSIAN });
    expect(audited.claim).toMatchObject({ refutable: false, enough: { canaries: enough } });
    expect(auditText(audited)).toContain(`That it is not refuted means nothing here; a${sentence}.`);
    await expect(refutes(() => [], GAUSSIAN, { m: 5 })).rejects.toThrow(`use more, about ${enough} to catch`);
  });

  test('that could refute but hardly does is told too, for the power that was required', () => {
    const { claim } = one(noisySum(150, 1, 'some'), { claim: GAUSSIAN });
    expect(claim?.refutable).toBe(true);
    expect(claim?.enough).toMatchObject({ power: 0.9, canaries: enough });
    const required = one(noisySum(400, 1, 'more'), { claim: GAUSSIAN, requirePower: 0.99 });
    expect(required.verdict).toBe('no-verdict');
    expect(required.claim?.enough).toMatchObject({ power: 0.99 });
    expect(auditText(required)).toMatch(/Plan the next run for that power .* with probability 99%/);
    expect(one(noisySum(1000, 1, 'enough'), { claim: GAUSSIAN }).claim).not.toHaveProperty('enough');
  });

  test('of several runs is told how many in each, and has a power that can be required', () => {
    const runs = [0, 1, 2].map((seed) => noisySum(30, 1, `three ${seed}`));
    const options = { claim: GAUSSIAN, guesses: [14], atLeast: 14, families: [], plots: false };
    const scores = runs.map(({ scores, included }) => ({ scores, included }));
    const found = audit(scores, options);
    expect(found.claim?.power?.probability).toBeGreaterThan(0);
    expect(found.claim?.enough?.canaries).toBe(planForPower(0.9, { claim: GAUSSIAN, runs: 3 }).m);
    expect(auditText(found)).toContain('canaries in each of 3 runs catch gaussian(sigma=0.5)');
    expect(audit(scores, { ...options, requirePower: 0.999 }).verdict).toBe('no-verdict');
  });

  test('is told so where no number up to a million would do', () => {
    const claim = 'gaussian(sigma=0.2)';
    const found = plan({ m: 20, claim });
    expect(found.enough?.canaries).toBeNull();
    expect(planText(found)).toContain('No number of canaries up to 1,000,000 catches gaussian(sigma=0.1)');
  });
});
