import { expect, test } from 'vitest';
import { judgeTogether } from '../../../src/audit/many/judge-together.ts';
import { leastPValue } from '../../../src/audit/many/least-p-value.ts';
import { BOUNDS } from '../../../src/bounds/index.ts';
import { tradeOff } from '../../../src/claims/index.ts';
import type { AuditResult } from '../../../src/index.ts';

test('the least p-value of a method is its own, but for the optimal test', () => {
  const claim = 'approx-dp(epsilon=1, delta=0.01)';
  const seen = { m: 60, k: 2, guesses: 20, correct: 12 };
  const found = (method: string) => {
    const tests = [{ method, guesses: 20, pValue: 0.5, level: 0.05, refuted: false }];
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
