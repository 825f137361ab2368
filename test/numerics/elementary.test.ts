import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cosm1, rootsOfUnity, sin } from '../../src/numerics/angles.ts';
import { asinh, exp, expm1, ln, log1p, sinh } from '../../src/numerics/elementary.ts';

/** The engine's own function, right to about a unit in the last place, is the twin. */
function close(ours: number, theirs: number, units: number): boolean {
  return Object.is(ours, theirs) || Math.abs(ours - theirs) <= units * 2 ** -52 * Math.abs(theirs);
}

const numbers = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const twins: [string, (x: number) => number, (x: number) => number, fc.Arbitrary<number>, number][] = [
  ['exp', exp, Math.exp, numbers(-700, 709), 1],
  ['exp near 0', exp, Math.exp, numbers(-2, 2), 1],
  ['expm1', expm1, Math.expm1, numbers(-50, 709), 2],
  ['expm1 near 0', expm1, Math.expm1, numbers(-1, 1), 2],
  ['ln', ln, Math.log, numbers(Number.MIN_VALUE, Number.MAX_VALUE), 1],
  ['ln near 1', ln, Math.log, numbers(0.5, 2), 1],
  ['log1p', log1p, Math.log1p, numbers(-1 + 2 ** -40, 1e10), 1],
  ['log1p near 0', log1p, Math.log1p, numbers(-0.5, 0.5), 1],
  ['sinh', sinh, Math.sinh, numbers(-700, 700), 3],
  ['sinh near 0', sinh, Math.sinh, numbers(-1, 1), 3],
  ['asinh', asinh, Math.asinh, numbers(-1e300, 1e300), 3],
  ['asinh near 0', asinh, Math.asinh, numbers(-2, 2), 4],
];

test.each(twins)('%s is right to a unit in the last place', (_, ours, theirs, values, units) => {
  fc.assert(
    fc.property(values, (x) => close(ours(x), theirs(x), units)),
    { numRuns: 5000 },
  );
});

test('the ends are those of the language', () => {
  for (const x of [0, -0, 1, -1, Infinity, -Infinity, Number.NaN, 710, -746, -745, 5e-324, 1e-310, 1e308]) {
    expect(close(exp(x), Math.exp(x), 1), `exp(${x})`).toBe(true);
    expect(close(expm1(x) + 0, Math.expm1(x) + 0, 2), `expm1(${x})`).toBe(true);
    expect(close(ln(x), Math.log(x), 1), `ln(${x})`).toBe(true);
    expect(close(log1p(x) + 0, Math.log1p(x) + 0, 1), `log1p(${x})`).toBe(true);
  }
  expect(Math.abs(exp(-740) - Math.exp(-740))).toBeLessThanOrEqual(5e-324);
});

test('roots of unity lie on the circle, where the engine has them', () => {
  for (const n of [8, 64, 4096]) {
    const roots = rootsOfUnity(n);
    for (let i = 0; i < n; i++) {
      const angle = (2 * Math.PI * i) / n;
      expect(Math.abs(roots[2 * i] - Math.cos(angle))).toBeLessThan(1e-15);
      expect(Math.abs(roots[2 * i + 1] - Math.sin(angle))).toBeLessThan(1e-15);
    }
  }
});

test('sines and cosines are right to the last digits of numbers next to 1, and relatively at small angles', () => {
  fc.assert(
    fc.property(numbers(-1e5, 1e5), (x) => {
      expect(Math.abs(sin(x) - Math.sin(x))).toBeLessThan(3e-16);
      expect(Math.abs(cosm1(x) - (Math.cos(x) - 1))).toBeLessThan(6e-16);
    }),
    { numRuns: 5000 },
  );
  fc.assert(
    fc.property(numbers(1e-9, 0.7), (x) => {
      expect(close(sin(x), Math.sin(x), 2)).toBe(true);
      expect(close(cosm1(x) + 0, -2 * Math.sin(x / 2) ** 2 + 0, 4)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

test('the bits are these on every engine', () => {
  expect([exp(0.7), exp(-0.1), expm1(0.3), ln(3), log1p(0.3)]).toEqual([
    2.0137527074704766, 0.9048374180359595, 0.3498588075760031, 1.0986122886681096, 0.26236426446749106,
  ]);
});
