import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BOUNDS,
  certifiedPayoff,
  fastestBets,
  growthOf,
  type Offer,
  paidFor,
  provenPayoff,
  worstLaw,
} from '../../src/bounds/index.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { binomialTail } from '../../src/numerics/index.ts';

const GAME = { m: 1000, k: 2, guesses: 100 };
const CLAIM = tradeOff('gaussian(sigma=1)');

/** Bets at every number of right guesses, at the prices of the optimal test, under a share of right guesses. */
function everyOffer(fraction: number): Offer[] {
  return Array.from({ length: 40 }, (_, i) => 61 + i).map((reach) => ({
    reach,
    price: BOUNDS.optimal.pValue({ ...GAME, correct: reach }, CLAIM),
    chance: binomialTail(GAME.guesses, fraction, reach),
  }));
}

describe('bets', () => {
  // Mean shares of right guesses with noise 0.5 and 0.7071 (mathematics, section 12).
  test.each([
    [0.994891245200802, 3.47],
    [0.9668521152969791, 1.2],
  ])('grow as fast as the reference (share %d)', (fraction, growth) => {
    const offers = everyOffer(fraction);
    expect(growthOf(offers, fastestBets(offers, 0))).toBeCloseTo(growth, 2);
  });

  test('hold back what they are told to at least, and sum to 1', () => {
    const offers = everyOffer(0.995);
    const { heldBack, on } = fastestBets(offers, 0.02);
    expect(heldBack).toBeCloseTo(0.02, 12);
    expect(heldBack + on.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test('are the fastest: no shift of a share to another makes them faster', () => {
    const offers = everyOffer(0.9668521152969791).filter(({ price }) => price < 0.98);
    const bets = fastestBets(offers, 0);
    const best = growthOf(offers, bets);
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.double({ min: 0.01, max: 1, noNaN: true }), (a, b, part) => {
        const shares = [bets.heldBack, ...bets.on.map(([, share]) => share)];
        const [from, to] = [a % shares.length, b % shares.length];
        const moved = part * shares[from];
        shares[from] -= moved;
        shares[to] += moved;
        const [heldBack, ...rest] = shares;
        if (heldBack <= 0) return;
        const on = bets.on.map(([reach], i) => [reach, rest[i]] as const);
        expect(growthOf(offers, { heldBack, on })).toBeLessThanOrEqual(best + 2e-3);
      }),
    );
  });
});

describe('a payoff', () => {
  const games = fc.record({
    m: fc.integer({ min: 2, max: 300 }),
    k: fc.constantFrom(2, 2, 5),
    part: fc.double({ min: 0.05, max: 1, noNaN: true }),
    claim: fc.constantFrom(
      'gaussian(sigma=1)',
      'gaussian(sigma=0.4)',
      'approx-dp(epsilon=1, delta=1e-5)',
      'pure-dp(epsilon=2)',
      'laplace(scale=1)',
      'dpsgd(noise=1, rate=0.05, steps=50)',
    ),
    side: fc.constantFrom(undefined, undefined, 'in' as const, 'out' as const),
    weights: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 }),
    places: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }),
  });

  test('that is certified is at most 1 on average for the worst laws, and its proof is checked', () => {
    fc.assert(
      fc.property(games, ({ m, k, part, claim, side, weights, places }) => {
        const guesses = Math.max(1, Math.floor(part * m * (side === undefined ? 1 : 0.5)));
        const f = tradeOff(claim);
        const game = { m, k, guesses, ...(side === undefined || k > 2 ? {} : { sides: side }) };
        const total = weights.reduce((a, b) => a + b);
        const reaches = [...new Set(places.slice(1, weights.length).map((x) => Math.ceil(x * guesses) || 1))];
        const on = reaches.sort((a, b) => a - b).map((reach, i) => [reach, weights[i + 1] / total] as const);
        const heldBack = 1 - on.reduce((sum, [, share]) => sum + share, 0);
        const certificate = certifiedPayoff(game, { heldBack, on }, f);
        expect(certificate.bound).toBeLessThanOrEqual(1);
        expect(provenPayoff(certificate, f)).toBe(certificate.bound);
        if ('sides' in game || f.oneWay !== undefined || !f.symmetric) return;
        for (const [reach] of on) {
          const law = worstLaw({ ...game, correct: reach }, f);
          const mean = law.reduce((sum, p, n) => {
            const reached = certificate.payoff.steps.map(([each]) => (n >= each ? 1 : 0));
            return sum + p * paidFor(certificate.payoff, reached);
          }, 0);
          expect(mean).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('whose proof is about another curve is refused', () => {
    const bets = { heldBack: 0.5, on: [[95, 0.5] as const] };
    const certificate = certifiedPayoff(GAME, bets, tradeOff('gaussian(sigma=2)'));
    expect(() => provenPayoff(certificate, CLAIM)).toThrow(/invalid tangent 1; at epsilon/);
  });
});
