import { describe, expect, test } from 'vitest';
import { type Chain, joinChains } from '../../../src/claims/losses/chain.ts';
import { type CurveFacts, curveOfChain } from '../../../src/claims/losses/curve.ts';

const chain = (x: readonly number[], y: readonly number[], losses: readonly number[]): Chain => ({
  ...{ x: Float64Array.from(x), y: Float64Array.from(y), losses: Float64Array.from(losses) },
});
const FACTS: CurveFacts = {
  ...{ gap: 0, reach: Infinity, infinite: 0.01, certain: () => 0 },
};

describe('vertices whose probability under the second law is lost', () => {
  test('count as infinite loss where chains are joined', () => {
    const lost = chain([0, 0, 0.1, 0.3], [0.01, 0.03, 0.43, 0.63], [Infinity, 9, Math.log(4), 0]);
    const other = chain(
      [0, 0, 0.05, 0.3],
      [0.01, 0.02, 0.37, 0.57],
      [Infinity, 8, Math.log(7), Math.log(0.8)],
    );
    for (const joined of [joinChains(lost, other), joinChains(other, lost)]) {
      expect([...joined.x]).toEqual([0, 0.05, 0.1, 0.3]);
      expect([...joined.y]).toEqual([0.03, 0.37, 0.43, 0.63]);
      expect(joined.losses[0]).toBe(Infinity);
      expect(joined.losses[1]).toBeCloseTo(Math.log(6.8), 14);
    }
  });

  test('leave the inverse to the line that the largest finite loss draws', () => {
    const f = curveOfChain(
      chain([0, 0, 0.1, 0.2], [0.01, 0.01, 0.41, 0.56], [Infinity, 3, Math.log(4), Math.log(1.5)]),
      { ...FACTS, reach: 3, infinite: 0.004 },
      'add-remove',
      'lost',
    );
    for (const y of [0.005, 0.007, 0.01]) expect(f.fBarInv(y)).toBeCloseTo((y - 0.004) / Math.exp(3), 15);
    expect(f.fBarInv(0.004)).toBe(0);
  });
});
