import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countByRank, rankedByScore, reachedChances, tiedCounts } from '../../src/games/index.ts';
import { createRandom } from '../../src/numerics/index.ts';

/** Every way to call `first` of the rows in and `last` others of them out, one after the other. */
function everyChoice(rows: readonly number[], first: number, last: number): number[] {
  const right: number[] = [];
  const choose = (i: number, ins: number, outs: number, sum: number) => {
    if (ins === 0 && outs === 0) right.push(sum);
    if (i === rows.length || (ins === 0 && outs === 0)) return;
    if (ins > 0) choose(i + 1, ins - 1, outs, sum + rows[i]);
    if (outs > 0) choose(i + 1, ins, outs - 1, sum + 1 - rows[i]);
    choose(i + 1, ins, outs, sum);
  };
  choose(0, first, last, 0);
  return right;
}

describe('chances over every choice among equal scores', () => {
  test('are those of an enumeration', () => {
    const group = fc
      .record({
        rows: fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 8 }),
        a: fc.nat(),
        b: fc.nat(),
      })
      .map(({ rows, a, b }) => {
        const first = a % (rows.length + 1);
        return { rows, first, last: b % (rows.length - first + 1) };
      });
    fc.assert(
      fc.property(group, group, fc.nat(5), (one, two, sure) => {
        const sums = everyChoice(one.rows, one.first, one.last).flatMap((x) =>
          everyChoice(two.rows, two.first, two.last).map((y) => sure + x + y),
        );
        const counts = [one, two].map(({ rows, first, last }) => {
          const members = rows.filter((row) => row === 1).length;
          return { members, others: rows.length - members, first, last };
        });
        const reaches = Array.from({ length: sure + 20 }, (_, i) => i);
        const found = reachedChances(sure, counts, reaches);
        for (const reach of reaches) {
          const share = sums.filter((sum) => sum >= reach).length / sums.length;
          expect(found[reach]).toBeLessThanOrEqual(share + 1e-15);
          expect(found[reach]).toBeGreaterThanOrEqual(share * (1 - 2e-9));
          if (share === 0 || share === 1) expect(found[reach]).toBe(share);
        }
      }),
    );
  });

  test('are how often a drawn choice gets so many right', () => {
    const random = createRandom(5);
    const scores = Float64Array.from({ length: 60 }, () => random.integer(3));
    const included = Uint8Array.from({ length: 60 }, () => random.integer(2));
    const { sure, groups } = rankedByScore(scores, included, 30, 'both');
    const games = 4000;
    const seen = new Float64Array(32);
    for (let i = 0; i < games; i++) {
      const { correct } = countByRank(scores, included, 30, 'both', {
        random: createRandom(`draw ${i}`),
        ids: null,
      });
      seen[correct]++;
    }
    const reaches = Array.from({ length: 31 }, (_, i) => i);
    reachedChances(sure, groups.map(tiedCounts), reaches).forEach((chance, reach) => {
      const share = seen.slice(reach).reduce((a, b) => a + b, 0) / games;
      expect(Math.abs(share - chance)).toBeLessThan(5 * Math.sqrt(0.25 / games));
    });
  });

  test('of a million equal scores are found too', () => {
    const [half] = reachedChances(0, [{ members: 5e5, others: 5e5, first: 5e4, last: 5e4 }], [5e4]);
    expect(half).toBeGreaterThan(0.5);
    expect(half).toBeLessThan(0.502);
  });
});
