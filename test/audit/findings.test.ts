import { describe, expect, test } from 'vitest';
import { askedBy } from '../../src/audit/asked.ts';
import { audit } from '../../src/audit/audit.ts';
import { fixedInAdvance } from '../../src/audit/fixed.ts';
import { seedOf } from '../../src/audit/observe.ts';
import { enoughCanaries } from '../../src/audit/plan/sizes/enough.ts';
import { provenanceOf } from '../../src/audit/provenance.ts';
import type { AuditOptions, Scores } from '../../src/index.ts';
import { choices, input, noisySum } from '../support/scores.ts';

const CLAIM = 'gaussian(sigma=1)';
const plain: AuditOptions = { methods: ['paper'], families: [], guesses: [20], seed: 1 };
/** Against a violation that few canaries catch. */
const violation = 'gaussian(sigma=0.1)';
const quick: AuditOptions = { ...plain, claim: CLAIM, violation };
const one = (scores: Scores, options: AuditOptions) =>
  audit([{ input, scores }], { plots: false, ...options });
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
      outcome: 'could-not-have-noticed',
      claim: { enough },
    });
    const unfair = one({ ...scores, included: scores.included.map((_, i) => (i < 55 ? 1 : 0)) }, small);
    expect(unfair.outcome).toBe('no-verdict');
    expect(unfair.claim).not.toHaveProperty('enough');
  });

  test('a power that is not known is said to be so', () => {
    const required = { ...plain, requirePower: 0.5 };
    expect(messageOf(one(noisySum(60, 1, 1), { ...required, claim: 'perfect()' }), 'power')).toContain(
      'how likely this attack is to have a violation refuted is not known',
    );
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
  test('names direction and sides of a membership game alone, and the column of the scores', () => {
    const seed = { seed: '1', seedFrom: 'stated' } as const;
    const of = (game: Scores['kind'], options: AuditOptions = {}, scoreColumn?: string) => {
      const named = scoreColumn === undefined ? input : { ...input, scoreColumn };
      return provenanceOf([{ input: named, scores: choices(4, 4, 1, 1) }], game, seed, askedBy(options));
    };
    expect(of('membership', { sides: 'in', lowerIsIn: true })).toEqual({
      version: null,
      command: null,
      files: [],
      commitment: null,
      departures: [],
      seed: '1',
      seedFrom: 'stated',
      scoreColumn: null,
      direction: 'lower-is-in',
      sides: 'in',
    });
    expect(of('membership')).toMatchObject({ direction: 'higher-is-in', sides: 'both' });
    expect(of('reconstruction')).toMatchObject({ direction: null, sides: null });
    expect(of('membership', { provenance: { command: 'a' } }, 'loss')).toMatchObject({
      command: 'a',
      scoreColumn: 'loss',
    });
  });

  test('has the seed that was stated, or a fresh one', () => {
    expect(seedOf(7)).toEqual({ seed: '7', seedFrom: 'stated' });
    expect(seedOf('a', 'plan')).toEqual({ seed: 'a', seedFrom: 'plan' });
    expect(seedOf(undefined, 'plan').seedFrom).toBe('fresh');
    expect(seedOf(undefined).seed).not.toBe(seedOf(undefined).seed);
  });
});
