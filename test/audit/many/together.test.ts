import { describe, expect, test } from 'vitest';
import { auditsTogether, type EndedAudit } from '../../../src/audit/index.ts';
import { leastPValue } from '../../../src/audit/many/least-p-value.ts';
import type { Correction } from '../../../src/corrections.ts';
import { type AuditOptions, type AuditResult, audit } from '../../../src/index.ts';
import { ended } from '../../support/ended-audit.ts';
import { input, noisySum, one } from '../../support/scores.ts';

const CLAIM = 'gaussian(sigma=1)';
const quick: AuditOptions = { claim: CLAIM, methods: ['paper'], families: [] };

const failed = (name: string): EndedAudit => ({ ...ended(null, {}, name), summary: null, error: 'bad file' });
const judge = (audits: EndedAudit[], correction: Correction = 'holm', tau = 0.05) =>
  auditsTogether(audits, { tau, correction });
const outcomes = (...given: Parameters<typeof judge>) => judge(...given).rows.map(({ outcome }) => outcome);

describe('the p-value of an audit', () => {
  const agrees = (found: AuditResult) => {
    const p = found.pValue;
    expect(p).not.toBeNull();
    expect((p ?? 2) <= found.tau).toBe(found.refuted);
    expect(leastPValue(found)).toBeLessThanOrEqual(p ?? 2);
    expect((leastPValue(found) ?? 2) <= found.tau).toBe(found.standing?.couldNot !== 'never-refutes');
    return p ?? 2;
  };

  test('decides it, whatever shares the significance', () => {
    for (const seed of [1, 2])
      for (const sigma of [0.5, 1]) {
        const scores = noisySum(300, sigma, seed);
        for (const tau of [0.05, 0.3]) {
          const single = one(scores, { ...quick, guesses: [60], tau });
          expect(agrees(single)).toBe(single.tests[0].pValue);
          const several = one(scores, { ...quick, guesses: [30, 60, 120], tau });
          const smallest = Math.min(...several.tests.map(({ pValue }) => pValue));
          expect(agrees(several) / Math.min(1, 3 * smallest)).toBeCloseTo(1, 9);
        }
      }
  });

  test('of several runs is that of their number together', () => {
    const runs = [1, 2, 3].map((seed) => ({ input, scores: noisySum(200, 0.5, seed) }));
    const found = audit(runs, { ...quick, guesses: [40], atLeast: 38, plots: false });
    expect(agrees(found)).toBe(found.tests[0].pValue);
  });

  test('is missing without a claim and without a verdict', () => {
    expect(one(noisySum(100, 1, 1), { methods: ['paper'], families: [] }).pValue).toBeNull();
    const reversed = noisySum(300, 0.3, 5);
    const found = one({ ...reversed, scores: reversed.scores.map((x) => -x) }, quick);
    expect([found.outcome, found.pValue]).toEqual(['no-verdict', null]);
  });
});

describe('many audits', () => {
  test('are judged together, and those without a p-value count', () => {
    expect(outcomes([ended(0.01), ended(0.02), ended(0.5)])).toEqual(['refuted', 'refuted', 'not-refuted']);
    const alone = ended(0.02);
    expect(outcomes([alone, failed('b'), ended(null, { outcome: 'no-verdict' }, 'c')])).toEqual([
      'not-refuted',
      'error',
      'no-verdict',
    ]);
    expect(outcomes([alone, failed('b')], 'none')).toEqual(['refuted', 'error']);
    // Nothing is claimed, so nothing could be refuted.
    const unfair = ended(null, { outcome: 'no-verdict', claim: null }, 'c');
    expect(judge([alone, unfair])).toMatchObject({ claims: 1, rows: [{}, { outcome: 'no-verdict' }] });
    const { claims, rows } = judge([alone, ended(null, { outcome: 'none', claim: null }, 'b')]);
    expect([claims, rows.map(({ outcome }) => outcome)]).toEqual([1, ['refuted', 'none']]);
  });

  test('a stricter level of its own holds for an audit, and a laxer one does not', () => {
    const strict = judge([ended(0.01, { tau: 0.001 }), ended(0.01, { tau: 0.1 })]).rows;
    // At its own level such a design could not have noticed half the noise.
    expect(strict.map(({ outcome }) => outcome)).toEqual(['could-not-have-noticed', 'refuted']);
    expect(strict.map(({ keptByOwnTau }) => keptByOwnTau)).toEqual([true, false]);
    expect(strict[0].adjusted).toBe(1);
    expect(outcomes([ended(0.07, { tau: 0.1, outcome: 'refuted' })])).toEqual(['not-refuted']);
    expect(outcomes([ended(0.0004, { tau: 0.001 }), ended(0.5)])).toEqual(['refuted', 'not-refuted']);
  });

  test('the same scores are told in each row, and counted in each', () => {
    const same = (name: string) => ({ ...ended(0.02, {}, name), evidence: 'e' });
    const { rows, claims } = judge([same('a'), same('b'), { ...ended(0.9, {}, 'c'), evidence: 'f' }]);
    expect(rows.map(({ sameScores }) => sameScores)).toEqual([['b'], ['a'], []]);
    expect(claims).toBe(3);
    expect(rows[0].outcome).toBe('not-refuted');
  });

  test('copies make no verdict stronger, under any correction', () => {
    const of = (pValue: number, name: string, evidence: string) => ({ ...ended(pValue, {}, name), evidence });
    const [broken, doubtful, kept] = [of(1e-4, 'a', 'x'), of(0.03, 'b', 'y'), of(0.9, 'c', 'z')];
    for (const correction of ['holm', 'bh', 'none'] as const) {
      const before = judge([broken, doubtful, kept], correction).rows;
      for (const copied of [broken, doubtful, kept]) {
        const copies = Array.from({ length: 20 }, (_, i) => ({ ...copied, name: `copy ${i}` }));
        const { rows } = judge([broken, doubtful, kept, ...copies], correction);
        const stronger = before.filter(({ adjusted }, i) => (rows[i].adjusted ?? 2) < (adjusted ?? 0));
        expect(stronger).toEqual([]);
      }
    }
    // Other claims about the same scores are other hypotheses.
    const claims = [0.02, 0.03, 0.04].map((p, i) => ({
      ...ended(p, { claim: `gaussian(sigma=${i + 1})` }, `${i}`),
      evidence: 'x',
    }));
    expect(outcomes(claims, 'bh')).toEqual(['refuted', 'refuted', 'refuted']);
  });

  test('a design too small among many is told', () => {
    const rows = judge([ended(0.5, { leastPValue: 0.02 }), ended(0.5), ended(0.5)]).rows;
    expect(rows.map(({ refutableAlone }) => refutableAlone)).toEqual([false, true, true]);
    expect(judge([ended(0.5, { leastPValue: 0.02 })], 'none').rows[0].refutableAlone).toBe(true);
  });

  test('where all designs are too small among many, nothing could be refuted', () => {
    const small = Array.from({ length: 3 }, (_, i) => ended(0.5, { leastPValue: 0.02 }, `${i}`));
    expect(judge(small).refutable).toBe(false);
    // Each is refuted beside the others.
    expect(judge(small, 'bh').refutable).toBe(true);
    expect(judge(small, 'none').refutable).toBe(true);
    expect(judge([...small, ended(0.5, { leastPValue: 0.01 })]).refutable).toBe(true);
    // Its own level is stricter than the least that it could have had.
    expect(judge([...small, ended(0.5, { leastPValue: 0.01, tau: 0.001 })]).refutable).toBe(false);
    expect(judge([failed('a')]).refutable).toBe(false);
  });
});
