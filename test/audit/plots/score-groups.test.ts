import { describe, expect, test } from 'vitest';
import { MANY_CANARIES, scoreGroups } from '../../../src/audit/attack/score-groups.ts';
import { sortScores } from '../../../src/audit/attack/sorted-scores.ts';
import { histogram, roc } from '../../../src/audit/plots/score-plots.ts';
import { createRandom } from '../../../src/numerics/index.ts';

const run = (scores: Float64Array, included: Uint8Array) => ({
  kind: 'membership' as const,
  scores,
  included,
});

describe('scores of more than a million canaries', () => {
  const m = MANY_CANARIES + 1000;
  const random = createRandom('many');
  const included = Uint8Array.from({ length: m }, () => random.coin());
  const spread = Float64Array.from({ length: m }, () => random.uniform());
  const members = included.reduce((a, b) => a + b, 0);
  const total = (counts: Int32Array) => counts.reduce((a, b) => a + b, 0);

  test('are counted in 2^20 parts of their range, the most suspicious first', () => {
    const found = scoreGroups(run(spread, included), false);
    if (found === null) throw new Error('no groups');
    expect(found.included).toHaveLength(2 ** 20);
    expect([total(found.included), total(found.excluded)]).toEqual([members, m - members]);
    expect(found.undecided).toBeGreaterThan(0);
    expect(found.undecided).toBeLessThan(1e-5);
    const turned = scoreGroups(run(spread, included), true);
    expect(turned?.included[0]).toBe(found.included[2 ** 20 - 1]);
    expect(turned?.undecided).toBe(found.undecided);
    // The largest score is alone in the first part, or with its neighbours.
    const largest = spread.indexOf(spread.reduce((a, b) => Math.max(a, b)));
    expect((included[largest] === 1 ? found.included : found.excluded)[0]).toBeGreaterThan(0);
  });

  test('are sorted where an outlier crowds them into few parts, and where all are equal', () => {
    const outlier = spread.with(5, 1e9);
    const found = scoreGroups(run(outlier, included), false);
    expect(found?.undecided).toBe(0);
    expect(found?.included.length).toBeGreaterThan(2 ** 20);
    const equal = scoreGroups(run(new Float64Array(m), included), false);
    expect(equal).toMatchObject({ undecided: 0, included: Int32Array.of(members) });
  });

  test('share a part without harm where they are equal', () => {
    const often = spread.map((score, i) => (i % 10 === 0 ? 0.5 : score));
    const found = scoreGroups(run(often, included), false);
    expect(found?.included).toHaveLength(2 ** 20);
    expect(found?.undecided).toBeLessThan(1e-5);
  });

  test('that were sorted already are taken as they are', () => {
    const sorted = sortScores(run(spread.subarray(0, 100), included.subarray(0, 100)), false);
    expect(scoreGroups(run(spread, included), false, sorted)?.included.length).toBeLessThanOrEqual(100);
  });

  test('of one kind only have no groups', () => {
    expect(scoreGroups(run(Float64Array.of(1, 2), Uint8Array.of(1, 1)), false)).toBeNull();
    expect(scoreGroups(run(Float64Array.of(1, 2), Uint8Array.of(0, 0)), false)).toBeNull();
    expect(scoreGroups(run(Float64Array.of(1, 2, 2, 3), Uint8Array.of(0, 1, 0, 1)), false)).toEqual({
      included: Int32Array.of(1, 1, 0),
      excluded: Int32Array.of(0, 1, 1),
      undecided: 0,
    });
  });
});

describe('what plots of scores show', () => {
  // In: 1, 3, 5, 7; out: 0, 2, 4.
  const scores = { included: Float64Array.of(1, 3, 5, 7), excluded: Float64Array.of(0, 2, 4) };

  test('counts between forty edges over the scores as they were given', () => {
    const { edges, included, excluded } = histogram(scores, false);
    expect(edges).toHaveLength(41);
    expect([edges[0], edges[40]]).toEqual([0, 7]);
    const places = (counts: readonly number[]) => counts.flatMap((count, i) => (count > 0 ? [i] : []));
    expect(places(included)).toEqual([5, 17, 28, 39]);
    expect(places(excluded)).toEqual([0, 11, 22]);
    const turned = histogram(scores, true);
    expect([turned.edges[0], turned.edges[40]]).toEqual([-7, 0]);
    expect(places(turned.included)).toEqual([0, 11, 22, 34]);
    // All in one place: an edge on either side, one apart.
    const one = { included: Float64Array.of(2), excluded: Float64Array.of(2) };
    expect(histogram(one, false)).toMatchObject({ edges: expect.arrayContaining([2, 3, 42]) });
  });

  test('errors of the attack at every canary out, from none accused to all', () => {
    const { attack, lower, upper } = roc(scores, 10);
    expect(attack).toEqual([
      [0, 1],
      [0, 0.5],
      [1 / 3, 0.25],
      [2 / 3, 0],
      [1, 0],
    ]);
    attack.forEach(([alpha, beta], i) => {
      expect([lower[i][0], upper[i][0]]).toEqual([alpha, alpha]);
      expect(lower[i][1]).toBeLessThanOrEqual(beta);
      expect(upper[i][1]).toBeGreaterThanOrEqual(beta);
    });
    // Clopper and Pearson's 95% limits for 2 of 4 that are missed.
    expect(lower[1][1]).toBeCloseTo(0.067586, 5);
    expect(upper[1][1]).toBeCloseTo(0.932414, 5);
    const many = {
      included: Float64Array.from({ length: 900 }, (_, i) => i + 0.5),
      excluded: Float64Array.from({ length: 900 }, (_, i) => i),
    };
    const rates = roc(many, 20).attack.map(([alpha]) => alpha);
    // Closer towards few false positives.
    expect(rates.filter((alpha) => alpha > 0 && alpha < 0.01).length).toBeGreaterThan(4);
    expect(rates.length).toBeLessThan(50);
  });
});
