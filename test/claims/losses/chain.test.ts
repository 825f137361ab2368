import { describe, expect, test } from 'vitest';
import {
  averageChains,
  type Chain,
  chainOf,
  checkPrivacyLeft,
  densityAt,
  joinChains,
  vertexOf,
  worstError,
} from '../../../src/claims/losses/chain.ts';
import type { ComposedLaw } from '../../../src/claims/losses/compose.ts';

/** A chain from its corners; every segment's loss is the logarithm of its slope. */
function chain(...corners: readonly (readonly [x: number, y: number])[]): Chain {
  const [x, y] = [0, 1].map((i) => Float64Array.from(corners, (corner) => corner[i]));
  const losses = x.map((_, j) => (j === 0 ? Infinity : Math.log((y[j] - y[j - 1]) / (x[j] - x[j - 1]))));
  return { x, y, losses };
}

/** What a chain says of delta at epsilon: the highest it stands above the line of slope e^epsilon. */
const profile = ({ x, y }: Chain, epsilon: number) =>
  Math.max(...Array.from(x, (_, j) => y[j] - Math.exp(epsilon) * x[j]));

const law = (first: number, masses: readonly number[], more: Partial<ComposedLaw> = {}): ComposedLaw => ({
  ...{ first, masses: Float64Array.from(masses), infinite: 0.01, outside: 0, tilt: 0, log: 0 },
  ...more,
});

describe('the chain of a law on a grid', () => {
  const step = 0.5;
  test('sums masses from the largest loss down to 0, under both laws', () => {
    const { x, y, losses } = chainOf(law(-1, [0.2, 0.3, 0.3, 0.19]), step, 0, 0);
    expect([...losses]).toEqual([Infinity, 1, 0.5, 0]);
    const expected = [0.01, 0.2, 0.5, 0.8];
    expected.forEach((value, j) => {
      expect(y[j]).toBeCloseTo(value, 15);
    });
    const q = [0.19 * Math.exp(-1), 0.3 * Math.exp(-0.5), 0.3];
    for (let j = 1; j <= 3; j++)
      expect(x[j]).toBeCloseTo(
        q.slice(0, j).reduce((a, b) => a + b, 0),
        15,
      );
    expect(x[0]).toBe(0);
  });

  test('is widened by its margin and by the rounding of the transform: y upwards, x downwards', () => {
    const exact = chainOf(law(-1, [0.2, 0.3, 0.3, 0.19]), step, 0, 0);
    const byMargin = chainOf(law(-1, [0.2, 0.3, 0.3, 0.19]), step, 1e-3, 0);
    const tilted = { tilt: 2, log: 0.25 };
    const byNoise = chainOf(law(-1, [0.2, 0.3, 0.3, 0.19], tilted), step, 0, 1e-4);
    for (let j = 1; j <= 3; j++) {
      expect(byMargin.y[j]).toBeCloseTo(0.01 + (exact.y[j] - 0.01) * 1.001, 14);
      expect(byMargin.x[j]).toBeCloseTo(exact.x[j] * 0.999, 14);
      const rounding = 1e-4 * Math.exp(0.25 - 2 * exact.losses[j]);
      expect(byNoise.y[j]).toBeCloseTo(exact.y[j] + rounding, 14);
      expect(byNoise.x[j]).toBeCloseTo(exact.x[j] - rounding * Math.exp(-exact.losses[j]), 14);
    }
  });

  test('gives what lies below a window above 0 a vertex of its own, which ends at 1', () => {
    const { x, y, losses } = chainOf(law(2, [0.3, 0.2]), step, 0, 0);
    expect([...losses]).toEqual([Infinity, 1.5, 1, 1]);
    expect(y[3]).toBe(1);
    expect(x[3]).toBeCloseTo(x[2] + (1 - 0.51) * Math.exp(-1), 14);
  });

  test('leaves out what is nothing at its far end, and never takes x back', () => {
    const { losses } = chainOf(law(0, [0.5, 0.3, 1e-41, 0]), step, 0, 0);
    expect([...losses]).toEqual([Infinity, 0.5, 0]);
    const { x } = chainOf(law(0, [0.5, 0.3], { tilt: 0 }), step, 0, 0.4);
    expect(x[1]).toBe(0);
    for (let j = 1; j < x.length; j++) expect(x[j]).toBeGreaterThanOrEqual(x[j - 1]);
    expect(chainOf(law(0, [0.9, 0.9]), step, 0, 0).y[2]).toBe(1);
  });

  test('that has no probability left under the second law is refused, in the words that fit', () => {
    const lost = (loss: number): Chain => ({
      ...{ x: new Float64Array(2), y: Float64Array.of(0, 0.5) },
      losses: Float64Array.of(Infinity, loss),
    });
    expect(() => checkPrivacyLeft(lost(601))).toThrow('no privacy left');
    expect(() => checkPrivacyLeft(lost(600))).toThrow('rounding errors');
    expect(() => checkPrivacyLeft(chain([0, 0], [0.1, 0.5]))).not.toThrow();
  });
});

