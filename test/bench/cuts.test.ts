import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canaryField, observeRun } from '../../src/audit/index.ts';
import {
  aboveScore,
  countsAt,
  cutsOfGuesses,
  errorsOfCounts,
  moveCut,
  observationOfCuts,
  scoreOfCut,
  stepCut,
} from '../../src/bench/cuts.ts';
import type { MembershipScores } from '../../src/types.ts';

const ROWS = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 0, max: 1 })), {
  minLength: 2,
  maxLength: 60,
});
const DISTINCT = fc.uniqueArray(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.nat({ max: 1 })), {
  minLength: 2,
  maxLength: 60,
  selector: ([score]) => score,
});

type Rows = readonly (readonly [number, number])[];

function scoresOf(rows: Rows): MembershipScores {
  return {
    kind: 'membership',
    scores: Float64Array.from(rows, ([score]) => score),
    included: Uint8Array.from(rows, ([, bit]) => bit),
  };
}

function fieldOf(rows: Rows, lowerIsIn = false, end = 1000) {
  const field = canaryField(scoresOf(rows), 1, lowerIsIn, { all: 2 * end, end });
  if (field === null) throw new Error('no field');
  return field;
}

/** Counts by going through all rows. */
function naive(rows: Rows, top: number, bottom: number, lowerIsIn: boolean): number {
  const ranked = [...rows].sort(([a], [b]) => (lowerIsIn ? a - b : b - a));
  const called = ranked.slice(0, top).filter(([, bit]) => bit === 1).length;
  return called + ranked.slice(ranked.length - bottom).filter(([, bit]) => bottom > 0 && bit === 0).length;
}

describe('a pair of cuts', () => {
  test('counts what the audit counts, on either side and both', () => {
    fc.assert(
      fc.property(
        DISTINCT,
        fc.boolean(),
        fc.nat(),
        fc.constantFrom('in', 'out', 'both'),
        (rows, low, n, sides) => {
          // One guess on both sides is one on top, which cuts alone cannot tell from a design of one side.
          const guesses = Math.min(rows.length, 2 + (n % rows.length));
          const rule = { sides, lowerIsIn: low, seed: 'any' } as const;
          const { observation } = observeRun(scoresOf(rows), guesses, rule, 0);
          const field = fieldOf(rows, low);
          expect(observationOfCuts(field, cutsOfGuesses(observation), 2)).toEqual(observation);
        },
      ),
    );
  });

  test('counts every guess once wherever they are', () => {
    fc.assert(
      fc.property(DISTINCT, fc.boolean(), fc.nat(), fc.nat(), (rows, low, a, b) => {
        const top = a % (rows.length + 1);
        const bottom = b % (rows.length - top + 1);
        expect(countsAt(fieldOf(rows, low), { top, bottom })).toMatchObject({
          guesses: top + bottom,
          correct: naive(rows, top, bottom, low),
        });
      }),
    );
  });

  test('moves to places between unequal scores alone, and never past the other', () => {
    fc.assert(
      fc.property(
        ROWS,
        fc.boolean(),
        fc.array(fc.tuple(fc.constantFrom('top', 'bottom'), fc.integer({ min: -5, max: 70 }), fc.boolean())),
        fc.integer({ min: 1, max: 10 }),
        (rows, low, moves, end) => {
          const field = fieldOf(rows, low, end);
          let cuts = { top: 0, bottom: 0 };
          for (const [which, n, isStep] of moves) {
            cuts = isStep ? stepCut(field, cuts, which, n) : moveCut(field, cuts, which, n);
            expect(cuts.top + cuts.bottom).toBeLessThanOrEqual(field.m);
            expect(Math.min(cuts.top, cuts.bottom)).toBeGreaterThanOrEqual(0);
            expect(countsAt(field, cuts)?.correct).toBe(naive(rows, cuts.top, cuts.bottom, low));
          }
        },
      ),
    );
  });

  test('a step forth and a step back are none', () => {
    fc.assert(
      fc.property(ROWS, fc.boolean(), fc.nat(), (rows, low, n) => {
        const field = fieldOf(rows, low);
        const start = moveCut(field, { top: 0, bottom: 0 }, 'top', n % rows.length);
        const ahead = stepCut(field, start, 'top', 1);
        if (start.top < field.m) expect(ahead.top).toBeGreaterThan(start.top);
        expect(stepCut(field, ahead, 'top', start.top < field.m ? -1 : 0)).toEqual(start);
      }),
    );
  });

  test('a place on the axis leads to the cut that is drawn there', () => {
    fc.assert(
      fc.property(ROWS, fc.boolean(), (rows, low) => {
        const field = fieldOf(rows, low);
        for (const [above] of field.cuts.slice(1, -1))
          expect(aboveScore(field, scoreOfCut(field, above))).toBe(above);
      }),
    );
  });

  test('within equal scores only the fixed design is known, by its own draw', () => {
    const field = fieldOf([
      [1, 1],
      [1, 0],
      [1, 1],
      [1, 0],
    ]);
    const observation = { m: 4, k: 2, guesses: 2, correct: 2 };
    const fixed = { cuts: { top: 1, bottom: 1 }, observation };
    expect(countsAt(field, { top: 1, bottom: 1 })).toBeNull();
    expect(countsAt(field, { top: 1, bottom: 1 }, fixed)).toEqual({
      guesses: 2,
      correct: 2,
      rightIn: null,
      rightOut: null,
    });
    expect(observationOfCuts(field, { top: 2, bottom: 1 }, 2, fixed)).toBeNull();
    expect(stepCut(field, fixed.cuts, 'top', 1)).toEqual({ top: 0, bottom: 1 });
  });
});

test.each([
  [{ m: 1000, k: 2, guesses: 100, correct: 90 }, 0.01, 0.91],
  [{ m: 1000, k: 2, guesses: 100, correct: 90, sides: 'in' as const }, 0.02, 0.82],
  [{ m: 1000, k: 5, guesses: 100, correct: 60 }, 0.01, 0.94],
])('the point of counts is that of the theorem: %o', (observation, alpha, beta) => {
  const point = errorsOfCounts(observation);
  expect(point[0]).toBeCloseTo(alpha, 12);
  expect(point[1]).toBeCloseTo(beta, 12);
});
