import { describe, expect, test } from 'vitest';
import { chanceOfRight, reconstruction } from '../../../src/audit/plan/design.ts';
import { tailsOfFew } from '../../../src/audit/plan/few-canaries.ts';
import { tradeOff } from '../../../src/claims/index.ts';
import { expectedFraction } from '../../../src/games/index.ts';
import type { Side } from '../../../src/types.ts';

describe('how many guesses of few canaries are right', () => {
  /** A canary whose score is the share u of all scores is in with probability u. */
  const mass = (_: Side, share: number) => share - share ** 2 / 2;

  // Moments of uniform order statistics: E[U(i) U(j)] = i (j + 1) / ((m + 1) (m + 2)), and so on.
  test.each([
    ['all guessed', 2, 1, 1, [1, 11 / 12, 5 / 12]],
    ['all but one', 3, 1, 1, [1, 19 / 20, 11 / 20]],
    ['two left', 4, 1, 1, [1, 29 / 30, 19 / 30]],
    ['all guessed, two of them in', 3, 2, 1, [1, 39 / 40, 3 / 4, 11 / 40]],
    ['two left, two guessed in', 5, 2, 1, [1, 111 / 112, 7 / 8, 157 / 336]],
    ['one end alone', 5, 2, 0, [1, 13 / 14, 4 / 7]],
    ['the other end alone', 5, 0, 2, [1, 13 / 14, 4 / 7]],
  ])('%s: is a law that integrals by hand have too', (_, m, top, bottom, expected) => {
    const tails = tailsOfFew(m, top, bottom, mass);
    expect(tails).toHaveLength(expected.length);
    tails.forEach((tail, c) => {
      expect(tail).toBeCloseTo(expected[c], 9);
    });
  });
});

describe('how many guesses by rank are right', () => {
  // Of one step of DP-SGD the two orders of neighbours differ.
  const claim = 'dpsgd(noise=0.6, rate=0.3, steps=1)';
  const f = tradeOff(claim);
  const mass = (side: Side, share: number) =>
    share * expectedFraction((x) => (f.oneWay?.(side) ?? f).fBar(x), share, 'one');

  test('is worked out for each end by the order of neighbours that it compares', () => {
    for (const [sides, top, bottom] of [
      ['in', 3, 0],
      ['out', 0, 3],
      ['both', 2, 1],
    ] as const) {
      const tails = tailsOfFew(12, top, bottom, mass);
      for (const c of [1, 2, 3]) expect(chanceOfRight(12, claim, sides)(3, c)).toBeCloseTo(tails[c], 4);
    }
    expect(chanceOfRight(12, claim, 'in')(3, 3)).toBeGreaterThan(chanceOfRight(12, claim, 'out')(3, 3) + 0.1);
  });

  test('is nearly the same law for more canaries, with a chance that varies a little', () => {
    // Of one side the nodes stand for the law; the chance of 20 right of 20 is its tail.
    for (const [sides, top, bottom] of [
      ['in', 20, 0],
      ['out', 0, 20],
    ] as const) {
      const tails = tailsOfFew(60, top, bottom, mass);
      const chance = chanceOfRight(60, claim, sides);
      for (const c of [8, 14, 17, 20])
        expect(Math.abs(chance(20, c) / tails[c] - 1), `${sides} ${c}`).toBeLessThan(c === 20 ? 0.04 : 0.003);
    }
    const both = chanceOfRight(60, 'gaussian(sigma=0.7)');
    const gaussian = tradeOff('gaussian(sigma=0.7)');
    const share = (_: Side, s: number) => s * expectedFraction((x) => gaussian.fBar(x), s, 'one');
    const tails = tailsOfFew(60, 10, 10, share);
    for (const c of [14, 17, 20]) expect(both(20, c)).toBeCloseTo(tails[c], 2);
  });

  test('among candidates grows with the signal', () => {
    const [clear, noisy] = ['gaussian(sigma=0.5)', 'gaussian(sigma=3)'];
    const { fraction, violationFraction, chance, violationChance } = reconstruction(40, 5, {
      claim: noisy,
      model: noisy,
      violation: clear,
    });
    expect(fraction(40)).toBeGreaterThan(1 / 5);
    expect(fraction(40)).toBeLessThan(0.4);
    expect(violationFraction(40)).toBeGreaterThan(0.7);
    expect(chance(40, 20)).toBeLessThan(violationChance(40, 20));
    expect(chance(40, 0)).toBe(1);
    const blind = { claim: noisy, model: 'gaussian(mu=0)', violation: clear };
    expect(reconstruction(40, 5, blind).fraction(40)).toBe(1 / 5);
    expect(() => reconstruction(40, 5, { ...blind, model: 'laplace(scale=1)' })).toThrow(
      'cannot plan a choice among 5 candidates for',
    );
  });
});
