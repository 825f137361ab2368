import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beta, curveOf, parseClaim } from '../../src/claims/index.ts';
import { composedCurve } from '../../src/claims/losses/accountant.ts';
import type { LossSource } from '../../src/claims/losses/law.ts';
import { spectraByGrid, spectraByNode } from '../../src/claims/losses/smooth/spectrum.ts';
import { lossesOf } from '../../src/claims/losses-of.ts';
import { type TradeOff, tradeOff } from '../../src/index.ts';
import { deltaOfMany } from '../support/exchange-profile.ts';
import { golden } from '../support/golden.ts';

/** The same curve with every step put onto a grid before composing. */
function onGrid(text: string): TradeOff {
  const claim = parseClaim(text);
  const parts = lossesOf(claim).map(({ source, count }) => {
    const { smoothLaw: _, exactTails: __, ...rest }: LossSource = source;
    return { source: rest, count };
  });
  return composedCurve(parts, claim.relation, text, 1);
}

const between = (low: number, high: number) =>
  fc.integer({ min: 0, max: 1000 }).map((i) => low * Math.exp((Math.log(high / low) * i) / 1000));

/** Nearer to the truth than the curve on a grid, which is on the safe side of it, and no further than that says. */
function expectNoLooser(f: TradeOff, grid: TradeOff) {
  for (const y of [1e-8, 1e-5, 1e-3, 0.05, 0.4, 0.9, 0.999]) {
    const [fine, rough] = [f.fBarInv(y), grid.fBarInv(y)];
    expect(fine, `${f.name} at ${y}`).toBeGreaterThanOrEqual(rough * (1 - 2e-6) - 1e-14);
    expect(fine, `${f.name} at ${y}`).toBeLessThanOrEqual(rough * (1 + 2 * grid.gap) + 1e-14);
  }
  for (const delta of [1e-2, 1e-5, 1e-8]) {
    expect(f.epsilon(delta)).toBeLessThanOrEqual(grid.epsilon(delta) * (1 + 1e-6) + 1e-9);
    expect(f.epsilon(delta)).toBeGreaterThanOrEqual(grid.epsilonLower(delta));
    expect(f.epsilonLower(delta)).toBeLessThanOrEqual(grid.epsilon(delta));
  }
}

test('many steps agree with the same steps composed on a grid', () => {
  fc.assert(
    fc.property(
      between(0.6, 8),
      between(2e-3, 0.5),
      fc.integer({ min: 30, max: 800 }),
      fc.constantFrom('add-remove', 'replace'),
      (noise, rate, steps, relation) => {
        const text = `dpsgd(noise=${noise}, rate=${rate}, steps=${steps}, relation=${relation})`;
        expectNoLooser(tradeOff(text), onGrid(text));
      },
    ),
    { seed: 4, numRuns: 4 },
  );
});

test('different mechanisms compose as on a grid', () => {
  const text =
    'compose(dpsgd(noise=1.1, rate=0.02, steps=200), dpsgd(noise=3, rate=0.3, steps=40), gaussian(sigma=5))';
  expectNoLooser(tradeOff(text), onGrid(text));
});

test('a single step by its formula agrees with the step on a grid', () => {
  fc.assert(
    fc.property(
      between(0.4, 20),
      between(1e-3, 0.999),
      fc.constantFrom('add-remove', 'replace'),
      (noise, rate, relation) => {
        const text = `dpsgd(noise=${noise}, rate=${rate}, steps=1, relation=${relation})`;
        const f = tradeOff(text);
        expectNoLooser(f, onGrid(text));
        expect(f.epsilon(1e-5) - f.epsilonLower(1e-5)).toBeLessThan(1e-7);
      },
    ),
    { seed: 6, numRuns: 3 },
  );
});

test('the curve is within a millionth of the truth, below it', () => {
  const check = (f: TradeOff, value: number, truth: number) => {
    expect(value, f.name).toBeLessThanOrEqual(truth * (1 + 1e-12) + 1e-15);
    expect(value, f.name).toBeGreaterThan(truth - 2e-7);
  };
  for (const { q, sigma, T, beta: betas, beta_sym: symmetric } of [
    ...golden('dpsgd').cases,
    ...golden('dpsgd-random').cases,
  ]) {
    const f = tradeOff(`dpsgd(noise=${sigma}, rate=${q}, steps=${T})`);
    for (const [alpha, truth] of Object.entries<number>(symmetric ?? {}))
      check(f, beta(f, Number(alpha)), truth);
    for (const [alpha, { sym }] of Object.entries<{ sym: number | null }>(betas ?? {}))
      if (sym !== null) check(f, beta(f, Number(alpha)), sym);
  }
});

