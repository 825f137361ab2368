import { describe, expect, test } from 'vitest';
import { goalOf } from '../../src/audit/calibration/goal.ts';
import { largestValue, largestWhole } from '../../src/audit/calibration/search.ts';
import { InvalidInput } from '../../src/errors.ts';
import { tradeOff } from '../../src/index.ts';

describe('the largest value with room', () => {
  /** Room that ends at a place, exactly; the rough one ends nearby. */
  const rooms = (end: number, roughEnd = end) => ({
    rough: (t: number) => Math.log(roughEnd / t),
    exact: (t: number) => Math.log(end / t),
    little: 1e-6,
    what: 'epsilon',
  });

  test('is found from any guess, with as little room as is not worth another curve', () => {
    for (const [end, roughEnd, guess] of [
      [3, 3.001, 1],
      [3, 2.999, 50],
      [0.02, 0.0201, 1],
      [700, 699, 1e-3],
    ]) {
      let exact = 0;
      const given = rooms(end, roughEnd);
      const found = largestValue(
        {
          ...given,
          exact: (t) => {
            exact++;
            return given.exact(t);
          },
        },
        guess,
        Infinity,
      );
      expect(found).toBeLessThanOrEqual(end);
      expect(found).toBeGreaterThan(end * (1 - 1.1e-6));
      expect(exact).toBeLessThan(7);
    }
  });

  test('is the most there may be where that has room', () => {
    expect(largestValue(rooms(3), 1, 2)).toBe(2);
    // Roughly it has none, exactly it has.
    expect(largestValue(rooms(2.0001, 1.9999), 1, 2)).toBe(2);
  });

  test('is found where exact curves do not follow the slope of rough ones', () => {
    // A step: no slope leads there.
    const step = (t: number) => (t <= 3 ? 1 : -1);
    const found = largestValue({ rough: step, exact: step, little: 1e-9, what: 'epsilon' }, 1, Infinity);
    expect(found).toBeLessThanOrEqual(3);
    expect(found).toBeGreaterThan(3 * (1 - 1e-6));
  });

  test('is refused where every value has room or none has, and where there is no curve', () => {
    const never = { rough: () => -1, exact: () => -1, little: 1e-6, what: 'epsilon' };
    expect(() => largestValue(never, 1, Infinity)).toThrow('no value of the parameter keeps epsilon');
    const always = { ...never, rough: () => 1, exact: () => 1 };
    expect(() => largestValue(always, 1, Infinity)).toThrow('every value of the parameter keeps epsilon');
    const beyond = new InvalidInput('cannot compute this curve');
    const refusing = (t: number) => (t > 2 ? beyond : Math.log(3 / t));
    expect(() =>
      largestValue({ rough: refusing, exact: refusing, little: 1e-6, what: 'epsilon' }, 1, Infinity),
    ).toThrow('cannot compute this curve');
  });

  test('of a count is whole', () => {
    const counted = (end: number) => ({ ...rooms(end, end * 1.01), what: 'epsilon' });
    for (const end of [1, 1.5, 7.99, 8, 8.2, 123_456.7])
      expect(largestWhole(counted(end), 10, 'steps')).toBe(Math.floor(end));
    expect(() => largestWhole(counted(0.9), 10, 'steps')).toThrow('not even one step keeps epsilon');
    expect(() => largestWhole(counted(1e30), 10, 'steps')).toThrow('any number of steps');
  });
});

describe('a target', () => {
  test('is one of three', () => {
    expect(() => goalOf({} as never)).toThrow('must be one of epsilon, advantage and tpr: none');
    expect(() => goalOf({ epsilon: 1, advantage: 0.1, tpr: 0.2 } as never)).toThrow(
      'must be one of epsilon, advantage and tpr: epsilon, advantage, tpr',
    );
    expect(goalOf({ epsilon: 1 })).toMatchObject({ what: 'epsilon', gaussian: true });
    expect(goalOf({ epsilon: 1, delta: 0 })).toMatchObject({ gaussian: false });
    expect(() => goalOf({ epsilon: 0 })).toThrow('invalid epsilon; must be above 0: 0');
    expect(() => goalOf({ tpr: 0.1, fpr: 0.1 })).toThrow('must be above fpr (0.1)');
  });

  test('has room exactly where a curve spends no more', () => {
    const f = tradeOff('gaussian(sigma=1)');
    for (const [below, above] of [
      [{ epsilon: f.epsilon(1e-5) * (1 - 1e-9) }, { epsilon: f.epsilon(1e-5) }],
      [{ advantage: f.delta(0) * (1 - 1e-9) }, { advantage: f.delta(0) }],
      [
        { tpr: f.fBar(0.1) * (1 - 1e-9), fpr: 0.1 },
        { tpr: f.fBar(0.1), fpr: 0.1 },
      ],
    ]) {
      expect(goalOf(below).room(f)).toBeLessThan(0);
      expect(goalOf(above).room(f)).toBeGreaterThanOrEqual(0);
      expect(goalOf(above).kept(f)).toMatchObject(above);
    }
    expect(goalOf({ epsilon: 2 * f.epsilon(1e-5) }).room(f)).toBeCloseTo(Math.LN2, 9);
  });
});
