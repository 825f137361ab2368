import { describe, expect, test } from 'vitest';
import { tradeOff } from '../../../src/claims/index.ts';
import { type Chain, joinChains } from '../../../src/claims/losses/chain.ts';
import { withOrders } from '../../../src/claims/losses/one-way.ts';

describe('chains of vertices', () => {
  const chain = (x: number[], y: number[]): Chain => ({
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    losses: Float64Array.from(x, (_, i) =>
      i === 0 ? Infinity : Math.log((y[i] - y[i - 1]) / (x[i] - x[i - 1])),
    ),
  });

  test('join to one whose x rises, also where a vertex has x = 0', () => {
    const { x, y } = joinChains(chain([0, 0, 0.4], [0, 0.1, 0.8]), chain([0, 0.05, 0.5], [0, 0.3, 0.85]));
    expect([...x]).toEqual([0, 0.05, 0.4]);
    expect([...y]).toEqual([0.1, 0.3, 0.8]);
  });

  test('of one order are continued with slope 1, and what rounding has widened counts', () => {
    const weak = { ...tradeOff('approx-dp(epsilon=3, delta=0.9)'), relation: 'add-remove' as const };
    const own = chain([0, 0.1, 0.3], [0, 0.4, 0.65]);
    const other = chain([0, 0.1, 0.2], [0, 0.5, 0.65]);
    const { oneWay } = withOrders(weak, other, [own, other], () => weak);
    const f = oneWay?.('in');
    expect(f?.fBar(0.4)).toBeCloseTo(0.75, 12);
    expect(f?.fBarInv(0.75)).toBeCloseTo(0.4, 12);
    expect(f?.fBar(0.2)).toBeCloseTo(0.525, 12);
    expect(f?.slope(0.5)).toBe(1);
    // The first segment is a little steeper than its loss says.
    const widened = { ...own, losses: Float64Array.of(Infinity, Math.log(3.9), Math.log(1.25)) };
    const g = withOrders(weak, other, [widened, other], () => weak).oneWay?.('in');
    expect(g?.delta(Math.log(3.9))).toBeCloseTo(0.4 - 0.39, 9);
  });
});
