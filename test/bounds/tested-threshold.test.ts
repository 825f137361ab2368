import { describe, expect, test } from 'vitest';
import { type Bound, withTestedThreshold } from '../../src/bounds/bound.ts';
import { type SearchHints, type TradeOff, tradeOff } from '../../src/claims/index.ts';
import { InvalidInput } from '../../src/errors.ts';

const OBSERVATION = { m: 10, k: 2, guesses: 5, correct: 4 };
const ANY = tradeOff('pure-dp(epsilon=1)');

/** Members that carry their t as their name. */
const members = (t: number): TradeOff => ({ ...ANY, name: String(t) });

/** A bound whose search ends at `found`, while its test rejects up to `limit`; and which members it was asked. */
function endingAt(found: number | null, limit: number) {
  const asked: number[] = [];
  const bound: Bound = withTestedThreshold({
    method: 'paper',
    whyNot: () => null,
    pValue: () => 1,
    rejects: (_, { name }) => {
      asked.push(Number(name));
      return Number(name) <= limit;
    },
    threshold: () => found,
  });
  const answer = (hints?: SearchHints, curve = members) => bound.threshold(OBSERVATION, curve, 0.05, hints);
  return { asked, answer };
}

describe('a search ends with a member that the test itself rejects', () => {
  test('the one that was found, where it is', () => {
    const { asked, answer } = endingAt(1.5, 2);
    expect(answer()).toBe(1.5);
    expect(asked).toEqual([1.5]);
    expect(endingAt(null, 2).answer()).toBeNull();
    expect(endingAt(0, 0).answer()).toBe(0);
  });

  test('else one that is as near as steps that grow fourfold from the tolerance come', () => {
    for (const [short, tolerance] of [
      [3e-12, 1e-12],
      [1e-9, 1e-12],
      [1e-3, 1e-12],
      [1e-3, 1e-4],
      [0.4, 1e-6],
    ]) {
      const limit = 2 * (1 - short);
      const { asked, answer } = endingAt(2, limit);
      const t = answer(tolerance === 1e-12 ? {} : { tolerance }) ?? 0;
      expect(t).toBeLessThanOrEqual(limit);
      // What is given up is at most about five times what was missing, or the tolerance.
      expect(1 - t / 2).toBeLessThan(5 * Math.max(short, tolerance));
      expect(asked[1]).toBeCloseTo(2 * (1 - tolerance), 12);
      expect((asked[1] - asked[2]) / asked[1] / tolerance).toBeCloseTo(4, 3);
      expect(asked.length).toBeLessThanOrEqual(
        2 + Math.ceil(Math.log(Math.max(4, short / tolerance)) / Math.log(4)) + 1,
      );
    }
  });

  test('a step takes at most half of what is left', () => {
    const { asked, answer } = endingAt(1, 1e-4);
    const t = answer({ tolerance: 0.25 }) ?? 0;
    expect(t).toBeLessThanOrEqual(1e-4);
    expect(t).toBeGreaterThan(0.5e-4);
    expect(asked.slice(0, 4)).toEqual([1, 0.75, 0.375, 0.1875]);
  });

  test('a member beyond what the family measures is followed by the last within', () => {
    const { asked, answer } = endingAt(Infinity, 7);
    expect(answer({ most: 5 })).toBe(5);
    expect(asked).toEqual([Infinity, 5]);
    const further = endingAt(8, 4.9999);
    const t = further.answer({ most: 5, tolerance: 1e-6 }) ?? 0;
    expect(t).toBeLessThanOrEqual(4.9999);
    expect(t).toBeGreaterThan(4.9995);
    expect(further.asked.slice(0, 3)).toEqual([8, 5, 5 * (1 - 1e-6)]);
  });

  test('at last the most private one, or none', () => {
    const small = endingAt(4, 1e-9);
    expect(small.answer()).toBe(0);
    // Members down to a millionth of the one that was found are tried before it.
    expect(small.asked.at(-2)).toBeLessThan(4e-6);
    expect(small.asked.at(-2)).toBeGreaterThan(1.9e-6);
    expect(endingAt(1, -1).answer()).toBeNull();
  });

  test('a member that cannot be computed counts as accepted, and another fault is none of its business', () => {
    const failing = (fault: Error) => (t: number) => {
      if (t > 0.5) throw fault;
      return members(t);
    };
    const t =
      endingAt(1, 2).answer({ tolerance: 1e-3 }, failing(new InvalidInput('too little privacy'))) ?? 0;
    expect(t).toBeLessThanOrEqual(0.5);
    expect(t).toBeGreaterThan(0.2);
    expect(() => endingAt(1, 2).answer({}, failing(new Error('internal: broken')))).toThrow('broken');
  });
});

describe('all guesses on one side are about the curve of one order', () => {
  const order = (name: string): TradeOff => ({ ...ANY, name });
  const twoOrders: TradeOff = {
    ...order('both'),
    oneWay: (side) => order(side),
    fairOrder: () => order('fair'),
  };
  const seen: string[] = [];
  const bound = withTestedThreshold({
    method: 'paper',
    whyNot: () => null,
    remark: (_, { name }) => `about ${name}`,
    pValue: (_, { name }) => (name === 'in' ? 0.1 : name === 'out' ? 0.2 : name === 'fair' ? 0.3 : 0.4),
    rejects(_, { name }) {
      seen.push(name);
      return true;
    },
    threshold(_, curve, __, hints) {
      seen.push(curve(1).name, hints?.coarseCurve?.(1).name ?? 'no coarse curve');
      return 1;
    },
  });

  test('its p-value and what is said beside it', () => {
    expect(bound.pValue({ ...OBSERVATION, sides: 'in' }, twoOrders)).toBe(0.1);
    expect(bound.pValue({ ...OBSERVATION, sides: 'out' }, twoOrders)).toBe(0.2);
    expect(bound.pValue(OBSERVATION, twoOrders)).toBe(0.3);
    // Among more than two options there is no order for a coin to decide.
    expect(bound.pValue({ ...OBSERVATION, k: 3 }, twoOrders)).toBe(0.4);
    expect(bound.pValue({ ...OBSERVATION, sides: 'in' }, order('one'))).toBe(0.4);
    expect(bound.rejects({ ...OBSERVATION, sides: 'out' }, twoOrders, 0.05)).toBe(true);
    expect(seen.splice(0)).toEqual(['out']);
    expect(bound.remark?.({ ...OBSERVATION, sides: 'out' }, twoOrders)).toBe('about out');
  });

  test('its search, coarse curves included', () => {
    const coarseCurve = () => ({ ...twoOrders, oneWay: () => order('coarse in') });
    bound.threshold({ ...OBSERVATION, sides: 'in' }, () => twoOrders, 0.05, { coarseCurve });
    expect(seen.splice(0)).toEqual(['in', 'coarse in', 'in']);
    bound.threshold(OBSERVATION, () => twoOrders, 0.05);
    expect(seen.splice(0)).toEqual(['fair', 'no coarse curve', 'fair']);
  });
});
