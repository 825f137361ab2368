import { describe, expect, test } from 'vitest';
import { bestThreshold } from '../../../src/audit/classical/choose-threshold.ts';
import { errorsPValue, errorsRefute } from '../../../src/audit/classical/curve-test.ts';
import { withoutErrors } from '../../../src/audit/classical/error-limits.ts';
import { leastPValue } from '../../../src/audit/many/audit-p-value.ts';
import { judgeTogether } from '../../../src/audit/many/judge-together.ts';
import { BOUNDS } from '../../../src/bounds/index.ts';
import { tradeOff } from '../../../src/claims/index.ts';
import { type AuditOptions, type AuditResult, audit, verdict } from '../../../src/index.ts';

const CLAIM = 'gaussian(sigma=1)';
/** Runs of one canary each, by score and whether it is in. */
const runs = (rows: readonly (readonly [number, number])[]) =>
  rows.map(([score, included]) => ({ scores: [score], included: [included] }));

describe('a threshold chosen by runs that prove nothing', () => {
  const chosen = (outside: readonly number[], inside: readonly number[]) =>
    bestThreshold(
      {
        scores: Float64Array.from([...outside, ...inside]),
        included: Uint8Array.from([...outside.map(() => 0), ...inside.map(() => 1)]),
      },
      false,
      0.05,
    );

  test('has the smallest shares of errors, not the fewest', () => {
    // Three of ten that are in are missed, rather than one of two that are out called in.
    expect(chosen([0, 5.5], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toBe(5.75);
    // One of ten that are out is called in, rather than one of two that are in missed.
    expect(chosen([0, 1, 2, 3, 4, 5, 6, 7, 8, 10.5], [9.5, 11.5])).toBe(8.75);
  });
});

test('of more than 4,000 runs every second or third is tried as a threshold', () => {
  // Two that are out below 7,999 that are in: the first place is tried, and the next comes too soon.
  const scores = Float64Array.from({ length: 8001 }, (_, i) => Math.min(i, 2));
  const included = Uint8Array.from({ length: 8001 }, (_, i) => (i < 2 ? 0 : 1));
  expect(bestThreshold({ scores, included }, false, 0.05)).toBe(0.5);
  const few = { scores: scores.subarray(0, 4000), included: included.subarray(0, 4000) };
  expect(bestThreshold(few, false, 0.05)).toBe(1.5);
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

describe('runs of one canary each', () => {
  // Separated by the threshold but for two of either kind, which makes ranks as good as the threshold.
  const rows = Array.from(
    { length: 60 },
    (_, i) => [(i < 4 ? 1 - (i % 2) : i % 2) * 4 + i / 97, i % 2] as const,
  );
  const options: AuditOptions = {
    claim: CLAIM,
    families: [],
    plots: false,
    guesses: [60],
    violation: 'gaussian(sigma=0.1)',
  };

  test('are refuted where one test refutes the claim and another does not', () => {
    const found = audit(runs(rows), { ...options, threshold: 2.5 });
    const refuting = found.tests.filter(({ refuted }) => refuted);
    expect(refuting.length).toBeGreaterThan(0);
    expect(refuting.length).toBeLessThan(found.tests.length);
    expect(found.verdict).toBe('refuted');
    expect(found.notes[0]).toBe(
      '60 independent runs of one canary each were audited as one game of 60 canaries, and by the classical test',
    );
    expect(found.runs[0].inputs).toHaveLength(60);
    expect(found.runs[0].inputs[59].name).toBe('run 60');
  });

  test('could have had the least p-value of each test, counted twice', () => {
    const found = audit(runs(rows), { ...options, methods: ['paper', 'classical'], threshold: 2.5 });
    const [game] = verdict({ m: 60, guesses: 60, correct: 60 }, CLAIM, { methods: ['paper'] }).tests;
    if (found.classical === undefined) throw new Error('no classical audit');
    const classical = errorsPValue(withoutErrors(found.classical), tradeOff(CLAIM));
    expect(game.pValue).not.toBeCloseTo(classical, 9);
    const least = (tests: typeof found.tests) => (leastPValue({ ...found, tests }) ?? 0) / 2;
    const of = (method: string) => found.tests.filter((each) => each.method === method);
    expect(least(of('paper')) / game.pValue).toBeCloseTo(1, 9);
    expect(least(of('classical')) / classical).toBeCloseTo(1, 9);
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

test('the least p-value of a method is its own, but for the optimal test', () => {
  const claim = 'approx-dp(epsilon=1, delta=0.01)';
  const seen = { m: 60, k: 2, guesses: 20, correct: 12 };
  const found = (method: string) => {
    const tests = [{ method, guesses: 20, pValue: 0.5, refuted: false }];
    const shares = { tau: 0.05, tauEach: 0.05, game: 'membership', claim: { stated: claim } };
    return leastPValue({ ...shares, tests, runs: [{ observations: [seen] }] } as unknown as AuditResult);
  };
  const best = (method: 'steinke' | 'paper') =>
    BOUNDS[method].pValue({ ...seen, correct: 20 }, tradeOff(claim));
  expect(found('steinke')).toBe(best('steinke'));
  expect(found('paper')).toBe(best('paper'));
  expect(found('optimal')).toBe(best('paper'));
  expect(best('steinke')).not.toBe(best('paper'));
});

test('an audit alone could be refuted at its own level, however many there are, where none is corrected', () => {
  const audits = ['a', 'b', 'c'].map((kind) => ({ kind, pValue: 0.5, leastPValue: 0.02, tau: 0.05 }));
  const alone = (correction: 'none' | 'holm' | 'bh') =>
    judgeTogether(audits, { tau: 0.05, correction }).map(({ refutableAlone }) => refutableAlone);
  expect(alone('none')).toEqual([true, true, true]);
  expect(alone('holm')).toEqual([false, false, false]);
  expect(alone('bh')).toEqual([false, false, false]);
});
