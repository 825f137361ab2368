import { describe, expect, test } from 'vitest';
import { algorithm3 } from '../../src/bounds/algorithm3.ts';
import { provenMean } from '../../src/bounds/certificate.ts';
import { type TradeOff, tradeOff } from '../../src/claims/index.ts';

const PERFECT = tradeOff('pure-dp(epsilon=0)');
const withInverse = (fBarInv: (y: number) => number): TradeOff => ({ ...PERFECT, fBarInv });

describe('the total of Algorithm 3', () => {
  test('is tau where the first step is the last', () => {
    for (const [guesses, correct] of [
      [10, 5],
      [10, 2],
      [9, 1],
    ]) {
      const total = algorithm3(
        { m: 30, k: 2, guesses, correct },
        withInverse((y) => y),
        0.04,
      );
      expect(Math.abs(total / 0.04 - 1)).toBeLessThan(1e-13);
    }
  });

  test('leaves room for the rounding of every product and of the sum', () => {
    // One guess: r = tau, h = fBarInv(r) = r, the total 2 tau. Three products of r and h and three of the sum are
    // taken smaller, by 2^-50 and 2^-46, half of them in one of the two terms only.
    const total = algorithm3(
      { m: 1, k: 2, guesses: 1, correct: 1 },
      withInverse((y) => y),
      0.25,
    );
    expect((1 - total / 0.5) / 2 ** -50).toBeCloseTo(1.5 + 1.5 * 16, 0);
  });

  test('does not end just above its ceiling, where the last rounding would take it back', () => {
    // Two guesses, both right: after the first step the total is 1 + j 2^-50 or so, after the second 3/2.
    for (let j = -40; j <= 120; j++) {
      let asked = 0;
      const f = withInverse(() => (asked++ === 0 ? 0.25 * (1 + j * 2 ** -51) : 0.9));
      expect(algorithm3({ m: 2, k: 2, guesses: 2, correct: 2 }, f, 0.5)).toBeGreaterThan(1);
    }
  });
});

describe('what a certificate proves', () => {
  const game = { m: 1, k: 2, guesses: 1 };
  const unit = 2 ** -51;

  test('has room for the rounding of the slope, of every sum and of the result', () => {
    const tangents = [{ epsilon: 0, delta: 0, weights: [[1, 1, 0.5]] as const }];
    // At no right guess the bracket is 1/2: 4 units for the exponential, 65 for the sums of one run of weights, three
    // for what follows.
    const proved = provenMean(game, { base: 0, steps: [[1, 1]] }, tangents);
    expect((proved / 0.5 - 1) / unit).toBeCloseTo(72, 0);
    // A delta of its own adds its share of that.
    const more = provenMean(game, { base: 0, steps: [[1, 1]] }, [{ ...tangents[0], delta: 0.25 }]);
    expect(more).toBeGreaterThanOrEqual(proved + 0.125);
    expect(more).toBeLessThan(proved + 0.125 * (1 + 80 * unit));
  });

  test('is decided at the first count of a run as well as at its last', () => {
    const four = { m: 4, k: 2, guesses: 4 };
    const tangents = [{ epsilon: 0, delta: 0, weights: [[1, 4, 0.2]] as const }];
    // Brackets 0.2, 0.1, 0.25, 0.15, 0.05.
    expect(provenMean(four, { base: 0, steps: [[2, 0.25]] }, tangents)).toBeCloseTo(0.25, 12);
    expect(provenMean(four, { base: 0, steps: [[2, 0.1]] }, tangents)).toBeCloseTo(0.2, 12);
    expect(provenMean(four, { base: 0, steps: [[4, 0.5]] }, tangents)).toBeCloseTo(0.3, 12);
  });

  test('takes weights of 0, and none below', () => {
    const with0 = [{ epsilon: 0, delta: 0, weights: [[1, 1, 0]] as const }];
    expect(provenMean(game, { base: 0.5, steps: [] }, with0)).toBeCloseTo(0.5, 12);
    const below = [{ epsilon: 0, delta: 0, weights: [[1, 1, -1e-300]] as const }];
    expect(() => provenMean(game, { base: 0.5, steps: [] }, below)).toThrow('must not be negative');
  });

  test('adds what is paid at every step, and at any case', () => {
    expect(provenMean(game, { base: 0.25, steps: [] }, [])).toBeCloseTo(0.25, 12);
    expect(
      provenMean(
        { m: 9, k: 2, guesses: 5 },
        {
          base: 0.25,
          steps: [
            [2, 0.5],
            [4, 0.125],
            [6, 7],
          ],
        },
        [],
      ),
    ).toBeCloseTo(0.875, 12);
  });
});
