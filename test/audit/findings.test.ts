import { describe, expect, test } from 'vitest';
import { fixedInAdvance } from '../../src/audit/fixed.ts';
import { seedOf } from '../../src/audit/observe.ts';
import { enoughCanaries } from '../../src/audit/plan/sizes/enough.ts';
import { BOUNDS } from '../../src/bounds/index.ts';
import { type AuditOptions, audit, bound, tradeOff, verdict } from '../../src/index.ts';
import { choices, input, noisySum, one } from '../support/scores.ts';

const CLAIM = 'gaussian(sigma=1)';
const plain: AuditOptions = { methods: ['paper'], families: [], guesses: [20], seed: 1 };
/** Against a violation that few canaries catch. */
const violation = 'gaussian(sigma=0.1)';
const quick: AuditOptions = { ...plain, claim: CLAIM, violation };
const messageOf = (found: ReturnType<typeof audit>, name: string) =>
  found.checks.find((check) => check.name === name)?.message;

describe('what an audit says about its design', () => {
  test('a larger one is named where this one was too small, and not where nothing was learned', () => {
    const scores = noisySum(60, 1, 1);
    const small = { ...quick, guesses: [2] };
    const enough = enoughCanaries(0.9, { claim: CLAIM, tau: 0.05, violation });
    expect(enough).toMatchObject({ violation, power: 0.9, canaries: expect.any(Number) });
    expect(one(scores, small).claim?.enough).toEqual(enough);
    // Too little power is what a larger design mends; unfair coins are not.
    expect(one(scores, { ...small, requirePower: 0.9 })).toMatchObject({
      verdict: 'no-verdict',
      claim: { enough },
    });
    const unfair = one({ ...scores, included: scores.included.map((_, i) => (i < 55 ? 1 : 0)) }, small);
    expect(unfair.verdict).toBe('no-verdict');
    expect(unfair.claim).not.toHaveProperty('enough');
  });

  test('a power that is not known is said to be so of the game', () => {
    const required = { ...plain, requirePower: 0.5 };
    expect(messageOf(one(noisySum(60, 1, 1), { ...required, claim: 'perfect()' }), 'power')).toContain(
      'not known for this membership game',
    );
    expect(
      messageOf(one(choices(60, 4, 1, 1), { ...required, claim: 'pure-dp(epsilon=0.1)' }), 'power'),
    ).toContain('not known for this reconstruction game');
  });

  test('the draws among equal scores are told', () => {
    const scores = noisySum(60, 0.5, 2);
    const rounded = { ...scores, scores: scores.scores.map((x) => Math.round(x)) };
    expect(one(rounded, quick).ties).toMatchObject([{ run: 1, guesses: 20 }]);
    expect(one(scores, quick).ties).toEqual([]);
  });

  test('what was fixed in advance is told, and by whom', () => {
    const from = (given: Parameters<typeof fixedInAdvance>[2], runs = 1) => {
      const { guesses, atLeast, runs: counted } = fixedInAdvance(runs, [20], given);
      return [guesses.from, atLeast?.from ?? null, counted.from];
    };
    expect(from({})).toEqual(['planned', null, 'counted']);
    expect(from({ guesses: [20], atLeast: 3 })).toEqual(['stated', null, 'counted']);
    expect(from({ guesses: [20], atLeast: 3 }, 2)).toEqual(['stated', 'stated', 'counted']);
    const fixedBy = { guesses: 'plan', atLeast: 'manifest', runs: 'plan' } as const;
    expect(from({ guesses: [20], atLeast: 3, fixedBy }, 2)).toEqual(['plan', 'manifest', 'plan']);
    expect(from({ fixedBy })).toEqual(['planned', null, 'plan']);
  });
});

