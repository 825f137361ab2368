import { describe, expect, test } from 'vitest';
import { verdict } from '../../src/audit/verdict.ts';
import { BOUNDS } from '../../src/bounds/index.ts';
import { bound, tradeOff } from '../../src/index.ts';

const CLAIM = 'gaussian(sigma=1)';

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
    const f = { ...tradeOff(claim) };
    const p = BOUNDS.paper.pValue(seen, f);
    const taus = Array.from({ length: 60 }, (_, i) => p * (1 - i * 2 ** -52));
    const rejected = taus.map((tau) => BOUNDS.paper.rejects(seen, f, tau));
    // Below the p-value there are levels at which the test rejects.
    expect(rejected.filter((rejects) => rejects).length).toBeGreaterThan(1);
    const methods = ['paper'] as const;
    expect(taus.map((tau) => verdict(seen, f, { tau, methods }).refuted)).toEqual(rejected);
  });

  test('could have refuted only what every guess right refutes', () => {
    expect(verdict(counts, 'gaussian(sigma=0.1)')).toMatchObject({
      refuted: false,
      standing: { couldNot: 'never-refutes' },
    });
    expect(verdict({ ...counts, correct: 20 }, CLAIM).standing?.couldNot).not.toBe('never-refutes');
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
