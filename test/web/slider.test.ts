import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimForms } from '../../src/index.ts';
import {
  nearestStop,
  roundWhole,
  type SliderScale,
  sliderStops,
  stopText,
} from '../../web/src/parts/slider-scale.ts';

/** The scales of the app that count their stops; those of Explore go with the number of canaries. */
const SCALES: [string, SliderScale][] = [
  ['canaries', { least: 10, most: 1_000_000, log: true, whole: true }],
  ['canaries of a plan', { least: 20, most: 1_000_000, log: true, whole: true }],
  ['guesses', { least: 1, most: 1234, log: true, whole: true }],
  ['runs', { least: 1, most: 100, log: true, whole: true }],
  ['tau', { least: 1e-6, most: 0.5, log: true }],
  ['delta', { least: 1e-12, most: 0.1, log: true }],
  ['epsilon of a plan', { least: 0.1, most: 10, log: true }],
  ['power', { least: 0.5, most: 0.99 }],
  ['noise of Learn', { least: 0.3, most: 5, log: true }],
  ...claimForms().flatMap(({ name, fields }) =>
    fields.map(({ key, scale }): [string, SliderScale] => [`${name} ${key}`, scale]),
  ),
];

const anyScale = fc
  .record({
    least: fc.double({ min: 1e-12, max: 1e3, noNaN: true }),
    times: fc.double({ min: 1.001, max: 1e9, noNaN: true }),
    log: fc.boolean(),
  })
  .map(({ least, times, log }): SliderScale => ({ least, most: least * times, log }));

function holds(scale: SliderScale): void {
  const stops = sliderStops(scale);
  expect([stops[0], stops[stops.length - 1]]).toEqual([scale.least, scale.most]);
  for (let i = 1; i < stops.length; i++) {
    // As it is typed into the field, and found again from there.
    const typed = Number(stopText(stops[i]));
    expect(typed).toBeGreaterThan(stops[i - 1]);
    expect(nearestStop(stops, typed)).toBe(i);
    if (scale.whole) expect(Number.isInteger(stops[i])).toBe(true);
  }
}

describe('the stops of a slider', () => {
  test.each(SCALES)('%s: every step up raises the value, and a step down undoes it', (_, scale) => {
    holds(scale);
    for (const stop of sliderStops(scale).slice(1, -1))
      expect(
        String(stop)
          .replace(/e.*|\D/g, '')
          .replace(/^0+|0+$/g, '').length,
      ).toBeLessThanOrEqual(2);
  });

  test('the same for scales that nobody thought of', () => {
    fc.assert(fc.property(anyScale, holds), { numRuns: 60 });
  });

  test('a step from a value that was typed goes beyond it', () => {
    const [, scale] = SCALES[0];
    const stops = sliderStops(scale);
    fc.assert(
      fc.property(fc.double({ min: 10, max: 1e6, noNaN: true }), (typed) => {
        const at = nearestStop(stops, typed);
        if (at + 1 < stops.length) expect(stops[at + 1]).toBeGreaterThan(typed);
        if (at > 0) expect(stops[at - 1]).toBeLessThan(typed);
      }),
    );
    expect(nearestStop(stops, Number.NaN)).toBe(0);
    expect(sliderStops({ least: 1, most: 1, log: true })).toEqual([1]);
  });

  test('whole numbers under the mouse are round where there are many', () => {
    expect(roundWhole(523_413, { least: 0, most: 1_000_000, whole: true })).toBe(525_000);
    expect(roundWhole(999_999, { least: 0, most: 999_999, whole: true })).toBe(999_999);
    expect(roundWhole(57, { least: 0, most: 100, whole: true })).toBe(57);
  });
});
