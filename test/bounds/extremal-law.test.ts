import { describe, expect, test } from 'vitest';
import { type ExtremalLaw, extremalLaw, LEFT, RIGHT } from '../../src/bounds/optimal/extremal-law.ts';
import type { RisingCurve } from '../../src/bounds/optimal/quick-curve.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { binomialPmf, binomialTail, createRandom } from '../../src/numerics/index.ts';
import type { Observation } from '../../src/types.ts';
import { relativeError } from '../support/golden.ts';

const NONE = new Uint8Array(0);

/** fBar(x) = slope x, and how often it was asked. */
function line(slope: number): RisingCurve & { asked: number } {
  const curve = {
    asked: 0,
    fBar(x: number) {
      curve.asked++;
      return Math.min(1, slope * x);
    },
    fBarInv(y: number) {
      curve.asked++;
      return y / slope;
    },
    slope: () => slope,
  };
  return curve;
}

const GAMES: readonly Observation[] = [
  { m: 100, k: 2, guesses: 60, correct: 45 },
  { m: 60, k: 2, guesses: 60, correct: 58 },
  { m: 500, k: 4, guesses: 40, correct: 12 },
  { m: 30, k: 3, guesses: 9, correct: 1 },
  { m: 30, k: 2, guesses: 9, correct: 9 },
];

describe('on a line through the origin the law is binomial, whatever the order of the counts', () => {
  const random = createRandom(91);
  test.each(GAMES)('$correct of $guesses, k = $k', (observation) => {
    const { k, guesses, correct } = observation;
    for (const slope of [1.2, 3]) {
      const share = slope / (slope + k - 1);
      const orders = [
        NONE,
        ...Array.from({ length: 3 }, () => Uint8Array.from({ length: 90 }, () => random.integer(2))),
      ];
      for (const order of orders) {
        const found = extremalLaw(observation, line(slope), order);
        expect(Math.abs(found.mass - 1)).toBeLessThan(3e-9);
        expect(found.mass).toBeLessThanOrEqual(1 + 1e-12);
        expect(relativeError(found.tail, binomialTail(guesses, share, correct))).toBeLessThan(3e-9);
        found.law.forEach((p, j) => {
          const exact = binomialPmf(guesses, share, found.first - 1 + j);
          expect(relativeError(p, exact)).toBeLessThan(1e-8);
        });
        // Nothing that counts is left out on either side.
        expect(found.law.length).toBe(found.last - found.first + 2);
        if (found.first > 1)
          expect(binomialTail(guesses, 1 - share, guesses - found.first + 2)).toBeLessThan(1e-11);
        expect(binomialTail(guesses, share, found.last + 1)).toBeLessThan(1e-11 * found.tail);
      }
    }
  });
});

describe('every set of counts uses all that the curve allows', () => {
  const f = tradeOff('gaussian(mu=0.8)');
  const exact: RisingCurve = { fBar: f.fBar, fBarInv: (y) => f.fBarInv(y), slope: f.slope };
  const random = createRandom(92);

  /** x and y of the sets, in the order in which they grew. */
  function sets({ m, k, guesses, correct }: Observation, { first, law, sides }: ExtremalLaw) {
    const p = (i: number) => law[i - first + 1];
    const yOf = (i: number) => (i * p(i)) / m;
    const xOf = (i: number) => ((guesses - i + 1) * p(i - 1)) / ((k - 1) * m);
    let [a, b, x, y] = [correct, correct, xOf(correct), yOf(correct)];
    return [
      { x, y },
      ...Array.from(sides, (side) => {
        const i = side === LEFT ? --a : ++b;
        x += xOf(i);
        y += yOf(i);
        return { x, y };
      }),
    ];
  }

  test.each(GAMES)('$correct of $guesses, k = $k', (observation) => {
    const order = Uint8Array.from({ length: 25 }, () => random.integer(2));
    const found = extremalLaw(observation, exact, order);
    const grown = sets(observation, found);
    expect(found.xs.length).toBe(grown.length);
    expect(relativeError(Math.exp(found.start), found.xs[0])).toBeLessThan(1e-12);
    grown.forEach(({ x, y }, t) => {
      expect(relativeError(found.xs[t], x)).toBeLessThan(1e-9);
      expect(relativeError(y, f.fBar(x))).toBeLessThan(1e-8);
    });
    expect(Math.abs(found.mass - found.law.reduce((sum, p) => sum + p, 0))).toBeLessThan(1e-12);
  });

  test('counts are added as told, then first those above', () => {
    const { first, last, sides } = extremalLaw(GAMES[0], exact, Uint8Array.of(LEFT, LEFT, RIGHT, LEFT));
    expect([...sides.subarray(0, 6)]).toEqual([LEFT, LEFT, RIGHT, LEFT, RIGHT, RIGHT]);
    const above = sides.filter((side) => side === RIGHT).length;
    expect([...sides.subarray(4, 3 + above)]).toEqual(new Array(above - 1).fill(RIGHT));
    expect([45 - first, last - 45]).toEqual([sides.length - above, above]);
    // At the ends there is one side only.
    expect([...extremalLaw(GAMES[4], exact, Uint8Array.of(RIGHT, RIGHT)).sides.subarray(0, 2)]).toEqual([
      LEFT,
      LEFT,
    ]);
    expect([...extremalLaw(GAMES[3], exact, Uint8Array.of(LEFT, LEFT)).sides.subarray(0, 2)]).toEqual([
      RIGHT,
      RIGHT,
    ]);
  });
});

test('a law takes about ten sums over its counts', () => {
  const curve = line(2);
  const { start, sides, law } = extremalLaw(GAMES[0], curve, NONE);
  expect(curve.asked).toBeLessThan(11 * law.length);
  curve.asked = 0;
  const again = extremalLaw(GAMES[0], curve, sides, start + 0.003);
  expect(curve.asked).toBeLessThan(12 * law.length);
  expect(Math.abs(again.start - start)).toBeLessThan(2e-9);
});
