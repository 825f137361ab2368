import { describe, expect, test } from 'vitest';
import { criticalCalls, errorsPValue, errorsRefute } from '../../../src/audit/classical/curve-test.ts';
import { callsOf, errorsOfCalls } from '../../../src/audit/classical/error-limits.ts';
import { bestThreshold } from '../../../src/audit/classical/threshold.ts';
import { auditsTogether } from '../../../src/audit/many/together.ts';
import { tradeOff } from '../../../src/claims/index.ts';
import { lawOfCalls } from '../../../src/games/index.ts';
import { audit } from '../../../src/index.ts';
import { binomialPmf, createRandom } from '../../../src/numerics/index.ts';

const CLAIM = 'gaussian(sigma=1)';

test('a threshold that runs choose has the smallest shares of errors, not the fewest', () => {
  const chosen = (outside: readonly number[], inside: readonly number[]) =>
    bestThreshold(
      {
        scores: Float64Array.from([...outside, ...inside]),
        included: Uint8Array.from([...outside.map(() => 0), ...inside.map(() => 1)]),
      },
      false,
      0.05,
    );
  // Three of ten that are in are missed, rather than one of two that are out called in.
  expect(chosen([0, 5.5], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toBe(6);
  // One of ten that are out is called in, rather than one of two that are in missed.
  expect(chosen([0, 1, 2, 3, 4, 5, 6, 7, 8, 10.5], [9.5, 11.5])).toBe(9.5);
});

describe('the p-value of both errors', () => {
  test('is the smallest level at which they refute', () => {
    for (const [n, wrong, claim] of [
      [40, 2, CLAIM],
      [100, 10, CLAIM],
      [60, 20, 'perfect()'],
    ] as const) {
      const errors = { falsePositives: { runs: n, wrong }, falseNegatives: { runs: n, wrong } };
      const p = errorsPValue(errors, tradeOff(claim));
      expect(p).toBeGreaterThan(1e-300);
      expect(p).toBeLessThan(1);
      expect(errorsRefute(errors, tradeOff(claim), p)).toBe(true);
      expect(errorsRefute(errors, tradeOff(claim), p * (1 - 1e-9))).toBe(false);
    }
  });
});

test('errors refute a curve by either of their roles', () => {
  // A curve that is not the same with in and out exchanged: beta is at least 1 - sqrt(alpha).
  const f = { ...tradeOff('perfect()'), fBar: Math.sqrt };
  const errors = (fp: number, fn: number) => ({
    falsePositives: { runs: 1000, wrong: fp },
    falseNegatives: { runs: 1000, wrong: fn },
  });
  // With limits of about 0.51 and 0.26 one role says 0.74 > sqrt(0.51), the other 0.49 < sqrt(0.26).
  expect(errorsRefute(errors(480, 230), f, 0.05)).toBe(true);
  expect(errorsRefute(errors(230, 480), f, 0.05)).toBe(true);
  expect(errorsRefute(errors(600, 600), f, 0.05)).toBe(false);
});

describe('right calls, given how many runs are called in', () => {
  const calls = { inside: 12, outside: 9, calledIn: 8 };

  test('have the law of two binomial numbers whose sum is known', () => {
    const f = tradeOff('gaussian(mu=1.3)');
    const law = lawOfCalls(calls, f.fBar);
    // The false-positive rate at which 8 runs are called in on average.
    let [low, high] = [0, 1];
    for (let i = 0; i < 60; i++) {
      const x = (low + high) / 2;
      if (9 * x + 12 * f.fBar(x) < 8) low = x;
      else high = x;
    }
    const chances = Array.from(
      { length: 9 },
      (_, found) => binomialPmf(12, f.fBar(low), found) * binomialPmf(9, low, 8 - found),
    );
    const total = chances.reduce((sum, p) => sum + p, 0);
    for (let found = 0; found <= 8; found++) {
      const least = chances.slice(found).reduce((sum, p) => sum + p, 0) / total;
      expect(law.atLeast(9 - 8 + 2 * found)).toBeCloseTo(least, 9);
    }
    expect(law.atLeast(1 + 2 * 3 - 1)).toBeCloseTo(law.atLeast(1 + 2 * 3), 12);
  });

  test('are all right under a curve that allows it, and as good as certain at the ends', () => {
    expect(lawOfCalls(calls, () => 1).mean).toBe(17);
    expect(lawOfCalls({ ...calls, calledIn: 0 }, (x) => x).mean).toBe(9);
    expect(lawOfCalls({ ...calls, calledIn: 21 }, (x) => x).mean).toBe(12);
  });

  test('refute from the fewest on whose errors do', () => {
    for (const calledIn of [150, 200, 240]) {
      const of = { inside: 200, outside: 180, calledIn };
      const least = criticalCalls(of, tradeOff(CLAIM), 0.05) ?? 0;
      const refutes = (right: number) =>
        errorsRefute(errorsOfCalls(of, (right - 180 + calledIn) / 2), tradeOff(CLAIM), 0.05);
      expect([refutes(least), refutes(least - 2)]).toEqual([true, false]);
      expect(callsOf(errorsOfCalls(of, 70))).toEqual(of);
    }
    expect(criticalCalls({ inside: 200, outside: 180, calledIn: 2 }, tradeOff(CLAIM), 0.05)).toBeNull();
  });
});

describe('a classical audit among many', () => {
  const random = createRandom('many');
  const runs = Array.from({ length: 400 }, () => {
    const bit = random.coin();
    return { scores: [bit + random.normal()], included: [bit] };
  });
  const found = audit(runs, { claim: CLAIM, threshold: 0.5, sameCanary: true, plots: false });

  test('stands as it does alone', () => {
    const one = { name: 'a', result: found, error: null, report: null };
    expect(found.outcome).toBe('not-refuted');
    expect(auditsTogether([one], { tau: 0.05, correction: 'holm' }).rows[0].outcome).toBe('not-refuted');
  });
});