test('steps from which a record is removed have the profile that Laplace’s inversion gives', () => {
  for (const [noise, rate, steps] of [
    [0.5, 0.2, 30],
    [0.8, 0.01, 1500],
    [1.5, 0.9, 4],
    [20, 0.05, 50_000],
  ]) {
    const f = tradeOff(`dpsgd(noise=${noise}, rate=${rate}, steps=${steps})`);
    for (const target of [1e-3, 1e-6]) {
      const delta = (epsilon: number) => deltaOfMany({ noise, rate }, steps, epsilon, { removed: true });
      const epsilon = f.epsilon(target);
      expect(delta(epsilon), f.name).toBeLessThanOrEqual(target * (1 + 1e-7));
      expect(delta(epsilon - 3e-5 * Math.max(1, epsilon)), f.name).toBeGreaterThan(target);
      expect(delta(f.epsilonLower(target)), f.name).toBeGreaterThanOrEqual(target * (1 - 1e-7));
    }
  }
});

test('waves computed at once are those computed one by one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ min: -40, max: 40, noNaN: true }), fc.integer({ min: 1, max: 100 })), {
        minLength: 1,
        maxLength: 50,
      }),
      fc.integer({ min: 1, max: 700 }),
      between(0.001, 0.3),
      (atoms, count, unit) => {
        const losses = Float64Array.from(atoms, ([loss]) => loss);
        const total = atoms.reduce((sum, [, weight]) => sum + weight, 0);
        const first = Float64Array.from(atoms, ([, weight]) => weight / total);
        const second = first.toReversed();
        const [fast, slow] = [spectraByGrid, spectraByNode].map((f) => f(losses, first, second, unit, count));
        for (const key of ['firstRe', 'firstIm', 'secondRe', 'secondIm'] as const)
          for (let k = 0; k < count; k++)
            expect(Math.abs(fast[key][k] - slow[key][k])).toBeLessThan(fast.rounding + slow.rounding);
      },
    ),
    { seed: 3, numRuns: 60 },
  );
});

test('a coarse curve is near the exact one where losses are far smaller than a step of its grid', () => {
  for (const noise of [0.72, 1, 1.2686]) {
    const claim = parseClaim(`dpsgd(noise=${noise}, rate=0.0001354, steps=502)`);
    const [exact, coarse] = [curveOf(claim), curveOf(claim, 200)];
    for (const delta of [1e-3, 1e-5, 6.8e-8]) {
      expect(coarse.epsilon(delta)).toBeGreaterThan(exact.epsilonLower(delta));
      expect(coarse.epsilon(delta)).toBeLessThan(exact.epsilon(delta) + 0.05);
    }
  }
});

test('an epsilon that is proved stays below the truth where a curve is drowned in rounding', () => {
  const claim = parseClaim(
    'compose(dpsgd(noise=1.967, rate=0.0751, steps=15), dpsgd(noise=0.7089, rate=0.0006262, steps=1129))',
  );
  // delta(4.467404643699776) = 1.4761658173057795e-15, by contour integration.
  for (const coarse of [1, 200])
    expect(curveOf(claim, coarse).epsilonLower(1.4761658173057795e-15)).toBeLessThanOrEqual(4.4674047);
});

test('a few steps are as accurate as many', () => {
  // Points of the exact curves, by contour integration.
  const cases = [
    ['dpsgd(noise=2.237, rate=0.5444, steps=3)', 0.3811758236076573, 0.5474818085724541],
    ['dpsgd(noise=1.054, rate=0.1791, steps=11, relation=replace)', 0.1769419970914099, 0.5556314169577168],
    ['dpsgd(noise=3.619, rate=0.6737, steps=2, relation=replace)', 0.3041362228513167, 0.5039643984425145],
  ] as const;
  for (const [text, x, y] of cases) {
    expect(tradeOff(text).fBar(x), text).toBeGreaterThanOrEqual(y);
    expect(tradeOff(text).fBar(x), text).toBeLessThan(y + 1e-6);
  }
});
