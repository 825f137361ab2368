import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pointsTheOtherWay } from '../../src/audit/checks/direction.ts';
import { binomialPmf } from '../../src/numerics/index.ts';

test('far fewer right than blind guessing gets is told, with its probability', () => {
  // Half the noise, scored by loss.
  expect(pointsTheOtherWay({ m: 1000, k: 2, guesses: 292, correct: 3 })).toBeLessThan(1e-60);
  expect(pointsTheOtherWay({ m: 20, k: 2, guesses: 20, correct: 0 })).toBeCloseTo(2 ** -20, 12);
  expect(pointsTheOtherWay({ m: 19, k: 2, guesses: 19, correct: 0 })).toBeNull();
  expect(pointsTheOtherWay({ m: 1000, k: 2, guesses: 500, correct: 250 })).toBeNull();
  expect(pointsTheOtherWay({ m: 1000, k: 2, guesses: 500, correct: 500 })).toBeNull();
  // With ten options a tenth is blind guessing.
  expect(pointsTheOtherWay({ m: 1000, k: 10, guesses: 1000, correct: 90 })).toBeNull();
  expect(pointsTheOtherWay({ m: 1000, k: 10, guesses: 1000, correct: 40 })).toBeLessThan(1e-6);
  expect(pointsTheOtherWay({ m: 10, k: 2, guesses: 0, correct: 0 })).toBeNull();
});

test('it is the lower tail of the binomial law', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 12 }),
      fc.integer({ min: 1, max: 300 }).chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }))),
      (k, [guesses, correct]) => {
        let tail = 0;
        for (let i = 0; i <= correct; i++) tail += binomialPmf(guesses, 1 / k, i);
        const found = pointsTheOtherWay({ m: guesses, k, guesses, correct });
        if (found === null) expect(tail).toBeGreaterThan(0.999e-6);
        else expect(Math.abs(found - tail)).toBeLessThan(1e-10 * tail);
      },
    ),
  );
});