describe('two chains', () => {
  // Slopes 6, 3 and 1.5 in both.
  const flat = chain([0, 0.1], [0.01, 0.16], [0.06, 0.31], [0.26, 0.61]);
  const steep = chain([0, 0], [0.05, 0.3], [0.1, 0.45], [0.2, 0.6]);

  test('of which one is above the other join to that one', () => {
    const below = chain([0, 0.05], [0.01, 0.11], [0.06, 0.26], [0.26, 0.56]);
    expect(joinChains(flat, below)).toBe(flat);
    expect(joinChains(below, flat)).toBe(flat);
    // Equal but for rounding.
    expect(joinChains(flat, { ...flat, y: flat.y.with(2, flat.y[2] * (1 + 1e-14)) })).toBe(flat);
    const higher = { ...flat, y: flat.y.with(2, flat.y[2] * (1 + 1e-9)) };
    expect(joinChains(flat, higher)).toBe(higher);
    const start = { ...flat, y: flat.y.with(0, flat.y[0] * (1 + 1e-14)) };
    expect(joinChains(flat, start)).toBe(start);
  });

  test('is asked at the losses of both: one may sag between those of the other', () => {
    const corner = chain([0, 0], [0.2, 0.6], [0.4, 0.8]);
    const sags = chain([0, 0], [0.4, 0.85]);
    for (const both of [joinChains(sags, corner), joinChains(corner, sags)])
      for (const epsilon of [0, 0.5, 0.75, 1, 2])
        expect(profile(both, epsilon)).toBeCloseTo(
          Math.max(profile(sags, epsilon), profile(corner, epsilon)),
          14,
        );
  });

  test('that cross join to the smallest concave chain above both', () => {
    const both = joinChains(flat, steep);
    for (let epsilon = 0; epsilon < 4; epsilon += 0.01)
      expect(profile(both, epsilon)).toBeCloseTo(
        Math.max(profile(flat, epsilon), profile(steep, epsilon)),
        12,
      );
    for (let j = 2; j < both.x.length; j++) expect(both.losses[j]).toBeLessThan(both.losses[j - 1]);
    for (let j = 1; j < both.x.length; j++)
      expect(both.losses[j]).toBeCloseTo(
        Math.log((both.y[j] - both.y[j - 1]) / (both.x[j] - both.x[j - 1])),
        12,
      );
    expect(joinChains(steep, flat)).toEqual(both);
    // Slopes below 1 belong to the mirror image.
    expect(both.losses[both.losses.length - 1]).toBeGreaterThanOrEqual(0);
  });

  test('have the mean of their profiles on average', () => {
    for (const [a, b] of [
      [flat, steep],
      [steep, flat],
      [flat, flat],
    ]) {
      const mean = averageChains(a, b);
      for (let epsilon = 0.41; epsilon < 4; epsilon += 0.01)
        expect(profile(mean, epsilon)).toBeCloseTo(0.5 * (profile(a, epsilon) + profile(b, epsilon)), 12);
    }
    expect(averageChains(flat, flat).x).toHaveLength(4);
  });
});

describe('what is around a loss', () => {
  const losses = Float64Array.of(Infinity, 3, 2.5, 2, 1.5, 1, 0.5, 0);
  const x = Float64Array.of(0, 0.01, 0.03, 0.06, 0.1, 0.15, 0.21, 0.28);

  test('the vertex is the last whose segment is steeper', () => {
    expect(vertexOf(losses, 5)).toBe(0);
    expect(vertexOf(losses, 2.7)).toBe(1);
    // A segment of exactly this slope is not steeper.
    expect(vertexOf(losses, 2.5)).toBe(1);
    expect(vertexOf(losses, 0.2)).toBe(6);
    expect(vertexOf(losses, -1)).toBe(7);
  });

  test('the density is the mass of three segments to either side over their width', () => {
    expect(densityAt({ x, losses }, 4, false)).toBeCloseTo((0.28 - 0.01) / (3 - 0), 14);
    expect(densityAt({ x, losses }, 2, false)).toBeCloseTo((0.15 - 0.01) / (3 - 1), 14);
    expect(densityAt({ x, losses }, 7, false)).toBeCloseTo((0.28 - 0.06) / (2 - 0), 14);
    // Of atoms the heaviest is not spread.
    expect(densityAt({ x, losses }, 4, true)).toBeCloseTo((0.28 - 0.01 - 0.07) / 3, 14);
    expect(densityAt({ x: x.subarray(0, 2), losses: losses.subarray(0, 2) }, 1, false)).toBe(0);
  });

  test('the worst error is variance / 2 times density over tail, or a part of the deviation', () => {
    const y = x.map((_, j) => 0.1 * j);
    const allowed = (epsilon: number) => 1 + epsilon;
    const variance = 1e-4;
    const levels: number[] = [];
    for (let level = 0.5; level > 0.02; level *= 0.6) levels.push(level);
    const expected = levels.flatMap((level) => {
      const j = x.findIndex((value) => value >= level);
      if (j <= 0) return [];
      const moved = (0.5 * variance * densityAt({ x, losses }, j, false)) / level;
      return [{ moved, ratio: moved / (1 + losses[j]) }];
    });
    const { error, ratio } = worstError([{ x, y, losses }], variance, false, 0.02, allowed);
    expect(error).toBeCloseTo(Math.max(...expected.map(({ moved }) => moved)), 15);
    expect(ratio).toBeCloseTo(Math.max(...expected.map((one) => one.ratio)), 15);
    // The order with the larger y decides.
    const lower = { x: x.map((value) => value * 1.01), y: y.map((value) => value / 2), losses };
    expect(worstError([lower, { x, y, losses }], variance, false, 0.02, allowed).error).toBe(error);
    const narrow = worstError([{ x, y, losses }], 100, false, 0.02, allowed);
    expect(narrow.error).toBeCloseTo(0.4 * 10, 12);
    expect(worstError([{ x, y, losses }], variance, false, 0.6, allowed)).toEqual({ error: 0, ratio: 0 });
  });
});
