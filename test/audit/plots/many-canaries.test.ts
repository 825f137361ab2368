import { describe, expect, test } from 'vitest';
import { MANY_CANARIES, scoreGroups } from '../../../src/audit/attack/score-groups.ts';
import { canaryField } from '../../../src/audit/index.ts';
import type { MembershipScores } from '../../../src/types.ts';

/** Scores from 0 up, every third canary in. */
const rising = (m: number, scale = 1): MembershipScores => ({
  kind: 'membership',
  scores: Float64Array.from({ length: m }, (_, i) => i * scale),
  included: Uint8Array.from({ length: m }, (_, i) => (i % 3 === 0 ? 1 : 0)),
});

describe('the picture of more canaries than are drawn one by one', () => {
  test.each([false, true])('counts them between 160 even edges, lower is in: %s', (lowerIsIn) => {
    const run = rising(700, 0.25);
    const density = canaryField(run, 1, lowerIsIn, { all: 100, end: 20 })?.density;
    const edges = Array.from({ length: 161 }, (_, i) => (i * 699 * 0.25) / 160);
    expect(density?.edges).toHaveLength(161);
    density?.edges.forEach((edge, i) => {
      expect(edge).toBeCloseTo(edges[i], 10);
    });
    const naive = (bit: number) =>
      edges.slice(0, -1).map((low, i) => {
        const within = (x: number) => x >= low - 1e-9 && (i === 159 || x < edges[i + 1] - 1e-9);
        return run.scores.filter((x, row) => run.included[row] === bit && within(x)).length;
      });
    expect(density?.inside).toEqual(naive(1));
    expect(density?.outside).toEqual(naive(0));
  });

  test('puts equal scores into the first of parts one wide', () => {
    const run = { ...rising(9), scores: new Float64Array(9).fill(3) };
    const density = canaryField(run, 1, false, { all: 4, end: 2 })?.density;
    expect([density?.edges[0], density?.edges[1]]).toEqual([3, 4]);
    expect(density?.inside[0]).toBe(3);
    expect(density?.outside[0]).toBe(6);
  });

  test('can be cut everywhere at its ends, and at 400 even places and given ones between', () => {
    const cuts = canaryField(rising(820), 1, false, { all: 100, end: 10, stops: [15, 801] })?.cuts ?? [];
    const places = cuts.map(([above]) => above);
    // Every second of the 800 places between, and the next one counted from a given place.
    expect(places.slice(0, 17)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 17, 19, 21]);
    expect(places.slice(-14)).toEqual([805, 807, 809, 810, 811, 812, 813, 814, 815, 816, 817, 818, 819, 820]);
    expect(places).toContain(801);
    // Midway between the scores 820 - 15 and the one below; of 819, 818, ... down to 805 five are in.
    expect(cuts.find(([above]) => above === 15)).toEqual([15, 5, 804.5]);
  });

  test('names canaries by their rows where they have no names', () => {
    const field = canaryField(rising(50), 3, true, { all: 4, end: 2 });
    expect(field).toMatchObject({ run: 3, game: 'membership', m: 50, inside: 17, lowerIsIn: true });
    expect(field?.dots).toEqual({
      rank: [0, 1, 48, 49],
      score: [0, 1, 48, 49],
      bit: [1, 0, 1, 0],
      name: ['row 1', 'row 2', 'row 49', 'row 50'],
    });
  });
});

test('as many of one kind as may share a part of the range do no harm', () => {
  // 500,000 in; a part may hold 50 of them, one in ten thousand.
  const m = MANY_CANARIES + 1000;
  const parts = 2 ** 20 - 1;
  const included = Uint8Array.from({ length: m }, (_, i) => (i < 1_000_000 && i % 2 === 1 ? 1 : 0));
  const scores = Float64Array.from({ length: m }, (_, i) => i / (m - 1));
  // Out of one part all are moved on, and 50 that are in are moved there, each to a place of its own.
  const part = 400_000;
  for (let i = part - 1000; i < part + 1000; i++)
    if (Math.floor(scores[i] * parts) === part) scores[i] = (part + 1.5) / parts;
  for (let n = 0; n < 50; n++) scores[2 * n + 101] = (part + (n + 1) / 100) / parts;
  expect(scoreGroups({ kind: 'membership', scores, included }, false)?.included).toHaveLength(2 ** 20);
});
