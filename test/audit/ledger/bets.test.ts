import { describe, expect, test } from 'vitest';
import { checkLedgerDesign, countRun, ledgerState, newLedger } from '../../../src/audit/index.ts';
import { productsOf } from '../../../src/audit/ledger/make-bets.ts';
import { BOUNDS, fastestBets, growthOf, priceOf } from '../../../src/bounds/index.ts';
import { tradeOff } from '../../../src/claims/index.ts';
import { independent } from '../../../src/games/index.ts';
import { binomialTail } from '../../../src/numerics/index.ts';

const CLAIM = 'gaussian(sigma=1)';
const game = { m: 200, k: 2, guesses: 30 };
const [honest, broken] = [0.6, 0.95];
const f = tradeOff('gaussian(sigma=3)');
const lawOf = (p: number) => ({ mean: (n: number) => n * p, law: (n: number) => independent(n, p) });
const design = { tested: f, honest: lawOf(honest), broken: lawOf(broken) };
const priceAt = (reach: number) => priceOf(BOUNDS.paper.pValue({ ...game, correct: reach }, f));

describe('the bets of a ledger', () => {
  const made = () => productsOf(game, { f, design, method: 'paper' }, 'gaussian(sigma=0.5)', 1);

  test('are priced by the method that is asked for', () => {
    for (const { bets } of made()) for (const { reach, price } of bets) expect(price).toBe(priceAt(reach));
  });

  test('are made for the part of the violation that each set stands for', () => {
    const products = made();
    expect(products.map(({ strength }) => strength)).toEqual([1, 0.7, 0.4].slice(0, products.length));
    expect(products.length).toBeGreaterThan(1);
    expect(products.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(products[0].weight / products[1].weight).toBeCloseTo(2, 12);
    for (const { strength, heldBack, bets, growth } of products) {
      const offersAt = (p: number) =>
        bets.map(({ reach, price }) => ({ reach, price, chance: binomialTail(30, p, reach) }));
      const own = { heldBack, on: bets.map(({ reach, share }) => [reach, share] as const) };
      const offers = offersAt(honest + strength * (broken - honest));
      // No other shares on the same numbers make evidence grow faster where so much is shown.
      expect(growthOf(offers, own)).toBeGreaterThan(growthOf(offers, fastestBets(offers, 0.02)) - 1e-5);
      expect(growth).toBeCloseTo(growthOf(offersAt(broken), own), 12);
    }
  });

  test('that are not worth making are refused with the way out', () => {
    const blind = { ...design, broken: design.honest };
    const make = (guesses: number) =>
      productsOf({ ...game, guesses }, { f, design: blind, method: 'paper' }, 'gaussian(sigma=0.9)', 1);
    expect(() => make(30)).toThrow(
      'no bet is worth making; among 200 canaries gaussian(sigma=0.9) looks like the claim, with 30 guesses: state a worse violation, or plant more canaries',
    );
    expect(() => make(1)).toThrow('with 1 guess:');
    let options: readonly string[] = [];
    try {
      make(30);
    } catch (error) {
      ({ options } = error as { options: readonly string[] });
    }
    expect(options).toEqual(['violation', 'canaries']);
  });
});

describe('a ledger', () => {
  const violation = 'gaussian(sigma=0.2)';
  const ledger = newLedger({ claim: CLAIM, m: 60, guesses: [20], violation, method: 'paper', families: [] });

  test('expects the runs that its fastest product needs', () => {
    const needed = ledger.products.map(({ weight, growth }) => (Math.log(20) - Math.log(weight)) / growth);
    const slow = {
      ...ledger,
      products: ledger.products.map((each) => ({ ...each, growth: each.growth / 9 })),
    };
    expect(ledgerState(ledger, []).runsExpected).toBe(Math.ceil(Math.min(...needed)));
    expect(ledgerState(slow, []).runsExpected).toBe(Math.ceil(9 * Math.min(...needed)));
    expect(ledgerState(slow, []).runsExpected).toBeGreaterThan(1);
    const quick = { ...ledger, products: ledger.products.map((each) => ({ ...each, growth: 100 })) };
    expect(ledgerState(quick, []).runsExpected).toBe(1);
  });

  test('of guesses that would be the same whatever the scores is refused, by what they would say', () => {
    const make = (sides: 'in' | 'out') => newLedger({ claim: CLAIM, m: 10, guesses: [10], sides, violation });
    expect(() => make('out')).toThrow('all 10 canaries would be called out, whatever their scores');
    expect(() => make('in')).toThrow('all 10 canaries would be called in, whatever their scores');
  });

  test('that bets more than there is is refused', () => {
    expect(() => checkLedgerDesign(ledger)).not.toThrow();
    const [first, ...others] = ledger.products;
    const more = (change: object) => ({ ...ledger, products: [{ ...first, ...change }, ...others] });
    expect(() => checkLedgerDesign(more({ heldBack: first.heldBack + 0.01 }))).toThrow(
      'invalid bets; must sum to at most 1 with what is held back',
    );
    expect(() => checkLedgerDesign(more({ weight: first.weight + 0.01 }))).toThrow('invalid weights');
    expect(() => checkLedgerDesign(more({ bets: [{ ...first.bets[0], reach: 21 }] }))).toThrow('invalid bet');
    expect(() => checkLedgerDesign({ ...ledger, k: 3 })).toThrow('invalid options of membership: 3');
  });

  test('counts ready guesses among candidates as they are', () => {
    const choice = newLedger({ claim: CLAIM, m: 30, k: 4, violation, method: 'paper', families: [] });
    const truth = Array.from({ length: 30 }, (_, i) => i % 4);
    const guesses = truth.map((option, i) => (i < 21 ? option : i < 25 ? -1 : (option + 1) % 4));
    const { counts, draws } = countRun(choice, { truth, guesses, k: 4 });
    expect(draws).toEqual([8, 8, 7, 7]);
    for (const [i, { least, most, reached }] of counts.entries()) {
      expect([least, most]).toEqual([21, 21]);
      expect(reached).toEqual(choice.products[i].bets.map(({ reach }) => (reach <= 21 ? 1 : 0)));
    }
  });
});
