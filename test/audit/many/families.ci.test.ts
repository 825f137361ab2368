import { describe, expect, test } from 'vitest';
import { auditsTogether } from '../../../src/audit/index.ts';
import type { Correction } from '../../../src/corrections.ts';
import { verdict } from '../../../src/index.ts';
import { binomialTail, clopperPearsonLower, createRandom } from '../../../src/numerics/index.ts';
import { ended } from '../../support/ended-audit.ts';

/** The p-values of a randomised response that keeps its claim exactly: the worst case, up to the counts. */
const GUESSES = 60;
const P_VALUES = Array.from({ length: GUESSES + 1 }, (_, correct) => {
  const { tests } = verdict({ m: GUESSES, correct }, 'pure-dp(epsilon=1)', { methods: ['paper'] });
  return tests[0].pValue;
});
const [KEPT, BROKEN] = [Math.E / (1 + Math.E), 0.93].map((p) =>
  Array.from({ length: GUESSES + 1 }, (_, i) => binomialTail(GUESSES, p, i)),
);

/** How many are right, where `tails` has the probabilities of so many or more. */
function countOf(random: ReturnType<typeof createRandom>, tails: readonly number[]): number {
  const u = random.uniform();
  return tails.findLastIndex((tail) => u <= tail);
}

describe('over thousands of families of 20 audits', () => {
  const FAMILIES = 2000;
  const random = createRandom('many audits');
  const family = (broken: number, alike: boolean) => {
    const shared = countOf(random, KEPT);
    return Array.from({ length: 20 }, (_, i) => {
      const count = i < broken ? countOf(random, BROKEN) : alike ? shared : countOf(random, KEPT);
      return ended(P_VALUES[count], {}, `${i}`);
    });
  };
  /** How often a claim that holds was called refuted, in any family, and the mean share among the refuted. */
  const errors = (correction: Correction, broken: number, alike = false) => {
    let any = 0;
    let share = 0;
    let caught = 0;
    for (let i = 0; i < FAMILIES; i++) {
      const { rows } = auditsTogether(family(broken, alike), { tau: 0.05, correction });
      const found = rows.map(({ outcome }) => outcome);
      const wrong = found.slice(broken).filter((outcome) => outcome === 'refuted').length;
      const right = found.slice(0, broken).filter((outcome) => outcome === 'refuted').length;
      any += wrong > 0 ? 1 : 0;
      share += wrong / Math.max(1, wrong + right);
      caught += right;
    }
    return { any, share: share / FAMILIES, caught: caught / FAMILIES };
  };

  test('Holm calls any true claim refuted in at most 5% of them, copies of one run included', () => {
    for (const found of [errors('holm', 0), errors('holm', 0, true), errors('holm', 5)]) {
      expect(clopperPearsonLower(found.any, FAMILIES, 1e-6)).toBeLessThanOrEqual(0.05);
      expect(found.any).toBeGreaterThan(0);
    }
    expect(errors('holm', 5).caught).toBeGreaterThan(2);
  });

  test('without a correction most families have one, which these tests would notice', () => {
    expect(clopperPearsonLower(errors('none', 0).any, FAMILIES, 1e-6)).toBeGreaterThan(0.2);
  });

  test('of what Benjamini and Hochberg refute at most 5% is true on average, and they refute more', () => {
    const found = errors('bh', 10);
    // Each share is at most 1, and has a standard error of at most 0.5 / sqrt(2000).
    expect(found.share).toBeLessThan(0.05 + 5 * (0.5 / Math.sqrt(FAMILIES)));
    expect(found.share).toBeGreaterThan(0.002);
    expect(found.caught).toBeGreaterThan(errors('holm', 10).caught);
  });
});
