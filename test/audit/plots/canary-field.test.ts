import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortScores } from '../../../src/audit/attack/sorted-scores.ts';
import { canaryField } from '../../../src/audit/index.ts';
import type { MembershipScores } from '../../../src/types.ts';

function scoresOf(rows: readonly (readonly [number, number])[]): MembershipScores {
  return {
    kind: 'membership',
    scores: Float64Array.from(rows, ([score]) => score),
    included: Uint8Array.from(rows, ([, bit]) => bit),
    names: rows.map((_, i) => `c${i}`),
  };
}

const ROWS = fc.array(fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 0, max: 1 })), {
  minLength: 1,
  maxLength: 60,
});

describe('the canaries of a picture', () => {
  test('a cut counts the canaries above it, whichever way the scores point', () => {
    fc.assert(
      fc.property(ROWS, fc.boolean(), fc.integer({ min: 1, max: 20 }), (rows, lowerIsIn, end) => {
        const field = canaryField(scoresOf(rows), 1, lowerIsIn, { all: 2 * end, end });
        expect(field?.inside).toBe(rows.filter(([, bit]) => bit === 1).length);
        for (const [above, inside, score] of field?.cuts ?? []) {
          const higher = rows.filter(([x]) => (lowerIsIn ? x < score : x > score));
          if (above === 0 || above === rows.length) continue;
          expect(above).toBe(higher.length);
          expect(inside).toBe(higher.filter(([, bit]) => bit === 1).length);
        }
        const cuts = field?.cuts ?? [];
        expect(cuts[0].slice(0, 2)).toEqual([0, 0]);
        expect(cuts[cuts.length - 1].slice(0, 2)).toEqual([rows.length, field?.inside]);
      }),
    );
  });

  test('every canary is drawn once where they are few, and the ends where they are many', () => {
    fc.assert(
      fc.property(ROWS, fc.boolean(), fc.integer({ min: 1, max: 20 }), (rows, lowerIsIn, end) => {
        const field = canaryField(scoresOf(rows), 1, lowerIsIn, { all: 2 * end, end });
        if (field === null) throw new Error('no field');
        const { rank, score, bit, name } = field.dots;
        const all = rows.length <= 2 * end;
        expect(rank.length).toBe(all ? rows.length : 2 * end);
        expect(new Set(name).size).toBe(name.length);
        expect(field.density === null).toBe(all);
        for (const [i, one] of name.entries()) expect([score[i], bit[i]]).toEqual(rows[Number(one.slice(1))]);
        const ranked = rows.map(([x]) => x).sort((a, b) => (lowerIsIn ? a - b : b - a));
        expect(score).toEqual(rank.map((place) => ranked[place]));
      }),
    );
  });

  test('no canary is drawn at both ends where all scores are equal', () => {
    const rows = Array.from({ length: 9 }, (_, i) => [1, i % 2] as const);
    const field = canaryField(scoresOf(rows), 1, false, { all: 4, end: 2 });
    expect(field?.dots.name).toEqual(['c0', 'c1', 'c7', 'c8']);
  });

  test('all canaries stand in the density', () => {
    const rows = Array.from({ length: 1000 }, (_, i) => [Math.sin(i), i % 2] as const);
    const field = canaryField(scoresOf(rows), 1, false, { all: 100, end: 20 });
    const sum = (counts: readonly number[] = []) => counts.reduce((a, b) => a + b, 0);
    expect([sum(field?.density?.inside), sum(field?.density?.outside)]).toEqual([500, 500]);
  });

  test('is the same where the scores were sorted before', () => {
    fc.assert(
      fc.property(ROWS, fc.boolean(), fc.integer({ min: 1, max: 20 }), (rows, lowerIsIn, end) => {
        const [scores, size] = [scoresOf(rows), { all: 2 * end, end }];
        const known = sortScores(scores, lowerIsIn);
        expect(canaryField(scores, 1, lowerIsIn, size, known)).toEqual(
          canaryField(scores, 1, lowerIsIn, size),
        );
      }),
    );
  });
});