describe('where an audit comes from', () => {
  test('names direction and sides of a membership game alone', () => {
    const member = one(noisySum(60, 1, 1), { ...quick, sides: 'in', lowerIsIn: true, tau: 0.01 });
    expect(member.provenance).toMatchObject({ direction: 'lower-is-in', sides: 'in', scoreColumn: null });
    expect(one(noisySum(60, 1, 1), quick).provenance.direction).toBe('higher-is-in');
    const choice = one(choices(60, 4, 1, 1), { ...quick, guesses: [60] });
    expect(choice.provenance).toMatchObject({ direction: null, sides: null });
    const named = audit([{ input: { ...input, scoreColumn: 'loss' }, scores: noisySum(60, 1, 1) }], quick);
    expect(named.provenance.scoreColumn).toBe('loss');
  });

  test('has the seed that was stated, or a fresh one', () => {
    expect(seedOf(7)).toEqual({ seed: '7', seedFrom: 'stated' });
    expect(seedOf('a', 'plan')).toEqual({ seed: 'a', seedFrom: 'plan' });
    expect(seedOf(undefined, 'plan').seedFrom).toBe('fresh');
    expect(seedOf(undefined).seed).not.toBe(seedOf(undefined).seed);
  });
});

describe('the verdict on counts', () => {
  const counts = { m: 100, guesses: 40, correct: 30 };

  test('is the same for a curve as for the claim that it is of', () => {
    expect(verdict(counts, tradeOff(CLAIM))).toEqual(verdict(counts, CLAIM));
    const own = { ...tradeOff(CLAIM), name: 'mine' };
    expect(verdict(counts, own).claim).toBe('mine');
  });

  test('says where guesses point the other way', () => {
    const [note] = verdict({ m: 100, guesses: 40, correct: 1 }, CLAIM, { methods: ['paper'] }).notes;
    expect(note).toMatch(/^far fewer guesses are right than blind guessing gets: if all were made/);
    expect(note).toMatch(/a second test, to be made at half of tau$/);
    expect(verdict(counts, CLAIM, { methods: ['paper'] }).notes).toEqual([]);
  });

  test('says how a claim was understood', () => {
    const noted = { ...tradeOff(CLAIM), note: 'taken as it is' };
    expect(verdict(counts, noted, { methods: ['paper'] }).notes).toEqual(['taken as it is']);
  });

  test('is that of the test itself where a p-value found by search is as near as its tolerance', () => {
    const claim = 'approx-dp(epsilon=0.5, delta=1e-3)';
    const seen = { m: 100, k: 2, guesses: 40, correct: 28 };
    const p = BOUNDS.paper.pValue(seen, tradeOff(claim));
    const taus = Array.from({ length: 60 }, (_, i) => p * (1 - i * 2 ** -52));
    const rejected = taus.map((tau) => BOUNDS.paper.rejects(seen, tradeOff(claim), tau));
    // Below the p-value there are levels at which the test rejects.
    expect(rejected.filter((rejects) => rejects).length).toBeGreaterThan(1);
    const methods = ['paper'] as const;
    expect(taus.map((tau) => verdict(seen, claim, { tau, methods }).refuted)).toEqual(rejected);
  });

  test('could have refuted only what every guess right refutes', () => {
    expect(verdict(counts, 'gaussian(sigma=0.1)')).toMatchObject({ refuted: false, refutable: false });
    expect(verdict({ ...counts, correct: 20 }, CLAIM)).toMatchObject({ refuted: false, refutable: true });
  });

  test('of the level and delta that were asked stands beside what was proved', () => {
    const found = bound(counts, {
      claim: CLAIM,
      tau: 0.01,
      deltas: [1e-3],
      methods: ['paper'],
      families: [],
    });
    expect(found).toMatchObject({
      observation: { m: 100, k: 2, guesses: 40, correct: 30 },
      tau: 0.01,
      deltas: [1e-3],
      reversed: null,
      results: [],
      verdict: verdict(counts, CLAIM, { tau: 0.01, delta: 1e-3, methods: ['paper'] }),
      notes: [],
    });
    expect(bound({ ...counts, correct: 1 }, { families: [] }).reversed).toBeLessThan(1e-6);
    const { notes } = bound(counts, { claim: CLAIM, methods: ['paper', 'steinke'], families: ['gaussian'] });
    expect(notes).toEqual([
      `method steinke tests (epsilon, delta) claims only, not ${CLAIM}: left out`,
      'method steinke tests (epsilon, delta) claims only, not gaussian: left out',
    ]);
  });
});
