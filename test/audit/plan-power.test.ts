import { describe, expect, test } from 'vitest';
import { enoughCanaries } from '../../src/audit/index.ts';
import { plan, planForPower } from '../../src/index.ts';
import { refutes } from '../../src/mechanisms/index.ts';
import { auditText, planText } from '../../src/report/index.ts';
import { noisySum, one } from '../support/scores.ts';

const GAUSSIAN = 'gaussian(sigma=1)';

describe('a plan for a power', () => {
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
    const sentence = `bout ${enough} find half the noise with probability 90%`;
    expect(planText(found)).toContain(`To notice more, plan with more canaries: a${sentence}.`);
    const audited = one(noisySum(5, 1, 'few'), { claim: GAUSSIAN });
    expect(audited).toMatchObject({
      outcome: 'could-not-have-noticed',
      claim: { critical: [null], enough: { canaries: enough } },
      standing: { couldNot: 'never-refutes', standsFrom: null },
    });
    expect(auditText(audited)).toContain(`a${sentence}`);
    await expect(refutes(() => [], GAUSSIAN, { m: 5 })).rejects.toThrow(
      /use more: about \d+ canaries catch gaussian\(sigma=0\.5\) with probability 0\.5/,
    );
  });

  test('that could refute but hardly does is told too, for the power that was required', () => {
    const few = one(noisySum(150, 1, 'some'), { claim: GAUSSIAN });
    expect(few).toMatchObject({
      standing: { couldNot: null },
      claim: { enough: { power: 0.9, canaries: enough } },
    });
    const required = one(noisySum(400, 1, 'more'), { claim: GAUSSIAN, requirePower: 0.99 });
    expect(required.outcome).toBe('could-not-have-noticed');
    expect(required.claim?.enough).toMatchObject({ power: 0.99 });
    expect(auditText(required)).toMatch(/with probability 99%/);
    expect(one(noisySum(1000, 1, 'enough'), { claim: GAUSSIAN }).claim).not.toHaveProperty('enough');
  });

  test('is told so where no number up to a million would do', () => {
    const claim = 'gaussian(sigma=0.2)';
    const found = plan({ m: 20, claim });
    expect(found.enough?.canaries).toBeNull();
    expect(planText(found)).toContain('no number of canaries up to 1,000,000 finds half the noise');
  });
});
