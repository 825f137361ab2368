import { describe, expect, test } from 'vitest';
import { jointRuns } from '../../../src/audit/runs/joint.ts';
import { areSingle, asOneDesign, asOneGame } from '../../../src/audit/runs/single-canaries.ts';
import { tiesOf } from '../../../src/audit/ties.ts';
import { binomialTail } from '../../../src/numerics/index.ts';

test('several runs: how many refute together, by the best of the tests', () => {
  const needed = (perRun: readonly number[], runs = 10, tau = 0.05) =>
    jointRuns(
      runs,
      7,
      3,
      perRun.map((p) => ({ perRun: p })),
      tau,
    );
  for (const p of [0.01, 0.1, 0.4]) {
    const found = needed([p, 0.5])?.needed ?? 0;
    expect(binomialTail(10, p, found)).toBeLessThanOrEqual(0.05);
    expect(binomialTail(10, p, found - 1)).toBeGreaterThan(0.05);
  }
  expect(needed([0.1])).toEqual({ runs: 10, atLeast: 7, reached: 3, needed: 4 });
  expect(needed([0.9])?.needed).toBeNull();
  expect(needed([])?.needed).toBeNull();
  expect(jointRuns(10, 7, 3, [{}], 0.05)?.needed).toBeNull();
  expect(jointRuns(10, undefined, 3, [{ perRun: 0.1 }], 0.05)).toBeNull();
  expect(jointRuns(10, 7, undefined, [{ perRun: 0.1 }], 0.05)).toBeNull();
});

describe('runs of one canary each', () => {
  const single = (score: number, included: number, ids?: Uint32Array) => ({
    input: { name: `${score}`, sha256: '', rows: 1 },
    scores: {
      kind: 'membership' as const,
      scores: Float64Array.of(score),
      included: Uint8Array.of(included),
      ...(ids === undefined ? {} : { ids }),
    },
  });
  const two = {
    input: { name: 'two', sha256: '', rows: 2 },
    scores: {
      kind: 'membership' as const,
      scores: Float64Array.of(1, 2),
      included: Uint8Array.of(0, 1),
    },
  };
  const choices = {
    input: { name: 'choice', sha256: '', rows: 1 },
    scores: {
      kind: 'reconstruction' as const,
      k: 3,
      truth: Uint32Array.of(1),
      guesses: Int32Array.of(1),
      confidence: null,
    },
  };

  test('are told from one run, from larger ones and from choices', () => {
    expect(areSingle([single(1, 0), single(2, 1)])).toBe(true);
    expect(areSingle([single(1, 0)])).toBe(false);
    expect(areSingle([single(1, 0), two])).toBe(false);
    expect(areSingle([two, single(1, 0)])).toBe(false);
    expect(areSingle([single(1, 0), choices])).toBe(false);
  });

  test('are one game of as many canaries', () => {
    const { input, scores } = asOneGame([single(1, 0), single(2, 1), single(3, 1)]);
    expect(input.rows).toBe(3);
    expect([...scores.scores]).toEqual([1, 2, 3]);
    expect([...scores.included]).toEqual([0, 1, 1]);
    expect(scores).not.toHaveProperty('ids');
  });

  test('have one guess each, or guesses of the whole game', () => {
    expect(asOneDesign({ guesses: [1], atLeast: 1, tau: 0.1 }, 7)).toEqual({ guesses: [7], tau: 0.1 });
    expect(asOneDesign({ guesses: [3] }, 7)).toEqual({ guesses: [3] });
    expect(asOneDesign({ guesses: [1, 3] }, 7)).toEqual({ guesses: [1, 3] });
    expect(asOneDesign({ tau: 0.1 }, 7)).toEqual({ tau: 0.1 });
    expect(() => asOneDesign({ atLeast: 2 }, 7)).toThrow('a run of one canary has one guess: 2');
  });
});

describe('equal scores at the cut', () => {
  const counted = (correct: number, least: number, most: number, equal: number) => ({
    observation: { m: 100, k: 2, guesses: 10, correct },
    ties: { equal, drawn: 1, least, most },
  });
  type Counts = Parameters<typeof tiesOf>[0];

  test('decide where other draws would have changed the verdict', () => {
    const refuted = (observations: readonly { readonly correct: number }[]) =>
      observations.every(({ correct }) => correct >= 8);
    const of = (...all: readonly unknown[]) =>
      tiesOf(all as Counts, 2, refuted).map(({ run, decides }) => [run, decides]);
    expect(of(counted(8, 7, 9, 3), counted(9, 9, 9, 0))).toEqual([[1, true]]);
    expect(of(counted(8, 8, 9, 3), counted(9, 9, 9, 0))).toEqual([[1, false]]);
    // A run whose draws make no difference decides nothing, beside one that does.
    expect(of(counted(8, 7, 9, 3), counted(9, 9, 9, 2))).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(of(counted(9, 9, 9, 2), counted(9, 9, 9, 2), counted(9, 8, 9, 2))).toEqual([
      [1, false],
      [2, false],
      [1, false],
    ]);
    expect(of(counted(9, 9, 9, 0))).toEqual([]);
  });
});
