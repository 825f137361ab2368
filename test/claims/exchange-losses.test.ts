import fc from 'fast-check';
import { expect, test } from 'vitest';
import { violationOf } from '../../src/audit/plan/violation.ts';
import { beta, toReplace } from '../../src/claims/index.ts';
import { calibrate, curveShape, family, parseClaim, plan, type TradeOff, tradeOff } from '../../src/index.ts';
import { deltaOfMany, deltaOfOne, deltaOfTwo } from '../support/exchange-profile.ts';
import { findFunctionFault } from '../support/function-fault.ts';

const exchange = (noise: number, rate: number, steps: number) =>
  tradeOff(`dpsgd(noise=${noise}, rate=${rate}, steps=${steps}, relation=replace)`);

const between = (low: number, high: number) =>
  fc.integer({ min: 0, max: 1000 }).map((i) => low * Math.exp((Math.log(high / low) * i) / 1000));

/** epsilon(delta) is not below the truth, at most 3e-5 max(1, epsilon) above it; epsilonLower not above it. */
function expectEpsilons(f: TradeOff, delta: (epsilon: number) => number, targets: readonly number[]) {
  for (const target of targets) {
    const epsilon = f.epsilon(target);
    if (!(epsilon > 0 && epsilon < Infinity)) continue;
    const room = 3e-5 * Math.max(1, epsilon);
    expect(delta(epsilon), `${f.name} at ${target}`).toBeLessThanOrEqual(target * (1 + 1e-7));
    if (epsilon > room) expect(delta(epsilon - room)).toBeGreaterThanOrEqual(target * (1 - 1e-7));
    const lower = f.epsilonLower(target);
    if (lower > 0) expect(delta(lower)).toBeGreaterThanOrEqual(target * (1 - 1e-7));
  }
}

test('one exchanged step has the profile of its definition', () => {
  fc.assert(
    fc.property(between(0.4, 20), between(1e-3, 0.999), (noise, rate) => {
      const f = exchange(noise, rate, 1);
      expectEpsilons(f, (epsilon) => deltaOfOne({ noise, rate }, epsilon), [1e-1, 1e-2, 1e-4, 1e-6]);
    }),
    { seed: 5, numRuns: 6 },
  );
});

test('two exchanged steps have the profile of their definition', () => {
  for (const [noise, rate] of [
    [0.7, 0.03],
    [0.85, 0.0103],
    [1, 0.5],
    [6, 0.9],
  ])
    expectEpsilons(exchange(noise, rate, 2), (e) => deltaOfTwo({ noise, rate }, e), [1e-2, 1e-5, 1e-7]);
});

test('many exchanged steps have the profile that Laplace’s inversion gives', () => {
  for (const [noise, rate, steps] of [
    [0.45, 0.2, 40],
    [0.8, 0.01, 1500],
    [3, 0.4, 300],
    [20, 0.05, 5000],
    [1.2, 0.9, 7],
  ])
    expectEpsilons(exchange(noise, rate, steps), (e) => deltaOfMany({ noise, rate }, steps, e), [1e-3, 1e-6]);
});

test('the curve is that of its profile, symmetric and convex', () => {
  const [noise, rate] = [0.7, 0.2];
  const f = exchange(noise, rate, 1);
  expect(f.relation).toBe('replace');
  expect(findFunctionFault((alpha) => beta(f, alpha))).toBeNull();
  for (const alpha of [1e-6, 1e-3, 0.05, 0.3, 0.6, 0.95]) {
    let truth = 0;
    for (let epsilon = -12; epsilon < 12; epsilon += 1e-3)
      truth = Math.max(truth, 1 - deltaOfOne({ noise, rate }, epsilon) - Math.exp(epsilon) * alpha);
    expect(beta(f, alpha)).toBeLessThanOrEqual(truth + 1e-6);
    expect(beta(f, alpha)).toBeGreaterThan(truth - 1e-4);
    const there = beta(f, alpha);
    if (there > 1e-6) expect(beta(f, there)).toBeCloseTo(alpha, 9);
  }
});

test('an exchange is less private than a removal, and no less private than a removal and an addition', () => {
  fc.assert(
    fc.property(
      between(0.6, 8),
      between(1e-3, 0.5),
      fc.integer({ min: 1, max: 300 }),
      (noise, rate, steps) => {
        const once = tradeOff(`dpsgd(noise=${noise}, rate=${rate}, steps=${steps})`);
        const exchanged = exchange(noise, rate, steps);
        for (const y of [1e-4, 0.01, 0.2, 0.5, 0.9]) {
          expect(exchanged.fBarInv(y)).toBeLessThanOrEqual(once.fBarInv(y) * (1 + once.gap) + 1e-14);
          expect(exchanged.fBarInv(y)).toBeGreaterThanOrEqual(
            toReplace(once).fBarInv(y) * (1 - exchanged.gap) - 1e-14,
          );
        }
      },
    ),
    { seed: 8, numRuns: 4 },
  );
});

test('at rate 1 it is the Gaussian of twice the clip norm, also within a composition', () => {
  const exact = tradeOff('gaussian(mu=4, relation=replace)');
  for (const claim of [
    'dpsgd(noise=2, rate=1, steps=16, relation=replace)',
    'compose(dpsgd(noise=2, rate=1, steps=8)*2, relation=replace)',
    'compose(dpsgd(noise=2, rate=1, steps=7), gaussian(sigma=1)*9, relation=replace)',
    'compose(dpsgd(noise=2, rate=1, steps=7, relation=replace), gaussian(sigma=1/3))',
  ]) {
    const f = tradeOff(claim);
    expect(f.relation).toBe('replace');
    expect(f.epsilon(1e-5)).toBeCloseTo(exact.epsilon(1e-5), 11);
  }
  // Next to it, through the privacy loss, the curve is nearly the same.
  expect(exchange(2, 1 - 1e-9, 4).epsilon(1e-5)).toBeCloseTo(exchange(2, 1, 4).epsilon(1e-5), 3);
});

