import { expect, test } from 'vitest';
import { mechanismLaw } from '../../src/audit/plan/mechanism-law.ts';
import { fastestPayoff, mostRightOnAverage, priceAgainst } from '../../src/bounds/index.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { binomialLaw } from '../../src/numerics/index.ts';
import { oneSide } from '../../src/observation.ts';
import type { Payoff, Side } from '../../src/types.ts';
import { mostPaidOfAll } from '../support/all-mechanisms.ts';

/** Few guarantees stand for a smooth curve: then more mechanisms are allowed, so the polyline is tested. */
const GUARANTEES = [
  [0.2, 0.3],
  [0.8, 0.1],
  [2, 0.01],
] as const;
const text = (relation: string) =>
  `profile(${GUARANTEES.map(([epsilon, delta]) => `${epsilon}:${delta}`).join(', ')}, relation=${relation})`;

/** m, k, guesses, and the side of all of them. */
type Case = [m: number, k: number, guesses: number, side: Side | undefined];
const CASES: Case[] = [
  [2, 2, 1, undefined],
  [2, 2, 2, undefined],
  [3, 2, 2, undefined],
  [3, 2, 3, undefined],
  [4, 2, 4, undefined],
  [2, 3, 1, undefined],
  [2, 3, 2, undefined],
  [2, 2, 1, 'in'],
  [3, 2, 1, 'in'],
  [3, 2, 1, 'out'],
];

const paid =
  ({ base, steps }: Payoff) =>
  (right: number) =>
    steps.reduce((sum, [reach, height]) => sum + (right >= reach ? height : 0), base);

test.each(CASES)('no mechanism is right more often on average: m %i, k %i, %i guesses', async (...one) => {
  const [m, k, guesses, side] = one;
  const f = tradeOff(text(k > 2 ? 'replace' : 'add-remove'));
  const most = mostRightOnAverage({ m, k, guesses, ...oneSide(side) }, f);
  const best = await mostPaidOfAll(m, k, guesses, (right) => right, GUARANTEES, side);
  expect(best).toBeLessThanOrEqual(most * (1 + 1e-7));
  // One-sided guesses are bounded by a coin that is taken to be known, which is not tight for few canaries.
  if (side === undefined) expect(best).toBeGreaterThan(most * (1 - 1e-6));
});

test('independent canaries attain the mean', () => {
  const claim = 'gaussian(sigma=2.5758)';
  for (const guesses of [20, 100, 300, 600, 1000]) {
    const most = mostRightOnAverage({ m: 1000, k: 2, guesses }, tradeOff(claim));
    const mean = mechanismLaw({ kind: 'membership', m: 1000, k: 2 }, claim).mean(guesses);
    expect(mean).toBeLessThanOrEqual(most);
    expect(mean).toBeGreaterThan(0.99 * most);
  }
});

test('all guesses can be right where nothing is promised of so few', () => {
  const f = tradeOff('approx-dp(epsilon=0, delta=0.5)');
  expect(mostRightOnAverage({ m: 100, k: 2, guesses: 10 }, f)).toBe(10);
  expect(mostRightOnAverage({ m: 100, k: 2, guesses: 100 }, tradeOff('perfect()'))).toBeCloseTo(50, 9);
});

test.each(CASES)('no mechanism is paid more than 1 on average: m %i, k %i, %i guesses', async (...one) => {
  const [m, k, guesses, side] = one;
  const f = tradeOff(text(k > 2 ? 'replace' : 'add-remove'));
  for (const right of m === 4 ? [0.8] : [0.6, 0.8, 0.95]) {
    const { payoff, bound } = fastestPayoff(
      { m, k, guesses, ...oneSide(side) },
      f,
      binomialLaw(guesses, right),
      0.02,
    );
    expect(bound).toBeLessThanOrEqual(1);
    expect(payoff.base).toBeGreaterThan(0.01);
    const best = await mostPaidOfAll(m, k, guesses, paid(payoff), GUARANTEES, side);
    expect(best).toBeLessThanOrEqual(1 + 1e-7);
  }
});

const growth = ({ payoff }: { payoff: Payoff }, claim: string, guesses: number) => {
  const { from, chances } = mechanismLaw({ kind: 'membership', m: 1000, k: 2 }, claim).law(guesses).law;
  return chances.reduce((sum, chance, i) => sum + chance * Math.log(paid(payoff)(from + i)), 0);
};

test.each([
  [0.5, 200, 2.9],
  [0.3, 200, 0.84],
  [0.1, 100, 0.07],
  [0.1, 400, 0.115],
  [0.05, 600, 0.035],
  [0.02, 600, 0.0055],
])(
  'evidence against noise that is short by %d grows in 1,000 canaries with %i guesses',
  (short, guesses, least) => {
    const noisy = `gaussian(sigma=${2.5758 * (1 - short)})`;
    const game = { m: 1000, k: 2, guesses };
    const { law } = mechanismLaw({ kind: 'membership', m: 1000, k: 2 }, noisy).law(guesses);
    const f = tradeOff('gaussian(sigma=2.5758)');
    const found = fastestPayoff(game, f, law, 0.02);
    expect(growth(found, noisy, guesses)).toBeGreaterThan(least);
    expect(growth(found, 'gaussian(sigma=2.5758)', guesses)).toBeLessThan(0);
    expect(priceAgainst(found, f)).toBeLessThanOrEqual(found.bound * (1 + 1e-12));
    expect(priceAgainst(found, tradeOff('gaussian(sigma=2.6)'))).toBeLessThan(1);
    expect(priceAgainst(found, tradeOff('gaussian(sigma=2.5)'))).toBeGreaterThan(1);
  },
);
