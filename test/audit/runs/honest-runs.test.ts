import { expect, test } from 'vitest';
import { checkNewRun, sketchOf } from '../../../src/audit/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';
import type { MembershipScores } from '../../../src/types.ts';

const RUNS = 80;
const m = 200;

/** The place of each score among all, of equal ones the first. */
const ranks = (scores: Float64Array) => {
  const sorted = scores.toSorted();
  return scores.map((score) => sorted.indexOf(score));
};

const kinds: Readonly<Record<string, (scores: Float64Array) => Float64Array>> = {
  'Gaussian scores': (scores) => scores,
  'scores rounded to tenths': (scores) => scores.map((x) => Math.round(10 * x) / 10),
  ranks,
  'ten classes of one size': (scores) => ranks(scores).map((rank) => Math.floor(rank / 20)),
  'the coins themselves': (scores) => scores.map((x) => Number(x > 0.5)),
};

test.each(Object.entries(kinds))('honest runs are no copies of each other: %s', (name, remake) => {
  const make = (run: number): MembershipScores => {
    const random = createRandom(`${name} ${run}`);
    const included = Uint8Array.from({ length: m }, () => random.coin());
    const scores = remake(Float64Array.from(included, (bit) => bit + 0.5 * random.normal()));
    return { kind: 'membership', scores, included };
  };
  const ids = Uint32Array.from({ length: 2 * m }, (_, i) => 77 * i);
  const own = Array.from({ length: RUNS }, (_, run) => make(run));
  const known = (scores: MembershipScores) => ({ name: 'a', sketch: sketchOf(scores) });
  let pairs = 0;
  for (const runs of [own, own.map((scores) => ({ ...scores, ids }))]) {
    const sketches = runs.map(known);
    for (let j = 1; j < RUNS; j++)
      for (let i = 0; i < j; i++, pairs++)
        expect(() => checkNewRun(sketches[j], [sketches[i]], 2)).not.toThrow();
  }
  expect(pairs).toBe(RUNS * (RUNS - 1));
});
