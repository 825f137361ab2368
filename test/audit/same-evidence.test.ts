import { describe, expect, test } from 'vitest';
import { drawAssignment } from '../../src/games/index.ts';
import { audit, type MembershipScores, type Scores } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';

const options = { guesses: [50], atLeast: 30, claim: 'gaussian(sigma=1)', families: [], plots: false };

/** Whether two runs are taken for independent. */
function accepted(a: Scores, b: Scores): boolean {
  const named = (name: string, scores: Scores) => ({ input: { name, sha256: '', rows: 0 }, scores });
  try {
    audit([named('a.csv', a), named('b.csv', b)], options);
    return true;
  } catch (error) {
    expect(String(error)).toMatch(/counted twice|same truth|not drawn independently/);
    return false;
  }
}

function run(m: number, seed: string, score: (bit: number, normal: number, i: number) => number) {
  const random = createRandom(seed);
  const included = Uint8Array.from(drawAssignment(m, 2, random.split('coins')));
  const noise = random.split('noise');
  return {
    kind: 'membership' as const,
    included,
    scores: Float64Array.from(included, (bit, i) => score(bit, noise.normal(), i)),
  };
}

const noisy = (m: number, seed: string, sigma = 1) => run(m, seed, (bit, normal) => bit + sigma * normal);

/** Equal scores share the mean of their ranks. */
function ranked({ scores, ...rest }: MembershipScores, scale = 1): MembershipScores {
  const sorted = scores.toSorted();
  const places = new Map<number, [number, number]>();
  sorted.forEach((score, i) => {
    const [sum, count] = places.get(score) ?? [0, 0];
    places.set(score, [sum + i, count + 1]);
  });
  const rank = (score: number) => {
    const [sum, count] = places.get(score) as [number, number];
    return sum / count / scale;
  };
  return { ...rest, scores: scores.map(rank) };
}

const mapped = (scores: MembershipScores, to: (score: number) => number) => ({
  ...scores,
  scores: scores.scores.map(to),
});

/** Ids that two runs share from 0, or have apart. */
const named = <T extends MembershipScores>(scores: T, from = 0): T => ({
  ...scores,
  ids: Uint32Array.from({ length: 2 * scores.scores.length }, (_, i) => ((i >> 1) + from) * (i & 1 ? 1 : 77)),
});

const shuffled = (scores: MembershipScores): MembershipScores => {
  const order = Uint32Array.from(scores.scores, (_, i) => (i * 7) % scores.scores.length);
  return {
    kind: 'membership',
    scores: Float64Array.from(order, (i) => scores.scores[i]),
    included: Uint8Array.from(order, (i) => scores.included[i]),
  };
};

