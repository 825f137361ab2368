import { expect, test } from 'vitest';
import { toReplace } from '../../../src/claims/curves/exchange.ts';
import { laplaceCurve } from '../../../src/claims/curves/laplace.ts';
import { pointsCurve } from '../../../src/claims/curves/points.ts';

test('what is to be known of a polyline is to be known of its exchange', () => {
  const f = pointsCurve(
    [
      [0, 1],
      [0.1, 0.4],
      [0.4, 0.1],
      [1, 0],
    ],
    'add-remove',
    'points',
  );
  expect(f.note).toContain('points(...) is taken as the polyline itself');
  expect(toReplace(f).note).toBe(f.note);
  expect('note' in toReplace(laplaceCurve(1, 'add-remove', 'laplace'))).toBe(false);
});

/** The exchange of a mechanism with a loss so large that most of its first lines have delta 1. */
const FAR = [200, 240, 300];

test.each(FAR)(
  'an exchange of the Laplace mechanism with epsilon %d has the delta of its best two lines',
  (epsilon0) => {
    const f = toReplace(laplaceCurve(epsilon0, 'add-remove', 'laplace'));
    for (let less = 0.25; less < 40; less += 0.5) {
      // Two lines of slopes e^t and e^(epsilon - t); a second one that has a delta at all costs e^t times that.
      const epsilon = 2 * epsilon0 - less;
      expect(f.delta(epsilon)).toBeCloseTo(-Math.expm1(-0.5 * less), 7);
    }
  },
);
