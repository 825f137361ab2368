import { describe, expect, test } from 'vitest';
import { curveNumbers, curveShape } from '../../src/audit/index.ts';
import { beta, parseClaim, tradeOff } from '../../src/claims/index.ts';

const shapeOf = (claim: string) => curveShape(tradeOff(claim), parseClaim(claim));

describe('a curve in numbers', () => {
  const f = tradeOff('laplace(scale=1)');

  test('has beta, epsilon and delta as the curve has them', () => {
    expect(curveNumbers(f, [0, 0.25, 1], [1e-5, 0], [0, 0.5])).toEqual({
      claim: 'laplace(scale=1)',
      relation: 'add-remove',
      points: [0, 0.25, 1].map((alpha) => ({ alpha, beta: beta(f, alpha) })),
      epsilon: [1e-5, 0].map((delta) => ({ delta, epsilon: f.epsilon(delta) })),
      delta: [0, 0.5].map((epsilon) => ({ epsilon, delta: f.delta(epsilon) })),
      gap: f.gap,
    });
    expect(curveNumbers({ ...f, note: 'as stated' }, [], [], []).note).toBe('as stated');
  });

  test('refuses what is no probability and no epsilon', () => {
    for (const alpha of [-0.1, 1.1, Number.NaN])
      expect(() => curveNumbers(f, [alpha], [], [])).toThrow(`invalid alpha; must be in [0, 1]: ${alpha}`);
    for (const epsilon of [-1, Number.NaN])
      expect(() => curveNumbers(f, [], [], [epsilon])).toThrow(
        `invalid epsilon; must be 0 or above: ${epsilon}`,
      );
    expect(() => curveNumbers(f, [], [1], [])).toThrow('invalid delta');
  });
});

describe('a curve to draw', () => {
  test('goes from one end to the other, by 400 even steps and closer towards 0', () => {
    const { claim } = shapeOf('gaussian(sigma=1)');
    const alphas = claim.tradeOff.map(([alpha]) => alpha);
    expect(alphas).toEqual(alphas.toSorted((a, b) => a - b));
    for (let i = 0; i <= 400; i++) expect(alphas).toContain(i / 400);
    // Ninety steps of a tenth in the logarithm, from e^-14 to e^-5.
    const small = alphas.filter((alpha) => alpha > 0 && alpha < 1 / 400);
    expect(small.length).toBeGreaterThan(75);
    expect(small[0]).toBeCloseTo(Math.exp(-14), 12);
    expect(claim.tradeOff[0]).toEqual([0, 1]);
    expect(claim.tradeOff.at(-1)).toEqual([1, 0]);
  });

  test('has its profile from epsilon 0 to where delta falls to the floor, and ends there', () => {
    const f = tradeOff('gaussian(sigma=1)');
    const { claim, floor, advantage } = shapeOf('gaussian(sigma=1)');
    expect(floor).toBe(1e-12);
    expect(claim.profile[0]).toEqual([0, f.delta(0)]);
    const [end, last] = claim.profile.at(-1) ?? [];
    expect(last).toBe(1e-12);
    expect(end).toBeCloseTo(f.epsilon(1e-12), 6);
    expect(claim.profile.filter(([, delta]) => delta === 1e-12)).toHaveLength(1);
    expect(claim.profile.length).toBeGreaterThan(390);
    expect(advantage.value).toBe(f.delta(0));
    expect(1 - advantage.alpha - advantage.beta).toBeCloseTo(advantage.value, 5);
    // Of pure DP delta is 0 from its epsilon on; of all that fails with a probability it never falls so far.
    expect(shapeOf('pure-dp(epsilon=1)').claim.profile.at(-1)?.[0]).toBeCloseTo(1, 9);
    const failing = shapeOf('approx-dp(epsilon=1, delta=0.1)').claim.profile;
    expect(failing).toHaveLength(401);
    expect(failing.at(-1)?.[1]).toBeCloseTo(0.1, 2);
  });

  test('bends where the curve does', () => {
    const f = tradeOff('pure-dp(epsilon=1)');
    const { claim, advantage } = shapeOf('pure-dp(epsilon=1)');
    for (const bend of f.bends ?? []) expect(claim.tradeOff.map(([alpha]) => alpha)).toContain(bend);
    expect(1 - advantage.alpha - advantage.beta).toBeCloseTo(Math.tanh(0.5), 12);
  });

  test('of DP-SGD stands beside the Gaussian of the central limit, where there is one', () => {
    const dpsgd = shapeOf('dpsgd(noise=1, rate=0.1, steps=20)');
    expect(dpsgd.gaussian?.name).toMatch(/^gaussian\(mu=0\.\d{4}\)$/);
    expect(dpsgd.gaussian?.profile[9][0]).toBe(dpsgd.claim.profile[9][0]);
    expect(shapeOf('gaussian(sigma=1)')).not.toHaveProperty('gaussian');
    // So little sampling that the limit has no noise worth the name.
    expect(shapeOf('dpsgd(noise=1, rate=1e-150, steps=1)')).not.toHaveProperty('gaussian');
  });
});
