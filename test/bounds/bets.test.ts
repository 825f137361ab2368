import { describe, expect, test } from 'vitest';
import { fastestBets, growthOf, type Offer } from '../../src/bounds/index.ts';

/** Offers that count how often their prices are looked at. */
function counted(offers: readonly Offer[]) {
  const looks = { count: 0 };
  const watched = offers.map(({ reach, price, chance }) => ({
    reach,
    chance,
    get price() {
      looks.count++;
      return price;
    },
  }));
  return { looks, watched };
}

describe('a single bet', () => {
  test('gets the share of Kelly’s rule: (chance - price) / (1 - price)', () => {
    for (const [price, chance] of [
      [0.5, 0.75],
      [0.1, 0.6],
      [0.3, 0.9],
      [0.02, 0.5],
    ]) {
      const { heldBack, on } = fastestBets([{ reach: 7, price, chance }], 0);
      expect(on[0][0]).toBe(7);
      expect(on[0][1]).toBeCloseTo((chance - price) / (1 - price), 5);
      expect(heldBack).toBeCloseTo((1 - chance) / (1 - price), 5);
    }
  });

  test('that is right from the start takes one round', () => {
    // Half of what there is, at even chances of 3 to 1: Kelly’s rule says one half.
    const { looks, watched } = counted([{ reach: 3, price: 0.5, chance: 0.75 }]);
    expect(fastestBets(watched, 0)).toEqual({ heldBack: 0.5, on: [[3, 0.5]] });
    // Whether it is useful, what it pays, and what it is worth; a second round would look again.
    expect(looks.count).toBeLessThanOrEqual(3);
  });

  test('that no one should take is not made, nor one that costs all it pays', () => {
    expect(fastestBets([{ reach: 3, price: 0.5, chance: 0.4 }], 0).on).toEqual([]);
    expect(fastestBets([{ reach: 3, price: 1, chance: 1 }], 0)).toEqual({ heldBack: 1, on: [] });
    expect(fastestBets([], 0.02)).toEqual({ heldBack: 1, on: [] });
  });

  test('leaves at least what is to be held back', () => {
    const { heldBack, on } = fastestBets([{ reach: 3, price: 0.01, chance: 0.999 }], 0.25);
    expect(on[0][1]).toBeCloseTo(0.75, 12);
    expect(heldBack).toBeCloseTo(0.25, 12);
    // Bets that hold back more anyway are left as they are.
    expect(fastestBets([{ reach: 3, price: 0.5, chance: 0.75 }], 0.25)).toEqual({
      heldBack: 0.5,
      on: [[3, 0.5]],
    });
  });
});

describe('evidence grows by the mean of its logarithm', () => {
  const offers: readonly Offer[] = [
    { reach: 4, price: 0.5, chance: 0.9 },
    { reach: 6, price: 0.2, chance: 0.5 },
    { reach: 8, price: 0.05, chance: 0.1 },
  ];

  test('summed over what can happen', () => {
    const bets = {
      heldBack: 0.2,
      on: [
        [4, 0.5],
        [8, 0.3],
      ] as const,
    };
    const written = 0.1 * Math.log(0.2) + 0.8 * Math.log(0.2 + 1) + 0.1 * Math.log(0.2 + 1 + 6);
    expect(growthOf(offers, bets)).toBeCloseTo(written, 12);
    // Nothing is bet, or on what nobody offers: nothing grows.
    expect(growthOf(offers, { heldBack: 1, on: [] })).toBeCloseTo(0, 12);
    expect(growthOf(offers, { heldBack: 0.5, on: [[5, 0.5]] })).toBeCloseTo(Math.log(0.5), 12);
  });

  test('and no other split of these makes it grow faster', () => {
    const best = growthOf(offers, fastestBets(offers, 0));
    let most = -Infinity;
    for (let a = 0; a <= 40; a++)
      for (let b = 0; a + b <= 40; b++)
        for (let c = 0; a + b + c < 40; c++) {
          const on = [
            [4, a / 40],
            [6, b / 40],
            [8, c / 40],
          ] as const;
          most = Math.max(most, growthOf(offers, { heldBack: 1 - (a + b + c) / 40, on }));
        }
    expect(best).toBeGreaterThanOrEqual(most - 1e-9);
    expect(best).toBeLessThan(most + 0.002);
  });

  test('bets too small to make are left out, and the others are the best without them', () => {
    const useless = { reach: 5, price: 0.4999, chance: 0.75 };
    const found = fastestBets(
      [
        { reach: 3, price: 0.5, chance: 0.75 },
        { ...useless, chance: 0.2 },
      ],
      0,
    );
    expect(found.on.map(([reach]) => reach)).toEqual([3]);
    expect(found.on[0][1]).toBeCloseTo(0.5, 6);
    expect(found.heldBack + found.on[0][1]).toBe(1);
  });
});