test('compositions follow the relation of the whole', () => {
  const parts = 'dpsgd(noise=1.1, rate=0.02, steps=200)*2, laplace(scale=4), gaussian(sigma=5)';
  const removed = tradeOff(`compose(${parts})`).epsilon(1e-5);
  const exchanged = tradeOff(`compose(${parts}, relation=replace)`).epsilon(1e-5);
  expect(exchanged).toBeGreaterThan(removed + 0.3);
  // The noise of laplace and gaussian is in units of the sensitivity under the stated relation: they do not change.
  expect(tradeOff('compose(laplace(scale=4)*3, gaussian(sigma=5), relation=replace)').epsilon(1e-5)).toBe(
    tradeOff('compose(laplace(scale=4)*3, gaussian(sigma=5))').epsilon(1e-5),
  );
  expect(tradeOff('compose(dpsgd(noise=1, rate=0.01, steps=500)*2, relation=replace)').epsilon(1e-5)).toBe(
    exchange(1, 0.01, 1000).epsilon(1e-5),
  );
});

test('families and calibration follow the relation', () => {
  const members = family('dpsgd(rate=0.01, steps=1000, relation=replace)');
  expect(members.at(1).epsilon(1e-5)).toBeCloseTo(2.84344, 3);
  // Without noise, a step that takes the record gives it away, whichever of the two it is.
  expect(members.at(0).delta(3)).toBeCloseTo(1 - 0.99 ** 1000, 12);
  expect(members.at(Infinity).fBar(0.3)).toBeCloseTo(0.3, 12);
  const target = exchange(1.5, 0.2, 20).epsilon(1e-5);
  for (const [text, parameter, truth] of [
    ['dpsgd(rate=0.2, steps=20, relation=replace)', 'noise', 1.5],
    ['dpsgd(noise=1.5, steps=20, relation=replace)', 'rate', 0.2],
    ['dpsgd(noise=1.5, rate=0.2, relation=replace)', 'steps', 20],
  ] as const) {
    const { value, epsilon, claim } = calibrate(text, parameter, target, 1e-5);
    expect(value / truth).toBeCloseTo(1, 4);
    expect(epsilon).toBeLessThanOrEqual(target);
    expect(claim).toContain('relation=replace');
  }
});

test('a choice among candidates is planned for orthogonal ones, however DP-SGD is claimed', () => {
  const fraction = (claim: string) => plan({ m: 50, k: 3, claim }).chosen.fraction;
  const removed = fraction('dpsgd(noise=4, rate=1, steps=4)');
  expect(fraction('dpsgd(noise=4, rate=1, steps=4, relation=replace)')).toBe(removed);
  expect(fraction('compose(dpsgd(noise=4, rate=1, steps=2)*2, relation=replace)')).toBeCloseTo(removed, 12);
  expect(fraction('gaussian(mu=0.5)')).toBe(removed);
});

test('the usual violation of an exchange claim is about exchanges', () => {
  expect(violationOf('dpsgd(noise=1, rate=0.01, steps=100, relation=replace)')).toBe(
    'dpsgd(noise=0.5, rate=0.01, steps=100, relation=replace)',
  );
  expect(
    violationOf('compose(dpsgd(noise=1, rate=0.01, steps=100), laplace(scale=2), relation=replace)'),
  ).toBe('compose(dpsgd(noise=0.5, rate=0.01, steps=100), laplace(scale=1), relation=replace)');
});

test('the central limit beside an exchange is that of an exchange', () => {
  const text = 'dpsgd(noise=2, rate=0.05, steps=4000, relation=replace)';
  const shape = curveShape(tradeOff(text), parseClaim(text));
  const mu = 2 * 0.05 * Math.sqrt(4000 * Math.sinh(1 / 4));
  expect(shape.gaussian?.name).toBe(`gaussian(mu=${Number(mu.toPrecision(4))}, relation=replace)`);
  // There the limit is close to the curve itself.
  expect(tradeOff(`gaussian(mu=${mu})`).epsilon(1e-5)).toBeCloseTo(tradeOff(text).epsilon(1e-5), 0);
});

test('next to the smallest doubles a curve promises too little rather than too much', () => {
  for (const steps of [234, 240])
    for (const delta of [1e-12, 1e-11]) {
      // A rate next to 1 is a Gaussian but for 1e-10.
      const truth = tradeOff(`gaussian(mu=${2 * Math.sqrt(steps)})`).epsilon(delta);
      const f = exchange(1, 0.9999999999, steps);
      expect(f.epsilon(delta)).toBeGreaterThan(truth * (1 - 1e-9));
      expect(f.delta(truth)).toBeGreaterThan(delta * (1 - 1e-6));
    }
});

test.each(['laplace(scale=36.6126177500773)', 'dpsgd(noise=6, rate=0.5, steps=1000)'])(
  'a million billion runs of %s are refused in a sentence',
  (part) => {
    expect(() => tradeOff(`compose(${part}*1e15)`)).toThrow(
      /grid points, more than the limit|far more grid points than the limit|no privacy left/,
    );
  },
);
