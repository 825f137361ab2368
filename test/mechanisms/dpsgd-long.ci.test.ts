import { describe, expect, test } from 'vitest';
import { dpsgdOnCanaries, frequency, testDesign } from '../../src/mechanisms/index.ts';
import { clopperPearsonLower } from '../../src/numerics/index.ts';

const AUDITS = 1000;

describe('the scores of Dirac canaries follow theory', () => {
  test('the likelihood ratio proves more than the sum', async () => {
    const broken = { noise: 1, rate: 0.02, steps: 1000, bug: 'half-noise' } as const;
    const design = testDesign(dpsgdOnCanaries(broken).claim, { m: 1000 });
    const rate = async (score: 'llr' | 'sum') =>
      (await frequency(dpsgdOnCanaries({ ...broken, score }), design, 20, 'scores')).rate;
    expect(await rate('llr')).toBeGreaterThanOrEqual(0.9);
    expect(await rate('sum')).toBeLessThan(0.7);
  });
});

test.each(['llr', 'sum', 'fitted', 'spread', 'schedule'] as const)(
  `${AUDITS} audits of sound DP-SGD by its %s refute it at most tau of the time`,
  async (score) => {
    const subject = dpsgdOnCanaries({ noise: 1, rate: 0.2, steps: 20, score });
    const design = testDesign(subject.claim, { m: 200 });
    const { refuted, games } = await frequency(subject, design, AUDITS, 'sound');
    expect(clopperPearsonLower(refuted, games, 0.005)).toBeLessThanOrEqual(design.tau);
  },
);

test('choices among candidates are caught too', async () => {
  const setting = { noise: 1, rate: 0.05, steps: 200, k: 4 };
  const design = testDesign(dpsgdOnCanaries(setting).claim, { m: 1000, k: 4 });
  expect((await frequency(dpsgdOnCanaries(setting), design, 10, 'k')).refuted).toBe(0);
  const { rate } = await frequency(dpsgdOnCanaries({ ...setting, bug: 'noise-over-batch' }), design, 10, 'k');
  expect(rate).toBeGreaterThanOrEqual(0.9);
});
