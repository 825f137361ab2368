import { describe, expect, test } from 'vitest';
import { solveLawProgram } from '../../src/bounds/optimal/interior-point.ts';
import { searchLines } from '../../src/bounds/optimal/line-search.ts';
import { LineWeights } from '../../src/bounds/optimal/line-weights.ts';
import { linesAt, straightLines } from '../../src/bounds/optimal/lines.ts';
import { searchNested } from '../../src/bounds/optimal/nested-search.ts';
import { QuickCurve } from '../../src/bounds/optimal/quick-curve.ts';
import { solveWeights } from '../../src/bounds/optimal/weights.ts';
import { tradeOff } from '../../src/claims/index.ts';
import type { Observation } from '../../src/types.ts';
import { relativeError } from '../support/golden.ts';

const GAUSSIAN = tradeOff('gaussian(mu=0.6)');
const POLYLINE = tradeOff('points(0:0.9, 0.1:0.6, 0.4:0.2, 1:0)');
const PROFILE = tradeOff('profile(0:0.3, 0.5:0.15, 1:0.02, 3:1e-6)');
const GAME: Observation = { m: 100, k: 2, guesses: 40, correct: 30 };

describe('the lines of a curve', () => {
  test('that differ by a billionth or less are one', () => {
    expect([...linesAt(GAUSSIAN, [1, 0, 1e-9, 1, 1 + 1e-8]).epsilons]).toEqual([0, 1, 1 + 1e-8]);
  });

  test('are its straight pieces as far as a game reaches, and a smooth curve has too many', () => {
    expect(straightLines(GAUSSIAN, GAME, 48)).toBeNull();
    const found = straightLines(POLYLINE, { ...GAME, guesses: 100 }, 48) ?? [];
    // Slopes 3, 4/3 and 1/3; lines are never flatter than 1.
    expect(found.map((epsilon) => Math.exp(epsilon).toFixed(6))).toEqual([
      '3.000000',
      '1.333333',
      '1.000000',
    ]);
    expect(straightLines(POLYLINE, { ...GAME, guesses: 8 }, 48)?.length).toBe(1);
    expect(
      straightLines({ ...POLYLINE, bends: undefined } as never, { ...GAME, guesses: 100 }, 48)?.length,
    ).toBe(3);
  });

  test('are one where bends lie on it', () => {
    const straight = { ...POLYLINE, slope: () => 2, bends: [0.1, 0.2, 0.3] };
    expect(straightLines(straight, { ...GAME, guesses: 100 }, 48)?.length).toBe(1);
  });

  test('of a smooth curve at the points of its law prove nearly what nested sets do', () => {
    const { proof } = searchNested(GAME, GAUSSIAN, {});
    const lines = searchLines(GAME, GAUSSIAN, proof);
    expect(relativeError(lines?.bound ?? 0, proof?.bound ?? 1)).toBeLessThan(2e-3);
    expect(lines?.attained).toBeGreaterThan(0.99 * (proof?.bound ?? 1));
  });
});

test('where a curve is not concave the curve itself is asked', () => {
  const square = { ...GAUSSIAN, fBar: (x: number) => x * x, slope: (x: number) => 2 * x };
  const quick = new QuickCurve(square);
  for (const x of [0.011, 0.2, 0.31234]) {
    expect(quick.fBar(x)).toBe(x * x);
    expect(quick.slope(x)).toBe(2 * x);
  }
});

test('and where x hardly is a number', () => {
  const quick = new QuickCurve(GAUSSIAN);
  for (const x of [1e-285, 1.234e-290, 3e-300]) {
    expect(quick.fBar(x)).toBe(GAUSSIAN.fBar(x));
    expect(quick.slope(x)).toBe(GAUSSIAN.slope(x));
  }
});

/** An object that counts how often one of its fields is read. */
function counting<T extends object>(of: T, key: keyof T): { watched: T; reads: () => number } {
  let count = 0;
  const watched = { ...of };
  Object.defineProperty(watched, key, {
    enumerable: true,
    get() {
      count++;
      return of[key];
    },
  });
  return { watched, reads: () => count };
}

describe('effort', () => {
  test('the weights of lines are found in a few sweeps', () => {
    const lines = linesAt(PROFILE, straightLines(PROFILE, GAME, 48) ?? []);
    const weights = lines.slopes.map(() => 0.8);
    const { watched, reads } = counting(lines, 'slopes');
    const swept = new LineWeights(GAME, watched, { first: 1, last: 40 }, weights, 0.1);
    expect(swept.bound()).toBeLessThan(1);
    expect(reads()).toBeLessThan(15);
  });

  test('the weights of nested sets too, from a value that is near', () => {
    const slopes = new Float64Array(40).fill(1.5);
    const { nu } = solveWeights(GAME, slopes, { first: 1, last: 40 }) ?? { nu: 0 };
    const { watched, reads } = counting(GAME, 'm');
    const again = solveWeights(watched, slopes, { first: 1, last: 40 }, nu * 1.001);
    expect(relativeError(again?.nu ?? 0, nu)).toBeLessThan(1e-9);
    expect(reads()).toBeLessThan(15);
  });

  test('a law’s program takes some thirty-five rounds, and ends next to its value', () => {
    const lines = linesAt(PROFILE, straightLines(PROFILE, GAME, 48) ?? []);
    const program = {
      up: Float64Array.from({ length: 41 }, (_, j) => j / 40),
      down: Float64Array.from({ length: 41 }, (_, j) => (41 - j) / 40),
      slopes: lines.slopes,
      deltas: lines.deltas.map((delta) => (delta * 100) / 40),
      tail: 30,
    };
    const { watched, reads } = counting(program, 'up');
    const solved = solveLawProgram(watched);
    const tail = solved?.law.subarray(30).reduce((sum, p) => sum + p, 0) ?? 0;
    const proved =
      (solved?.nu ?? 0) +
      Array.from(solved?.weights ?? []).reduce((sum, w, g) => sum + w * program.deltas[g], 0);
    expect(relativeError(tail, proved)).toBeLessThan(3.1e-7);
    expect(solved?.excess).toBeLessThan(1e-6);
    // Six looks at the program in each.
    expect(reads()).toBeLessThan(225);
  });
});
