import { describe, expect, test } from 'vitest';
import {
  closedForm,
  compare,
  parseClaim,
  type TradeOff,
  toReplace,
  tradeOff,
  usualModel,
} from '../../src/claims/index.ts';
import { normalSurvival } from '../../src/numerics/index.ts';

describe('a composition that consists of one mechanism has its curve', () => {
  const laplace = tradeOff('laplace(scale=2)');

  test.each([
    'compose(laplace(scale=2))',
    'compose(compose(laplace(scale=2)))',
    'compose(laplace(scale=2), perfect)',
    'compose(perfect*3, laplace(scale=2))',
    'compose(randomized-response(epsilon=0, alphabet=4), laplace(scale=2))',
    'compose(laplace(scale=2), approx-dp(epsilon=0, delta=0)*7)',
  ])('%s', (text) => {
    const f = closedForm(parseClaim(text));
    for (const x of [1e-9, 0.01, 0.3, 0.7]) expect(f?.fBar(x)).toBe(laplace.fBar(x));
    expect(f?.epsilon(1e-3)).toBe(laplace.epsilon(1e-3));
  });

  test.each(['compose(laplace(scale=2)*2)', 'compose(laplace(scale=2), laplace(scale=3))'])(
    'and %s has none in closed form',
    (text) => expect(closedForm(parseClaim(text))).toBeNull(),
  );
});

describe('curves', () => {
  test('that differ only above one half, or only below it, are told apart', () => {
    const f = tradeOff('gaussian(sigma=1)');
    const raised = (from: number, to: number): TradeOff => ({
      ...f,
      fBar: (x) => (x > from && x < to ? Math.min(1, f.fBar(x) * 1.001) : f.fBar(x)),
    });
    expect(compare(f, raised(0.7, 0.75))).toBe('more-private');
    expect(compare(raised(0.7, 0.75), f)).toBe('less-private');
    expect(compare(f, raised(0.2, 0.25))).toBe('more-private');
    expect(compare(f, raised(1, 1))).toBe('equal');
  });

  test('of exchanges keep what a user should know', () => {
    const f = tradeOff('points(0:1, 0.1:0.4, 0.4:0.1, 1:0)');
    expect(f.note).toMatch(/polyline/);
    expect(toReplace(f).note).toBe(f.note);
    expect(toReplace(tradeOff('laplace(scale=2)')).note).toBeUndefined();
  });

  test('of Gaussian noise twice are those of half the noise', () => {
    const twice = tradeOff('gaussian(sigma=2)').twice?.();
    expect(twice?.name).toBe('gaussian(sigma=2) twice');
    expect(twice?.fBar(0.1)).toBe(tradeOff('gaussian(sigma=1)').fBar(0.1));
  });

  test('of Laplace noise rise by e^epsilon, then as the square of x, then by e^-epsilon', () => {
    const { slope } = tradeOff('laplace(scale=1)');
    const shrink = Math.exp(-1);
    expect(slope(0.1)).toBeCloseTo(Math.E, 12);
    for (const x of [0.2, 0.3, 0.45]) expect(slope(x)).toBeCloseTo(shrink / (4 * x * x), 12);
    expect(slope(0.6)).toBeCloseTo(shrink, 12);
    // Where they are exact nothing is added: at delta 0, and beyond what any loss reaches.
    const { epsilon, epsilonLower } = tradeOff('laplace(scale=2)');
    expect([epsilon(0), epsilonLower(0), epsilon(0.9)]).toEqual([0.5, 0.5, 0]);
  });

  test('by guarantees leave room between two of them, and none at one', () => {
    const f = tradeOff('profile(0:0.3, 1:0.1)');
    const [low, high] = [f.epsilonLower(0.2), f.epsilon(0.2)];
    // The profile is straight in e^epsilon.
    const exact = Math.log((1 + Math.E) / 2);
    expect(low).toBeLessThan(exact);
    expect(high).toBeGreaterThan(exact);
    expect(high - low).toBeLessThan(1e-12);
    expect([f.epsilonLower(0.1), f.epsilon(0.1)]).toEqual([1, 1]);
  });

  test('of a single run of DP-SGD start below the last tail, and say how far they are off', () => {
    const f = tradeOff('dpsgd(noise=1, rate=0.5, steps=1)');
    expect(f.fBar(0)).toBeLessThan(0.5 * normalSurvival(13.4));
    expect(f.gap).toBeGreaterThan(1e-9);
    expect(f.gap).toBeLessThan(1e-4);
    expect(tradeOff('dpsgd(noise=1, rate=0.5, steps=1, relation=replace)').oneWay).toBeUndefined();
    expect(tradeOff('dpsgd(noise=1, rate=0.5, steps=5, relation=replace)').oneWay).toBeUndefined();
  });
});

test('a guarantee that no noise keeps has perfect privacy as its usual model', () => {
  expect(usualModel(parseClaim('approx-dp(epsilon=0, delta=1e-30)')).name).toBe('perfect');
  expect(usualModel(parseClaim('approx-dp(epsilon=0, delta=1e-10)')).name).toBe('gaussian');
});
