import { describe, expect, test } from 'vitest';
import { auditsTogether, type EndedAudit } from '../../../src/audit/index.ts';
import type { Correction } from '../../../src/corrections.ts';
import { type AuditOptions, type AuditResult, audit } from '../../../src/index.ts';
import { ended, failed, runWith } from '../../support/ended-audit.ts';
import { input, noisySum, one } from '../../support/scores.ts';

const CLAIM = 'gaussian(sigma=1)';
const quick: AuditOptions = { claim: CLAIM, methods: ['paper'], families: [] };

const judge = (audits: EndedAudit[], correction: Correction = 'holm', tau = 0.05) =>
  auditsTogether(audits, { tau, correction });
const outcomes = (...given: Parameters<typeof judge>) => judge(...given).rows.map(({ outcome }) => outcome);

describe('the p-value of an audit', () => {
  const agrees = (found: AuditResult) => {
    const p = found.pValue;
    expect(p).not.toBeNull();
    expect((p ?? 2) <= found.tau).toBe(found.refuted);
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
  const unclaimed = { claim: null, pValue: null };

  test('are judged together, and those without a p-value count', () => {
    expect(outcomes([ended(0.01, {}, 'a'), ended(0.02, {}, 'b'), ended(0.5, {}, 'c')])).toEqual([
      'refuted',
      'refuted',
      'not-refuted',
    ]);
    const alone = ended(0.02);
    expect(outcomes([alone, failed('b'), ended(null, { outcome: 'no-verdict' }, 'c')])).toEqual([
      'not-refuted',
      'error',
      'no-verdict',
    ]);
    expect(outcomes([alone, failed('b')], 'none')).toEqual(['refuted', 'error']);
    // Nothing is claimed, so nothing could be refuted.
    const unfair = ended(null, { ...unclaimed, outcome: 'no-verdict' }, 'c');
    expect(judge([alone, unfair])).toMatchObject({ claims: 1, rows: [{}, { outcome: 'no-verdict' }] });
    const { claims, rows } = judge([alone, ended(null, { ...unclaimed, outcome: 'none' }, 'b')]);
    expect([claims, rows.map(({ outcome }) => outcome)]).toEqual([1, ['refuted', 'none']]);
  });

  test('are judged at the level of all together, whatever levels of their own they have', () => {
    expect(outcomes([ended(0.07, { tau: 0.1, outcome: 'refuted', refuted: true })])).toEqual(['not-refuted']);
    expect(outcomes([ended(0.01, { tau: 0.001, tauEach: 0.001 })])).toEqual(['refuted']);
    // At its own level such a design could not have noticed half the noise.
    expect(outcomes([ended(0.5, { tau: 1e-9, tauEach: 1e-9 })])).toEqual(['could-not-have-noticed']);
  });

  test('that stand alone stand only where they would as the first of so many', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ended(0.5, {}, `${i}`));
    const found = [1, 10, 1e3].map((count) => outcomes(many(count))[0]);
    expect(found).toEqual(['not-refuted', 'not-refuted', 'could-not-have-noticed']);
    expect(outcomes(many(1000), 'bh')[0]).toBe('could-not-have-noticed');
    expect(outcomes(many(1000), 'none')[0]).toBe('not-refuted');
    expect(outcomes([ended(0.5, { outcome: 'could-not-have-noticed' })])).toEqual(['could-not-have-noticed']);
  });

  test('are judged by all tests that judged them alone, that for independent canaries too', () => {
    const violation = 'gaussian(sigma=0.7)';
    for (const stated of [{ onePerRun: true }, { assume: 'independent-canaries' }] as const) {
      const result = one(noisySum(400, 1, 2), { claim: CLAIM, families: [], violation, ...stated });
      expect(result.outcome).toBe('not-refuted');
      expect(one(noisySum(400, 1, 2), { ...quick, violation }).outcome).toBe('could-not-have-noticed');
      expect(outcomes([{ ...ended(0.5), result }])).toEqual(['not-refuted']);
    }
  });

  test('of several runs stand only where enough of them show the attack', () => {
    const options = { ...quick, guesses: [300], atLeast: 280, violation: 'gaussian(sigma=0.5)' };
    const runs = [1, 2, 3].map((seed) => ({ input, scores: noisySum(2000, 1, seed) }));
    const result = audit(runs, options);
    expect(outcomes([{ ...ended(0.5), result }])).toEqual(['not-refuted']);
    // As many right guesses in all, by two of the runs.
    const [first, ...others] = result.runs;
    const blind = { ...first, observations: first.observations.map((seen) => ({ ...seen, correct: 150 })) };
    expect(outcomes([{ ...ended(0.5), result: { ...result, runs: [blind, ...others] } }])).toEqual([
      'could-not-have-noticed',
    ]);
  });

  test('below the power that was required do not stand where they are refuted alone', () => {
    const weak = { name: 'power', passed: false, message: 'less than the required 0.999' };
    const [{ result }] = [ended(0.03, { outcome: 'refuted', refuted: true })];
    const audits = [ended(0.03, { ...result, checks: [weak] }), ended(0.5, {}, 'b')];
    expect(outcomes(audits)).toEqual(['could-not-have-noticed', 'not-refuted']);
  });

  test('of the same scores are told in each row, and counted in each', () => {
    const same = (name: string) => ended(0.02, { runs: [runWith('same')] }, name);
    const { rows, claims } = judge([same('a'), same('b'), ended(0.9, {}, 'c')]);
    expect(rows.map(({ sameScores }) => sameScores)).toEqual([['b'], ['a'], []]);
    expect(claims).toBe(3);
    expect(rows[0].outcome).toBe('not-refuted');
  });

  test('make no verdict stronger by copies, under any correction', () => {
    const audits = [ended(1e-4, {}, 'a'), ended(0.03, {}, 'b'), ended(0.9, {}, 'c')];
    for (const correction of ['holm', 'bh', 'none'] as const) {
      const before = judge(audits, correction).rows;
      for (const copied of audits) {
        const copies = Array.from({ length: 20 }, (_, i) => ({ ...copied, name: `copy ${i}` }));
        const { rows } = judge([...audits, ...copies], correction);
        const stronger = before.filter(({ adjusted }, i) => (rows[i].adjusted ?? 2) < (adjusted ?? 0));
        expect(stronger).toEqual([]);
      }
    }
    // Other claims about the same scores are other hypotheses.
    const claims = [0.02, 0.03, 0.04].map((pValue, i) => {
      const { result } = ended(pValue);
      const claim = { ...result.claim, stated: `gaussian(sigma=${i + 1})` } as AuditResult['claim'];
      return ended(pValue, { claim });
    });
    expect(outcomes(claims, 'bh')).toEqual(['refuted', 'refuted', 'refuted']);
  });
});
