import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TradeOff, tradeOff } from '../../src/index.ts';

/** More private, or equal but for what either curve may be off by. */
function expectMorePrivate(f: TradeOff, g: TradeOff) {
  for (let t = -18; t < 0; t += 0.3) {
    const r = Math.exp(t);
    expect(f.fBarInv(r)).toBeGreaterThanOrEqual(g.fBarInv(r) * (1 - f.gap) - 1e-14);
    expect(f.fBarInv(1 - r)).toBeGreaterThanOrEqual(g.fBarInv(1 - r) * (1 - f.gap) - 1e-14);
  }
}

test('more noise, fewer steps and a smaller rate are never less private', () => {
  const between = (low: number, high: number) =>
    fc.integer({ min: 0, max: 1000 }).map((i) => low * Math.exp((Math.log(high / low) * i) / 1000));
  fc.assert(
    fc.property(
      between(0.7, 8),
      between(1e-3, 0.2),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(1.01, 1.3),
      (noise, rate, steps, factor) => {
        const f = tradeOff(`dpsgd(noise=${noise}, rate=${rate}, steps=${steps})`);
        expectMorePrivate(tradeOff(`dpsgd(noise=${noise * factor}, rate=${rate}, steps=${steps})`), f);
        expectMorePrivate(tradeOff(`dpsgd(noise=${noise}, rate=${rate / factor}, steps=${steps})`), f);
        expectMorePrivate(
          f,
          tradeOff(`dpsgd(noise=${noise}, rate=${rate}, steps=${Math.ceil(steps * factor)})`),
        );
      },
    ),
    { seed: 18, numRuns: 12 },
  );
});

test('a lower bound on epsilon is finite where the mechanism has no infinite loss', () => {
  const f = tradeOff('dpsgd(noise=0.5981, rate=0.2622, steps=4761)');
  // By contour integration 860.87.
  expect(f.epsilonLower(1e-2)).toBeLessThan(860.87);
  expect(f.epsilon(1e-2)).toBeGreaterThanOrEqual(860.87);
});
