import { describe, expect, test } from 'vitest';
import { largestValue } from '../../src/audit/calibration/search.ts';
import { InvalidInput } from '../../src/errors.ts';

const rooms = { little: 1e-6, what: 'epsilon' };

describe('a search for the largest value with room', () => {
  test('draws its far end in to where there is a curve', () => {
    const none = new InvalidInput('no curve there');
    for (const end of [1.7, 1.9, 2]) {
      const room = (t: number) => (t > 2.5 ? none : Math.log(end / t));
      const found = largestValue({ ...rooms, rough: room, exact: room }, 1, Infinity);
      expect(found).toBeLessThanOrEqual(end);
      expect(found).toBeGreaterThan(end * (1 - 2e-6));
    }
  });

  test('takes the most that there may be, however large', () => {
    const always = () => 1;
    expect(largestValue({ ...rooms, rough: always, exact: always }, 1, 1e90)).toBe(1e90);
    expect(() => largestValue({ ...rooms, rough: always, exact: always }, 1, 1e200)).toThrow('every value');
  });

  test('follows the slope of exact curves where that of rough ones is another', () => {
    for (const steepness of [0.4, 2, 3]) {
      let asked = 0;
      const exact = (t: number) => {
        asked++;
        return steepness * Math.log(3 / t);
      };
      const found = largestValue({ ...rooms, rough: (t) => Math.log(3.01 / t), exact }, 1, Infinity);
      expect(found).toBeLessThanOrEqual(3);
      expect(found).toBeGreaterThan(3 * (1 - 1e-5));
      expect(asked).toBeLessThan(7);
    }
  });

  test('does not trust a slope that rises: between its ends the room falls', () => {
    // Beyond 3 there is none, though the digits of curves there rise a little.
    const exact = (t: number) => (t <= 3 ? 1 : t - 3.4);
    const found = largestValue({ ...rooms, rough: (t) => (t <= 3.3 ? 1 : -1), exact }, 1, 3.5);
    expect(found).toBeLessThanOrEqual(3);
    expect(found).toBeGreaterThan(3 * (1 - 1e-6));
  });
});
