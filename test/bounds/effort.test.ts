import { describe, expect, test } from 'vitest';
import { QuickCurve } from '../../src/bounds/optimal/quick-curve.ts';
import { paperPValue, paperThreshold } from '../../src/bounds/paper-search.ts';
import { family, type TradeOff, tradeOff } from '../../src/claims/index.ts';

/** A curve that counts what it is asked. */
function counting(f: TradeOff) {
  const asked = { fBar: 0, slope: 0, fBarInv: 0 };
  const curve: TradeOff = {
    ...f,
    fBar: (x) => {
      asked.fBar++;
      return f.fBar(x);
    },
    slope: (x) => {
      asked.slope++;
      return f.slope(x);
    },
    fBarInv: (y) => {
      asked.fBarInv++;
      return f.fBarInv(y);
    },
  };
  return { curve, asked };
}

test('cubics answer for the curve: it is asked a few times for each of the places that were visited', () => {
  const { curve, asked } = counting(tradeOff('gaussian(mu=1)'));
  const quick = new QuickCurve(curve);
  const xs = Array.from({ length: 3000 }, (_, i) => Math.exp(-9 + (8.5 * i) / 3000));
  for (const x of xs) {
    quick.fBar(x);
    quick.slope(x);
  }
  const first = { ...asked };
  expect(first.fBar + first.slope).toBeLessThan(3000);
  for (const x of xs) {
    quick.fBar(x);
    quick.slope(x);
    quick.fBarInv(quick.fBar(x * 1.01), x);
  }
  // Nothing is asked again, but for what lies beyond the last place.
  expect(asked.fBar + asked.slope + asked.fBarInv - first.fBar - first.slope).toBeLessThan(30);
});

describe('searches for where Algorithm 3 turns', () => {
  const observation = { m: 1000, k: 2, guesses: 100, correct: 90 };

  test('a p-value takes some dozens of its totals', () => {
    const { curve, asked } = counting(tradeOff('gaussian(mu=0.3)'));
    const p = paperPValue(observation, curve);
    expect(p).toBeGreaterThan(0);
    expect(p).toBeLessThan(1);
    // Each total asks at most one inverse for each count.
    expect(asked.fBarInv).toBeLessThan(60 * 100);
  });

  test('a threshold within a family takes some dozens of members, and of costly ones few that are exact', () => {
    const members = family('gaussian');
    let made = 0;
    const along = (t: number) => {
      made++;
      return members.at(t);
    };
    const found = paperThreshold(observation, along, 0.05) ?? 0;
    expect(found).toBeGreaterThan(0);
    expect(made).toBeLessThan(75);
    // Coarse curves that are a little less private lead there, and few exact ones are left to make.
    let exact = 0;
    const again = paperThreshold(
      observation,
      (t) => {
        exact++;
        return members.at(t);
      },
      0.05,
      { start: 1, tolerance: 1e-6, coarseCurve: (t) => members.at(t * 1.001), likeGaussian: (mu) => mu },
    );
    expect(Math.abs((again ?? 0) / found - 1)).toBeLessThan(1e-5);
    expect(again).toBeLessThanOrEqual(found * (1 + 1e-12));
    expect(exact).toBeLessThan(9);
  });
});
