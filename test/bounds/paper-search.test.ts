import { describe, expect, test } from 'vitest';
import { algorithm3 } from '../../src/bounds/algorithm3.ts';
import { paperPValue, paperThreshold } from '../../src/bounds/paper-search.ts';
import { family, type TradeOff, tradeOff } from '../../src/claims/index.ts';

const OBSERVATION = { m: 1000, k: 2, guesses: 100, correct: 90 };
const members = family('gaussian');
const FOUND = paperThreshold(OBSERVATION, (t) => members.at(t), 0.05) ?? 0;

/** A family that counts its members. */
function counted(at: (t: number) => TradeOff) {
  const asked: number[] = [];
  const curve = (t: number) => {
    asked.push(t);
    return at(t);
  };
  return { asked, curve };
}

describe('a p-value is where Algorithm 3 turns', () => {
  test.each([
    [1000, 100, 90, 0.3, 1800],
    [100_000, 1500, 1429, 0.6, 9500],
    [20_000, 20_000, 11_000, 0.1, 37_500],
    [50, 50, 50, 0.5, 1100],
    [300, 20, 1, 0.5, 1],
    [400, 200, 180, 0.05, 6400],
  ])('m = %i, %i guesses, %i right, mu = %d: by at most %i questions', (m, guesses, correct, mu, most) => {
    const observation = { m, k: 2, guesses, correct };
    const f = tradeOff(`gaussian(mu=${mu})`);
    let asked = 0;
    const counting = {
      ...f,
      fBarInv: (y: number) => {
        asked++;
        return f.fBarInv(y);
      },
    };
    const p = paperPValue(observation, counting);
    expect(asked).toBeLessThanOrEqual(most);
    if (p === 1) expect(algorithm3(observation, f, 1)).toBeLessThanOrEqual(1);
    else {
      expect(algorithm3(observation, f, p)).toBeGreaterThan(1);
      expect(algorithm3(observation, f, p * (1 - 4e-13))).toBeLessThanOrEqual(1);
    }
  });
});

describe('a threshold', () => {
  test('is the furthest member where all are rejected up to it', () => {
    for (const most of [0.01, 0.1]) {
      expect(paperThreshold(OBSERVATION, members.at, 0.05, { most, start: 0.01 })).toBe(most);
      const all = { ...OBSERVATION, correct: 100 };
      expect(paperThreshold(all, members.at, 0.05, { most, start: 0.01 })).toBe(most);
    }
  });

  test('is looked for around a guess where there is one, else from the start', () => {
    const coarse = counted((t) => members.at(t * 1.001));
    const first = (likeGaussian?: (mu: number) => number) => {
      const hints = { start: 1, tolerance: 1e-6, coarseCurve: coarse.curve };
      paperThreshold(OBSERVATION, members.at, 0.05, { ...hints, ...(likeGaussian && { likeGaussian }) });
      return coarse.asked.splice(0)[0];
    };
    expect(first()).toBe(1);
    expect(first((mu) => mu)).toBeCloseTo(FOUND, 3);
    expect(first((mu) => 2 * mu)).toBeCloseTo(2 * FOUND, 3);
    // A guess of 0 or infinity is none.
    expect(first(() => Infinity)).toBe(1);
    expect(first(() => 0)).toBe(1);
  });

  test('that coarse members led too far is stepped back from', () => {
    // Along these the position changes half as fast as along the exact ones: every correction is twice too long.
    const coarseCurve = (t: number) => members.at(1.001 * Math.sqrt(t * FOUND));
    const t = paperThreshold(OBSERVATION, members.at, 0.05, { start: 1, tolerance: 1e-6, coarseCurve }) ?? 0;
    expect(algorithm3(OBSERVATION, members.at(t), 0.05)).toBeGreaterThan(1);
    expect(t).toBeLessThanOrEqual(FOUND * (1 + 1e-12));
    expect(t).toBeGreaterThan(FOUND * 0.997);
  });
});
