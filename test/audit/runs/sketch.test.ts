import { describe, expect, test } from 'vitest';
import { checkNewRun, sketchOf } from '../../../src/audit/index.ts';
import type { MembershipScores } from '../../../src/types.ts';

/** Few canaries with coarse scores, and ids by two words each. */
const run = (ids: readonly number[] | null, scores = [1, 2, 1, 2, 3, 3]): MembershipScores => ({
  kind: 'membership',
  scores: Float64Array.from(scores),
  included: Uint8Array.of(0, 1, 1, 0, 1, 0),
  ...(ids === null ? {} : { ids: Uint32Array.from(ids.flatMap((id) => [id, 2048 * id])) }),
});
const known = (name: string, scores: MembershipScores, commitment?: string) => ({
  name,
  sketch: sketchOf(scores),
  ...(commitment === undefined ? {} : { commitment }),
});
const [ours, others] = [
  [1, 2, 3, 4, 5, 6],
  [7, 8, 9, 10, 11, 12],
];

/** The first word of an id, and 21 bits of the second. */
const key = (id: number) => id * 2 ** 21 + id;

describe('the sketch of a run', () => {
  test('keeps 53 bits of each id with its truth, the smallest first', () => {
    const sketch = sketchOf(run([6, 5, 4, 3, 2, 1]));
    expect(sketch.ids).toEqual([
      [key(1), 0],
      [key(2), 1],
      [key(3), 0],
      [key(4), 1],
      [key(5), 1],
      [key(6), 0],
    ]);
    expect(sketchOf(run(null))).toMatchObject({ ids: [], rows: null });
  });
});

describe('a run beside one that is in the ledger', () => {
  const check = (a: ReturnType<typeof known>, b: ReturnType<typeof known>) => () => checkNewRun(a, [b], 2);

  test('with the same ids is a copy where their rows are the same', () => {
    expect(check(known('b', run(ours)), known('a', run(ours)))).toThrow(
      'b and a, which is in the ledger, hold the same scores and the same truth; one run counted twice proves nothing more; if they are different runs, give every row',
    );
    // The same pairs of score and truth, under other ids of the same set.
    const exchanged = run([3, 4, 1, 2, 6, 5]);
    expect(check(known('b', exchanged), known('a', run(ours)))).not.toThrow();
  });

  test('with ids of its own may have the same coarse scores by chance', () => {
    expect(check(known('b', run(others)), known('a', run(ours)))).not.toThrow();
    expect(check(known('b', run(null)), known('a', run(ours)))).toThrow('hold the same scores');
    expect(check(known('b', run(null)), known('a', run(null)))).toThrow('hold the same scores');
    expect(check(known('b', run(null, [1, 2, 1, 2, 3, 4])), known('a', run(null)))).not.toThrow();
  });

  test('is another one where the coins of each were committed to apart', () => {
    expect(check(known('b', run(null), 'x'), known('a', run(null), 'y'))).not.toThrow();
    expect(check(known('b', run(null), 'x'), known('a', run(null), 'x'))).toThrow('hold the same scores');
    expect(check(known('b', run(null), 'x'), known('a', run(null)))).toThrow('hold the same scores');
  });
});
