import { describe, expect, test } from 'vitest';
import { ownFamily, parseClaim, tradeOff } from '../../src/claims/index.ts';
import { KINDS } from '../../src/claims/kinds/index.ts';
import { pointsKind } from '../../src/claims/kinds/points.ts';
import { polylineLoss } from '../../src/claims/losses/atoms.ts';

describe('points', () => {
  const symmetric = 'points(0:1, 0.1:0.4, 0.4:0.1, 1:0)';
  const oneWay = 'points(0:0.9, 0.1:0.6, 0.4:0.2, 1:0)';

  test('say whether their polyline is symmetric', () => {
    expect(tradeOff(symmetric)).toMatchObject({
      symmetric: true,
      note: expect.not.stringContaining('both orders'),
    });
    expect(tradeOff(oneWay)).toMatchObject({
      symmetric: false,
      note: expect.stringContaining('both orders'),
    });
  });

  test('are the guarantees of their segments, those flatter than 1 seen from the opposite order', () => {
    const found = pointsKind.guarantees?.(parseClaim(symmetric)) ?? [];
    expect(found).toHaveLength(3);
    const [steep, middle, flat] = found;
    expect(steep[0]).toBeCloseTo(Math.log(6), 12);
    expect(steep[1]).toBe(0);
    expect(middle[0]).toBeCloseTo(0, 12);
    expect(middle[1]).toBeCloseTo(0.5, 12);
    expect(flat[0]).toBeCloseTo(Math.log(6), 12);
    expect(flat[1]).toBe(0);
    const [first, second, third] = pointsKind.guarantees?.(parseClaim(oneWay)) ?? [];
    expect(first[0]).toBeCloseTo(Math.log(3), 12);
    expect(first[1]).toBeCloseTo(0.1, 12);
    expect(second[0]).toBeCloseTo(Math.log(4 / 3), 12);
    expect(second[1]).toBeCloseTo(1 - 0.6 - (4 / 3) * 0.1, 12);
    expect(third[0]).toBeCloseTo(Math.log(3), 12);
    expect(third[1]).toBe(0);
  });

  test('have one outcome for each segment, of which a slope of 1 is no loss at all', () => {
    const { discrete, reach, atoms } = polylineLoss(tradeOff(symmetric));
    expect(discrete?.losses[1]).toBe(0);
    expect(discrete?.losses[0]).toBeCloseTo(Math.log(6), 12);
    expect(discrete?.losses[2]).toBeCloseTo(-Math.log(6), 12);
    expect(reach).toBeCloseTo(Math.log(6), 12);
    expect(atoms).toHaveLength(2);
    expect(discrete?.upper.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    expect(discrete?.lower.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    const told = polylineLoss(tradeOff(oneWay)).discrete;
    expect(told?.upperInfinite).toBeCloseTo(0.1, 12);
    expect(told?.lowerInfinite).toBe(0);
  });
});

describe('profiles', () => {
  const f = tradeOff('profile(0.5:0.2, 1:0.05)');

  test('between two guarantees epsilon is known from both sides, to its rounding', () => {
    const grow = Math.exp;
    for (const delta of [0.19, 0.1, 0.06]) {
      // Delta is linear in e^epsilon.
      const exact = Math.log(grow(0.5) + ((0.2 - delta) / 0.15) * (grow(1) - grow(0.5)));
      expect(f.epsilon(delta)).toBeGreaterThanOrEqual(exact);
      expect(f.epsilon(delta)).toBeLessThan(exact + 1e-10);
      expect(f.epsilonLower(delta)).toBeLessThanOrEqual(exact);
      expect(f.epsilonLower(delta)).toBeGreaterThan(exact - 1e-10);
      expect(f.delta(exact)).toBeCloseTo(delta, 12);
    }
    expect([f.epsilon(0.2), f.epsilonLower(0.2), f.epsilon(0.05), f.epsilon(0.01)]).toEqual([
      ...[0.5, 0.5, 1, Infinity],
    ]);
    expect([f.delta(0.5), f.delta(1), f.delta(7)]).toEqual([0.2, 0.05, 0.05]);
  });

  test('a guarantee that another one implies changes nothing', () => {
    for (const more of [
      '0.5:0.2, 0.7:0.2, 1:0.05',
      '0.5:0.2, 1:0.05, 2:0.05',
      '0.5:0.2, 0.75:0.19, 1:0.05',
    ]) {
      const g = tradeOff(`profile(${more})`);
      for (let x = 0.01; x < 1; x += 0.01) {
        expect(g.fBar(x)).toBe(f.fBar(x));
        expect(g.fBarInv(x)).toBe(f.fBarInv(x));
        expect(g.slope(x)).toBe(f.slope(x));
      }
    }
  });

  test('bends lie strictly between 0 and 1', () => {
    for (const claim of ['profile(0:0.5, 800:0.1)', 'pure-dp(epsilon=1)', 'profile(0.5:0.2, 1:0.05)'])
      for (const x of tradeOff(claim).bends ?? []) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(1);
      }
  });
});

test('the own family of a claim is the same from its text and from what was read', () => {
  for (const [claim, own] of [
    ['dpsgd(noise=1, rate=0.01, steps=1000)', 'dpsgd(rate=0.01, steps=1000)'],
    ['gaussian(sigma=1)', null],
    ['pure-dp(epsilon=1)', null],
  ] as const) {
    expect(ownFamily(claim)).toBe(own);
    expect(ownFamily(parseClaim(claim))).toBe(own);
  }
});

test('an argument that is missing is told from one that is none', () => {
  expect(() => parseClaim('gaussian(')).toThrow('an argument of gaussian is missing');
  expect(() => parseClaim('gaussian(*)')).toThrow("an argument of gaussian must start here, not '*'");
});

test('every form has a text, and a field with a label for parameters of its kind', () => {
  for (const { name, form, parameters } of Object.values(KINDS)) {
    if (form === undefined) continue;
    expect(form.text, name).not.toBe('');
    for (const { key, label, usual } of form.fields) {
      expect(
        parameters.map((parameter) => parameter.key),
        name,
      ).toContain(key);
      expect(label).not.toBe('');
      expect(Number(usual)).toBeGreaterThan(0);
    }
  }
});
