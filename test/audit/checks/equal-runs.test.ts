import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/numerics/index.ts';
import type { MembershipScores } from '../../../src/types.ts';
import { noisySum, one } from '../../support/scores.ts';

const asked = { claim: 'gaussian(sigma=1)', methods: ['paper'], onePerRun: true } as const;
const failed = (scores: MembershipScores, options: object = asked) =>
  one(scores, options).checks.filter(({ passed }) => !passed);

function copied(scores: MembershipScores, pairs: readonly (readonly [number, number])[]): MembershipScores {
  const changed = Float64Array.from(scores.scores);
  for (const [from, to] of pairs) changed[to] = changed[from];
  return { ...scores, scores: changed };
}

describe('runs of one canary each', () => {
  const runs = noisySum(200, 1, 'apart');
  const middle = Array.from(runs.scores.keys()).filter((i) => Math.abs(runs.scores[i] - 0.5) < 0.5);

  test('with the same score to the last digit are named, and there is no verdict', () => {
    const [a, b] = middle;
    const [check] = failed(copied(runs, [[a, b]]));
    expect(check.message).toContain(`runs ${a + 1} and ${b + 1} have the same score to the last digit`);
    expect(one(copied(runs, [[a, b]]), asked).outcome).toBe('no-verdict');
    expect(failed(copied(runs, [[a, b]]), { claim: asked.claim, methods: asked.methods })).toEqual([]);
  });

  test('in single precision too, where there are a few', () => {
    const single = { ...runs, scores: Float64Array.from(runs.scores, Math.fround) };
    expect(failed(single)).toEqual([]);
    const pairs = Array.from({ length: 4 }, (_, i) => [middle[2 * i], middle[2 * i + 1]] as const);
    expect(failed(copied(single, pairs)).map(({ name }) => name)).toEqual(['fresh runs']);
  });

  test('that are apart pass: fine and coarse scores, clipped ones, answers', () => {
    for (const made of [
      (x: number) => x,
      (x: number) => Number(x.toFixed(2)),
      (x: number) => Number(x.toFixed(4)),
      (x: number) => Number(x.toPrecision(5)),
      (x: number) => Math.max(-0.3333333333333, Math.min(1.2345678901234, x)),
      (x: number) => Math.fround(x),
      (x: number) => Math.round(x),
    ])
      for (let seed = 0; seed < 30; seed++) {
        const scores = noisySum(200, 1, `apart ${seed}`);
        expect(failed({ ...scores, scores: scores.scores.map(made) })).toEqual([]);
      }
    const random = createRandom('atoms');
    const atoms = { ...runs, scores: runs.scores.map(() => (random.bernoulli(0.5) ? 0 : random.normal())) };
    expect(failed(atoms)).toEqual([]);
  });

  const random = createRandom('by nature');
  const counted = (of: number, share: number) =>
    Array.from({ length: of }).filter(() => random.bernoulli(share)).length;
  test.each<[string, (bit: number) => number]>([
    ['shares of 7 answers', (bit) => counted(7, 0.5 + 0.2 * bit) / 7],
    ['shares of 777 answers', (bit) => counted(777, 0.5 + 0.03 * bit) / 777],
    [
      'shares of 30,011 answers',
      (bit) => Math.round(30_011 * (0.5 + 0.003 * (bit + random.normal()))) / 30_011,
    ],
    [
      'log odds of 64 answers',
      (bit) => ((k) => Math.log((k + 0.5) / (64.5 - k)))(counted(64, 0.5 + 0.1 * bit)),
    ],
    ['logarithms of a few numbers', (bit) => Math.log(2 + random.integer(9)) + bit],
    ['probabilities near 1', (bit) => 1 / (1 + Math.exp(-20 * (bit + random.normal())))],
  ])('that share scores by nature pass: %s', (_, draw) => {
    for (const m of [30, 100, 1000]) {
      const included = Uint8Array.from({ length: m }, () => random.coin());
      const scores = Float64Array.from(included, draw);
      expect(failed({ kind: 'membership', scores, included }), `${m}`).toEqual([]);
    }
  });
});
