import { expect, test } from 'vitest';
import { evidenceHash } from '../../../src/cli/audit-all/evidence-hash.ts';
import type { Scores } from '../../../src/types.ts';

const membership = (rows: readonly (readonly [score: number, included: 0 | 1])[]): Scores => ({
  kind: 'membership',
  scores: Float64Array.from(rows, ([score]) => score),
  included: Uint8Array.from(rows, ([, included]) => included),
});
const reconstruction = (rows: readonly (readonly [truth: number, guess: number, confidence: number])[]) =>
  ({
    kind: 'reconstruction',
    k: 3,
    truth: Uint32Array.from(rows, ([truth]) => truth),
    guesses: Int32Array.from(rows, ([, guess]) => guess),
    confidence: Float64Array.from(rows, ([, , confidence]) => confidence),
  }) satisfies Scores;

test('the order of rows is no part of the evidence, and every value is', () => {
  const rows = [
    [0.5, 1],
    [0.5, 0],
    [-1, 0],
    [2, 1],
  ] as const;
  const hash = evidenceHash([membership(rows)]);
  expect(evidenceHash([membership(rows.toReversed())])).toBe(hash);
  expect(
    evidenceHash([
      membership([
        [0.5, 1],
        [0.5, 1],
        [-1, 0],
        [2, 1],
      ]),
    ]),
  ).not.toBe(hash);
  expect(
    evidenceHash([
      membership([
        [0.5, 1],
        [0.6, 0],
        [-1, 0],
        [2, 1],
      ]),
    ]),
  ).not.toBe(hash);
  expect(evidenceHash([membership(rows), membership(rows)])).not.toBe(hash);
});

test('of choices among candidates too', () => {
  const rows = [
    [0, 1, 0.5],
    [0, 1, 0.4],
    [2, 1, 0.5],
  ] as const;
  const hash = evidenceHash([reconstruction(rows)]);
  expect(evidenceHash([reconstruction(rows.toReversed())])).toBe(hash);
  expect(
    evidenceHash([
      reconstruction([
        [0, 1, 0.4],
        [0, 1, 0.4],
        [2, 1, 0.5],
      ]),
    ]),
  ).not.toBe(hash);
  expect(
    evidenceHash([
      reconstruction([
        [1, 1, 0.5],
        [0, 1, 0.4],
        [2, 1, 0.5],
      ]),
    ]),
  ).not.toBe(hash);
});

test('a file that was read is left as it is', () => {
  const scores = membership([
    [2, 1],
    [1, 0],
  ]);
  evidenceHash([scores]);
  expect(scores).toMatchObject({ scores: Float64Array.of(2, 1), included: Uint8Array.of(1, 0) });
});
