import { describe, expect, test } from 'vitest';
import { type CurveFacts, curveOfChain } from '../../../src/claims/losses/curve.ts';
import { InvalidInput } from '../../../src/errors.ts';

/** Corners (0, 0.01), (0.1, 0.41), (0.2, 0.56): slopes 4 and 1.5, then 1 up to the mirror image. */
const CHAIN = {
  x: Float64Array.of(0, 0.1, 0.2),
  y: Float64Array.of(0.01, 0.41, 0.56),
  losses: Float64Array.of(Infinity, Math.log(4), Math.log(1.5)),
};
const FACTS: CurveFacts = {
  ...{ gap: 0, reach: Math.log(4), infinite: 0.01, certain: () => 0.5 },
};
const curve = (facts: Partial<CurveFacts> = {}) =>
  curveOfChain(CHAIN, { ...FACTS, ...facts }, 'add-remove', 'chain');

describe('the curve of a chain', () => {
  const f = curve();

  test('goes through its corners, and their mirror images', () => {
    for (const [x, y] of [
      [0, 0.01],
      [0.05, 0.21],
      [0.1, 0.41],
      [0.2, 0.56],
      [0.3, 0.66],
      // (1 - y, 1 - x) of each.
      [0.59, 0.9],
      [0.44, 0.8],
      [0.99, 1],
      [1, 1],
      [2, 1],
    ]) {
      expect(f.fBar(x)).toBeCloseTo(y, 13);
      expect(f.fBar(x)).toBeLessThanOrEqual(1);
    }
    for (const [y, x] of [
      [0.21, 0.05],
      [0.41, 0.1],
      [0.56, 0.2],
      [0.66, 0.3],
      [0.8, 0.44],
      [0.9, 0.59],
      [0.01, 0],
      [0.005, 0],
      [1, 0.99],
    ])
      expect(f.fBarInv(y)).toBeCloseTo(x, 13);
  });

  test('errs towards less privacy, by no more than its rounding', () => {
    // fBar of (0.05, 0.21) as the exact sum of what the chain holds, and a little more.
    const exact = 0.01 + (0.41 - 0.01) * 0.5;
    expect(f.fBar(0.05)).toBeGreaterThan(exact);
    expect(f.fBar(0.05)).toBeLessThan(exact * (1 + 2 ** -49));
    const inverse = 0.1 * ((0.21 - 0.01) / 0.4);
    expect(f.fBarInv(0.21)).toBeLessThan(inverse);
    expect(f.fBarInv(0.21)).toBeGreaterThan(inverse * (1 - 2 ** -48));
    const delta = 0.41 - 2 * 0.1;
    expect(f.delta(Math.log(2))).toBeGreaterThan(delta * (1 + 5e-13));
    expect(f.delta(Math.log(2))).toBeLessThan(delta * (1 + 2e-12));
    const epsilon = Math.log((0.41 - 0.21) / 0.1);
    expect(f.epsilon(0.21)).toBeGreaterThan(epsilon * (1 + 5e-13));
    expect(f.epsilon(0.21)).toBeLessThan(epsilon * (1 + 2e-12));
  });

  test('has the slopes of its segments, and of their mirror images', () => {
    expect(f.slope(0.05)).toBeCloseTo(4, 12);
    expect(f.slope(0.15)).toBeCloseTo(1.5, 12);
    expect(f.slope(0.3)).toBe(1);
    expect(f.slope(0.5)).toBeCloseTo(1 / 1.5, 12);
    expect(f.slope(0.7)).toBeCloseTo(0.25, 12);
    expect(f.slope(0.995)).toBe(0);
  });

  test('has the profile of its corners, and its infinite mass from the reach on', () => {
    for (const epsilon of [0, 0.2, 0.4, 0.7, 1, 1.3]) {
      const exact = Math.max(0.01, ...[1, 2].map((j) => CHAIN.y[j] - Math.exp(epsilon) * CHAIN.x[j]));
      expect(f.delta(epsilon)).toBeCloseTo(exact, 11);
      if (exact > 0.011) expect(f.epsilon(exact)).toBeCloseTo(epsilon, 9);
    }
    expect(f.delta(Math.log(4))).toBeCloseTo(0.01, 12);
    expect(f.delta(9)).toBeCloseTo(0.01, 12);
    expect(f.epsilon(0.41)).toBe(0);
    expect(f.epsilon(0.5)).toBe(0);
    expect(f.epsilon(0.01)).toBe(Math.log(4));
    // A target below the infinite mass is never met; one that differs from it by rounding is.
    expect(f.epsilon(0.0099)).toBe(Infinity);
    expect(f.epsilonLower(0.0099)).toBe(Infinity);
    expect(f.epsilon(0.01 * (1 - 2 ** -50))).toBe(Math.log(4));
  });

  test('with a reach that is shorter than its steepest segment stays below the line that says so', () => {
    const short = curve({ reach: Math.log(3), infinite: 0.02 });
    expect(short.fBar(0)).toBeCloseTo(0.01, 12);
    expect(short.fBar(0.05)).toBeCloseTo(0.01 + 3 * 0.05, 12);
    expect(short.fBarInv(0.16)).toBeCloseTo(0.05, 12);
    expect(short.delta(Math.log(3))).toBeCloseTo(0.02, 12);
    const less = curve({ reach: Math.log(3), infinite: 0.004 });
    expect(less.fBar(0)).toBeCloseTo(0.004, 12);
    expect(less.fBarInv(0.154)).toBeCloseTo(0.05, 12);
    // Without a reach the start of the chain counts.
    expect(curve({ reach: Infinity, infinite: 0.004 }).fBar(0)).toBeCloseTo(0.01, 12);
  });

  test('has the epsilon 0 from its largest delta on, to the last bit', () => {
    for (const [x, y] of [
      [0.3, 0.8],
      [0.15, 0.5],
      [0.2, 0.56],
    ]) {
      const corner = { x: Float64Array.of(0, x), y: Float64Array.of(0, y) };
      const f = curveOfChain(
        { ...corner, losses: Float64Array.of(Infinity, Math.log(y / x)) },
        { ...FACTS, reach: Infinity, infinite: 0 },
        'add-remove',
        'corner',
      );
      expect(f.epsilon(y - x)).toBe(0);
      expect(f.epsilon((y - x) * (1 - 1e-9))).toBeGreaterThan(0);
    }
  });

  test('has for certain what is certain of the law, and no more than its epsilon', () => {
    expect(f.epsilonLower(0.21)).toBe(0.5);
    expect(curve({ certain: () => 2 }).epsilonLower(0.21)).toBe(f.epsilon(0.21) / (1 + 1e-12));
    expect(f.epsilonLower(0.01)).toBe(0.5);
  });

  test('below what was added to an unbounded loss refuses epsilon, and names the least delta', () => {
    const chain = { ...CHAIN, y: CHAIN.y.map((y) => y - 0.01 + 1e-15) };
    const facts = { ...FACTS, reach: Infinity, infinite: 0 };
    const unbounded = curveOfChain(chain, facts, 'add-remove', 'chain');
    for (const ask of [unbounded.epsilon, unbounded.epsilonLower]) {
      expect(() => ask(9.9e-16)).toThrow(
        new InvalidInput(
          'invalid delta; must be at least 1.1e-15, below which rounding hides the epsilon of chain: 9.9e-16',
        ),
      );
      expect(ask(1.1e-15)).toBeGreaterThan(0);
      expect(ask(0)).toBe(Infinity);
    }
  });

  test('of a loss that leaves the doubles no epsilon is known, which is no reason to refuse', () => {
    const unbounded = curve({ reach: Infinity, infinite: 0 });
    expect([unbounded.epsilon(0.0099), unbounded.epsilonLower(0.0099)]).toEqual([Infinity, 0.5]);
  });
});
