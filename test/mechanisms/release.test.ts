import { describe, expect, test } from 'vitest';
import { release } from '../../src/mechanisms/dpsgd/release.ts';
import { type BugName, flawsOf, scoreCanaries } from '../../src/mechanisms/index.ts';
import { createRandom } from '../../src/numerics/index.ts';

const PRIVACY = { noise: 1, rate: 1, steps: 1, clip: 1 };

/** One step on two canaries that are both drawn: `present` says which are in. */
function released(bug: BugName | undefined, size: number, present: readonly number[], count = 0) {
  const canaries = { coordinates: Uint32Array.of(0, 1), present: Uint8Array.from(present), size };
  const batch = { sum: Float64Array.of(0, 0, 3), count, expected: 4 };
  return release(0, batch, canaries, PRIVACY, flawsOf(bug), createRandom('one step'));
}

describe('gradients that are infinite in single precision', () => {
  test('are clipped like others', () => {
    expect(released(undefined, 1e39, [1, 0])).toEqual(released(undefined, 1, [1, 0]));
  });

  test('let through, make their coordinate NaN where their record is in, and no other', () => {
    const { update } = released('non-finite', 1e39, [1, 0]);
    expect([...update].map(Number.isFinite)).toEqual([false, true, true]);
    expect(released('non-finite', 10, [1, 0])).toEqual(released(undefined, 10, [1, 0]));
  });

  test('have the highest scores, and finite ones', () => {
    const included = Uint32Array.from({ length: 100 }, (_, i) => i % 2);
    const options = { noise: 1, rate: 0.5, steps: 20, bug: 'non-finite', size: 1e39 } as const;
    for (const scores of scoreCanaries(options, ['llr', 'sum'], included, createRandom('infinite'))) {
      const of = (side: number) => [...scores].filter((_, i) => included[i] === side);
      expect(Math.min(...of(1))).toBeGreaterThan(Math.max(...of(0)));
      expect(Math.max(...scores)).toBeLessThan(Infinity);
    }
  });
});

test('dividing by the number of records in the batch scales all that is released, noise too', () => {
  const sound = released(undefined, 1, [1, 0], 7);
  const broken = released('realised-batch', 1, [1, 0], 7);
  // 7 ordinary records and a canary, where 4 are expected.
  expect(broken.update).toEqual(sound.update.map((x) => x / 2));
  expect(broken.ordinary).toEqual(sound.ordinary.map((x) => x / 2));
  const empty = released('realised-batch', 1, [0, 0]);
  expect(empty.update).toEqual(released(undefined, 1, [0, 0]).update.map((x) => x * 4));
});
