import { describe, expect, test } from 'vitest';
import type { TradeOff } from '../../../src/claims/curves/trade-off.ts';
import type { Chain } from '../../../src/claims/losses/chain.ts';
import { type CurveFacts, curveOfChain } from '../../../src/claims/losses/curve.ts';
import { withOrders } from '../../../src/claims/losses/one-way.ts';

/** Corners with slopes 4 and 1.5, and a chain below it with slopes 3 and 1.25. */
const HIGH: Chain = {
  ...{ x: Float64Array.of(0, 0.1, 0.2), y: Float64Array.of(0.01, 0.41, 0.56) },
  losses: Float64Array.of(Infinity, Math.log(4), Math.log(1.5)),
};
const LOW: Chain = {
  ...{ x: Float64Array.of(0, 0.1, 0.3), y: Float64Array.of(0, 0.3, 0.55) },
  losses: Float64Array.of(Infinity, Math.log(3), Math.log(1.25)),
};
const FACTS: CurveFacts = {
  ...{ gap: 0, reach: Infinity, infinite: 0.01, certain: () => 0 },
};
const curveOf = (chain: Chain) => curveOfChain(chain, FACTS, 'add-remove', 'chain');
const curveIn = (curve: TradeOff, side: 'in' | 'out'): TradeOff => {
  if (curve.oneWay === undefined) throw new Error('no curve of one order');
  return curve.oneWay(side);
};

describe('the curve of one order of two neighbours', () => {
  const both = curveOf(HIGH);
  const f = withOrders(both, HIGH, [HIGH, LOW], curveOf);
  const lower = curveIn(f, 'out');

  test('is that of both where it decides', () => {
    expect(curveIn(f, 'in')).toBe(both);
    expect(curveIn(f, 'out')).toBe(lower);
  });

  test('is its own chain, continued with slope 1, up to where that of both is lower', () => {
    for (const [x, y] of [
      [0, 0],
      [0.05, 0.15],
      [0.1, 0.3],
      [0.2, 0.425],
      [0.3, 0.55],
      [0.4, 0.65],
      [0.5, 0.75],
    ]) {
      expect(lower.fBar(x)).toBeCloseTo(y, 13);
      expect(lower.fBarInv(y)).toBeCloseTo(x, 13);
    }
    for (const x of [0.8, 0.95, 1])
      expect(lower.fBar(x)).toBe(Math.min(both.fBar(x), (x + 0.25) * (1 + 2 ** -50)));
  });

  test('has the slopes of its chain', () => {
    for (const [x, slope] of [
      [0.05, 3],
      [0.2, 1.25],
      [0.4, 1],
    ])
      expect(lower.slope(x)).toBeCloseTo(slope, 13);
  });

  test('has its own delta, where that is the smaller', () => {
    expect(lower.delta(0)).toBeCloseTo(0.25, 11);
    expect(lower.delta(Math.log(2))).toBeCloseTo(0.1, 11);
    expect(lower.delta(2)).toBe(0);
    // A segment that was widened for rounding may end above the line whose slope it should have.
    const widened = { ...LOW, y: LOW.y.with(2, 0.551) };
    const wide = curveIn(withOrders({ ...both, delta: () => 1 }, HIGH, [HIGH, widened], curveOf), 'out');
    expect(wide.delta(Math.log(1.25))).toBeCloseTo(0.551 - 1.25 * 0.3, 11);
  });

  test('is not told apart from the other of an exchange', () => {
    const exchange: TradeOff = { ...both, relation: 'replace' };
    expect(withOrders(exchange, HIGH, [HIGH, LOW], curveOf)).toBe(exchange);
  });
});