describe('independent runs are accepted', () => {
  const clip = (x: number) => Math.max(-1, Math.min(1, x));
  const round = (digits: number) => (x: number) => Number(x.toFixed(digits));
  const cases: [string, (seed: string) => MembershipScores][] = [
    ['clipped at two ends', (seed) => mapped(noisy(1000, seed, 2), clip)],
    ['two digits', (seed) => mapped(noisy(1000, seed), round(2))],
    ['three digits', (seed) => mapped(noisy(1000, seed, 0.1), round(3))],
    ['few canaries, one digit', (seed) => mapped(noisy(101, seed), round(1))],
    ['whole numbers', (seed) => mapped(noisy(1000, seed, 0.5), (x) => Math.round(20 * x))],
    ['counts of 300', (seed) => mapped(noisy(1000, seed), (x) => Math.round(40 * x) / 300)],
    ['ranks', (seed) => ranked(noisy(1000, seed))],
    ['ranks of a good attack', (seed) => ranked(noisy(1000, seed, 0.2))],
    ['ranks with ties', (seed) => ranked(mapped(noisy(1000, seed, 0.3), round(3)))],
    ['percentiles', (seed) => ranked(noisy(1000, seed, 0.2), 999)],
    ['percentiles with ties', (seed) => ranked(mapped(noisy(1500, seed), round(3)), 1499)],
    ['normal scores of ranks', (seed) => mapped(ranked(noisy(1000, seed), 1000), (x) => Math.log(x + 0.01))],
    ['fine scores', (seed) => noisy(1000, seed)],
  ];
  test.each(cases)('%s, without ids, with the same ids and with others', (_, make) => {
    for (let pair = 0; pair < 4; pair++) {
      const [a, b] = [make(`${pair} a`), make(`${pair} b`)];
      expect(accepted(a, b)).toBe(true);
      expect(accepted(named(a), named(b))).toBe(true);
      expect(accepted(named(a), named(b, 5000))).toBe(true);
    }
  });

  test('ranks that separate members from others, with ids, also where as many are in', () => {
    const half = (seed: string) => {
      const random = createRandom(seed);
      const ranks = Float64Array.from({ length: 200 }, (_, i) => i);
      const keys = ranks.map(() => random.uniform());
      const scores = ranks.toSorted((a, b) => keys[a] - keys[b]);
      const included = Uint8Array.from(scores, (rank) => (rank < 100 ? 0 : 1));
      return { kind: 'membership' as const, scores, included };
    };
    expect(accepted(named(half('a')), named(half('b')))).toBe(true);
    expect(accepted(named(half('a')), named(half('b'), 5000))).toBe(true);
  });

  test('ready guesses of a good attack on 50 candidates', () => {
    const guessed = (seed: string, from: number | null): Scores => {
      const random = createRandom(seed);
      const truth = drawAssignment(1000, 50, random.split('coins'));
      const guesses = Int32Array.from(truth, (label) => (random.bernoulli(0.9) ? label : random.integer(50)));
      const ids = Uint32Array.from({ length: 2000 }, (_, i) => (i >> 1) + (from ?? 0));
      return {
        kind: 'reconstruction',
        k: 50,
        truth,
        guesses,
        confidence: null,
        ...(from === null ? {} : { ids }),
      };
    };
    const all = { ...options, guesses: [1000], atLeast: 100 };
    for (const [a, b] of [
      [null, null],
      [0, 0],
      [0, 5000],
    ]) {
      const runs = [guessed('a', a), guessed('b', b)].map((scores, i) => ({
        input: { name: `${i}`, sha256: '', rows: 0 },
        scores,
      }));
      expect(audit(runs, all).outcome).not.toBe('no-verdict');
    }
  });

  test('truths that agree on shared ids as fresh coins do once in ten thousand', () => {
    const a = named(noisy(100, 'a'));
    const other = named(noisy(100, 'b'));
    const agreeing = (n: number) => ({
      ...other,
      included: a.included.map((bit, i) => (i < n ? bit : 1 - bit)),
    });
    // P[Bin(100, 1/2) >= 69] is 9e-5, and of at least 75 it is 2.8e-7.
    expect(accepted(a, agreeing(69))).toBe(true);
    expect(accepted(a, agreeing(75))).toBe(false);
    expect(accepted(a, agreeing(31))).toBe(true);
    expect(accepted(a, agreeing(25))).toBe(false);
  });
});

describe('copies are refused', () => {
  test.each<[string, (scores: MembershipScores) => MembershipScores]>([
    ['whole numbers', (scores) => mapped(scores, (x) => Math.round(20 * x))],
    ['ranks', ranked],
    ['constant scores', (scores) => mapped(scores, () => 0)],
    ['fine scores', (scores) => scores],
  ])('%s in another order', (_, to) => {
    const a = to(noisy(1000, 'a'));
    expect(accepted(a, shuffled(a))).toBe(false);
    expect(accepted(named(a), shuffled(a))).toBe(false);
    expect(accepted(named(a), named(a))).toBe(false);
  });

  test('the same coins under other scores, by id or in the order of the rows', () => {
    const a = noisy(1000, 'a');
    const other = { ...a, scores: noisy(1000, 'b').scores };
    expect(accepted(a, other)).toBe(false);
    expect(accepted(named(a), named(other))).toBe(false);
    expect(accepted(named(a), named({ ...other, included: a.included.map((bit) => 1 - bit) }))).toBe(false);
  });

  test('confidences of a choice among candidates', () => {
    const random = createRandom('k');
    const truth = drawAssignment(500, 5, random.split('coins'));
    const guesses = Int32Array.from(truth, (label) => (random.bernoulli(0.5) ? label : random.integer(5)));
    const confidence = Float64Array.from(truth, () => random.uniform());
    const a: Scores = { kind: 'reconstruction', k: 5, truth, guesses, confidence };
    const b: Scores = {
      ...a,
      truth: Uint32Array.from(a.truth.toReversed()),
      guesses: Int32Array.from(a.guesses.toReversed()),
      confidence: Float64Array.from(confidence.toReversed()),
    };
    expect(accepted(a, b)).toBe(false);
  });
});
