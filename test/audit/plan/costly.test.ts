import { describe, expect, test } from 'vitest';
import { provedMember } from '../../../src/audit/epsilon/proved-member.ts';
import { interpolated } from '../../../src/audit/plan/costly.ts';
import { BOUNDS } from '../../../src/bounds/index.ts';
import { family, tradeOff } from '../../../src/claims/index.ts';

const gaussians = family('gaussian');
const curveAt = (mu: number) => tradeOff(`gaussian(mu=${mu})`);
const seen = (correct: number) => ({ m: 400, k: 2, guesses: 60, correct });

/** Gaussians as if they were costly, with members up to mu = `most`. */
function costly(start: number, most: number) {
  let made = 0;
  const coarseCurve = (mu: number) => {
    made++;
    return curveAt(mu);
  };
  const search = {
    coarseCurve,
    start,
    most,
    tolerance: 1e-6,
    limited: false,
    likeGaussian: (mu: number) => mu,
  };
  return { members: { ...gaussians, search }, made: () => made };
}

describe('what is proved within a costly family', () => {
  test('lies between members, within two percent of what a search finds', () => {
    for (const method of ['paper', 'optimal'] as const) {
      const proved = interpolated(costly(1, 100).members, 1e-5);
      for (const correct of [45, 58, 50, 60]) {
        const exact = provedMember(seen(correct), gaussians, method, 0.05).epsilon(1e-5);
        const found = proved(seen(correct), 0.05, method);
        expect(Math.abs(found / exact - 1), `${method} ${correct}`).toBeLessThan(0.02);
      }
    }
  });

  test('needs each member once', () => {
    const { members, made } = costly(1, 100);
    const proved = interpolated(members, 1e-5);
    proved(seen(55), 0.05, 'paper');
    const first = made();
    expect(first).toBeLessThan(12);
    for (const correct of [56, 54, 55]) proved(seen(correct), 0.05, 'paper');
    expect(made() - first).toBeLessThan(4);
  });

  test('is at most that of the last member, which is the last step below the most', () => {
    // Steps of e^0.15 from 0.2: the fourth is 0.364, and the fifth is beyond 0.4.
    const proved = interpolated(costly(0.2, 0.4).members, 1e-5);
    const last = curveAt(0.2 * Math.exp(0.6)).epsilonLower(1e-5);
    expect(proved(seen(60), 0.05, 'paper')).toBeCloseTo(last, 9);
    expect(proved(seen(59), 0.05, 'paper')).toBeCloseTo(last, 9);
    // Where searches start lies beyond the most: there is no member but those below.
    expect(interpolated(costly(5, 4).members, 1e-5)(seen(60), 0.05, 'paper')).toBeLessThanOrEqual(
      curveAt(4).epsilonLower(1e-5),
    );
  });

  test('is 0 where hardly anything is, and where the delta is so large', () => {
    const proved = interpolated(costly(1, 100).members, 1e-5);
    expect(proved(seen(30), 0.05, 'paper')).toBe(0);
    // Members that are refuted have no epsilon at this delta: at the level of the first exactly, too.
    const tau = BOUNDS.optimal.pValue(seen(55), curveAt(1));
    const large = interpolated(costly(1, 100).members, 0.9);
    expect(large(seen(55), tau, 'optimal')).toBe(0);
  });

  test('takes the members themselves where a family has no cheaper ones', () => {
    const { search: _, ...plain } = gaussians;
    const exact = provedMember(seen(55), gaussians, 'paper', 0.05).epsilon(1e-5);
    expect(Math.abs(interpolated(plain, 1e-5)(seen(55), 0.05, 'paper') / exact - 1)).toBeLessThan(0.02);
  });
});
