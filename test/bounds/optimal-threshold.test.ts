import { describe, expect, test } from 'vitest';
import { optimalThreshold } from '../../src/bounds/optimal/threshold.ts';
import { type SearchHints, type TradeOff, tradeOff } from '../../src/claims/index.ts';
import { InvalidInput } from '../../src/errors.ts';

const OBSERVATION = { m: 1000, k: 2, guesses: 100, correct: 90 };
const PURE = tradeOff('pure-dp(epsilon=1)');
const TAU = 0.05;

/** Members whose bound is what a made-up law says about t; those of pure privacy are never searched for a proof. */
function search(boundAt: (t: number) => number, least: number | null, hints: SearchHints = {}) {
  const asked: number[] = [];
  const curve = (t: number): TradeOff => ({ ...PURE, name: String(t) });
  const proved = ({ name }: TradeOff) => {
    asked.push(Number(name));
    return boundAt(Number(name));
  };
  return { t: optimalThreshold(OBSERVATION, curve, TAU, least, proved, hints), asked };
}

/** A bound that is a power of t and reaches tau at `root`. */
const power = (steepness: number, root: number) => (t: number) => TAU * (t / root) ** steepness;

describe('the last member whose bound is at most tau', () => {
  test.each([
    [10, 0.9],
    [10, 0.5],
    [10, 0.01],
    [1.5, 0.7],
    [60, 0.8],
    [500, 0.99],
  ])('is found in a few steps: steepness %d, from %d of it', (steepness, share) => {
    const { t, asked } = search(power(steepness, 2.5), 2.5 * share);
    expect(t).toBeLessThanOrEqual(2.5 * (1 + 1e-12));
    expect(t).toBeGreaterThan(2.5 * (1 - 1e-6));
    // The steepness is learnt from two members, at most eightfold at a time.
    expect(asked.length).toBeLessThanOrEqual(share < 0.1 ? 16 : 11);
  });

  test('is not sought where none is rejected, nor beyond one that is', () => {
    expect(search(() => 0.06, null).t).toBeNull();
    expect(search(() => 0.06, null).asked).toEqual([0]);
    // Algorithm 3 has rejected 0.7; proofs that start afresh do not: that one it stays.
    const { t, asked } = search(() => 0.06, 0.7);
    expect(t).toBe(0.7);
    expect(asked).toEqual([0.7]);
  });

  test('begins next to the most private member where only that one is known to be rejected', () => {
    const root = Math.log(TAU / 0.04);
    const { t, asked } = search((each) => 0.04 * Math.exp(each), null);
    expect(asked.slice(0, 2)).toEqual([0, 1e-9]);
    expect(asked[2]).toBeGreaterThan(1e-9);
    expect(t).toBeLessThanOrEqual(root);
    expect(t).toBeGreaterThan(root * (1 - 1e-5));
  });

  test('is the furthest where all are rejected', () => {
    expect(search(() => 0.01, 1, { most: 7 }).t).toBe(7);
    expect(search(() => 0.01, 7, { most: 7 }).t).toBe(7);
    expect(search(() => 0.01, 1, { limited: true }).t).toBe(Infinity);
    expect(search((t) => (t === Infinity ? 0.06 : 0.01), 1, { limited: true, most: 9 }).t).toBe(9);
    // The furthest member of a family is only asked about where there is one.
    expect(search(power(10, 2), 1).asked).not.toContain(Infinity);
  });

  test('is given up after sixty steps', () => {
    const { t, asked } = search(() => 0.01, 1);
    // Every step goes as far as the usual steepness says; the last member is proved once more.
    expect(asked.length).toBe(62);
    expect(Math.log(t ?? 0)).toBeCloseTo(60 * Math.log1p(Math.log(5) / 10), 3);
  });

  test('is found as finely as asked, and no finer than proofs are', () => {
    for (const tolerance of [1e-2, 1e-4, 1e-12]) {
      const fine = Math.max(4e-7, tolerance);
      const { t, asked } = search(power(10, 2), 1, { tolerance });
      expect(t).toBeLessThanOrEqual(2);
      expect(t).toBeGreaterThan(2 * (1 - 1.5 * fine));
      expect(asked.length).toBeLessThanOrEqual(tolerance === 1e-2 ? 9 : 10);
    }
  });

  test('lies within the bracket where the bound jumps', () => {
    const jump = (t: number) => (t <= 1.7 ? 0.04 : 0.2);
    const { t, asked } = search(jump, 1);
    expect(t).toBeLessThanOrEqual(1.7);
    expect(t).toBeGreaterThan(1.7 * (1 - 1e-6));
    expect(asked.length).toBeLessThan(60);
    // Nothing is asked below what is known to be rejected, nor above what is known not to be.
    let [low, high] = [1, Infinity];
    for (const each of asked.slice(1, -1)) {
      expect(each).toBeGreaterThan(low);
      expect(each).toBeLessThan(high);
      if (jump(each) <= TAU) low = each;
      else high = each;
    }
  });
});

describe('an answer has to stand up to a proof that starts afresh', () => {
  /** Proofs that are as good as the power says until a member is proved once more; from then on `factor` worse. */
  function worseAfresh(factor: number) {
    const seen = new Set<number>();
    let afresh = false;
    return (t: number) => {
      afresh ||= seen.has(t);
      seen.add(t);
      return power(10, 2)(t) * (afresh ? factor : 1);
    };
  }

  test('a step back is made where that proves a little less', () => {
    const { t } = search(worseAfresh(1.001), 1);
    expect(t).toBeLessThanOrEqual(2 / 1.001 ** 0.1);
    expect(t).toBeGreaterThan(2 * (1 - 1.5e-4));
  });

  test('but none further back than what Algorithm 3 rejects', () => {
    const { t, asked } = search(worseAfresh(1e4), 1.2);
    expect(t).toBe(1.2);
    expect(Math.min(...asked)).toBe(1.2);
  });

  test('a member without a curve counts as accepted', () => {
    const boundAt = (t: number) => {
      if (t > 1.5) throw new InvalidInput('too little privacy left');
      return 0.01;
    };
    const { t } = search(boundAt, 1);
    expect(t).toBeLessThanOrEqual(1.5);
    expect(t).toBeGreaterThan(1.5 * (1 - 1e-5));
  });
});
