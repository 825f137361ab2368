import { describe, expect, test } from 'vitest';
import {
  audit,
  type MembershipScores,
  plan,
  type Random,
  type ReconstructionScores,
  type Scores,
} from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { auditText } from '../../src/report/index.ts';
import { input, noisySum, one } from '../support/scores.ts';

describe('several runs', () => {
  const runs = (sigma: number, count: number, seed: string) =>
    Array.from({ length: count }, (_, r) => ({
      input: { ...input, name: `run${r}` },
      scores: noisySum(1000, sigma, `${seed}${r}`),
    }));

  test('five of five runs prove more than one', () => {
    const options = { guesses: [100], atLeast: 86, plots: false };
    const five = audit(runs(1, 5, 'x'), options);
    const correct = five.runs.map(({ observations }) => observations[0].correct);
    expect(correct.filter((c) => c >= 86).length).toBeGreaterThan(3);
    const [row] = five.results;
    const [single] = one(noisySum(1000, 1, 'x0'), { guesses: [100] }).results;
    expect(row.epsilon).toBeGreaterThan(single.epsilon);
  });

  test('one-sided guesses of more than half can refute every member of a family: no limit, no crash', () => {
    // A mechanism without any noise calls more than half of its canaries in wrongly now and then.
    const many = Array.from({ length: 100 }, (_, r) => ({
      input: { ...input, name: `run${r}` },
      scores: noisySum(20, 1, `half ${r}`),
    }));
    for (const family of ['gaussian', 'laplace', 'randomized-response(alphabet=4)', 'pure-dp']) {
      const options = { guesses: [15], atLeast: 15, sides: 'in', families: [family], plots: false } as const;
      for (const { epsilon, largestProvable, method } of audit(many, options).results) {
        expect(Number.isFinite(epsilon)).toBe(true);
        // For independent canaries coins that fell oddly prove nothing.
        if (method === 'independent') expect(largestProvable).toBeGreaterThanOrEqual(epsilon);
        else if (method !== 'steinke') expect(largestProvable).toBe(Infinity);
      }
    }
    const { rows } = plan({ m: 20, runs: 100, claim: 'gaussian(sigma=1)', sides: 'in' });
    expect(rows.at(-1)?.largestProvable).toBe(Infinity);
  });

  test('the sentence on all runs names the strongest method, also where none counted', () => {
    const found = audit(runs(3, 3, 'none'), {
      guesses: [100],
      atLeast: 95,
      claim: 'gaussian(sigma=1)',
      plots: false,
    });
    expect(found.joint?.reached).toBe(0);
    const [least] = found.tests.toSorted((a, b) => (a.perRun ?? 1) - (b.perRun ?? 1));
    expect(least.method).toBe('optimal');
    expect(auditText(found)).toContain(
      `one run gets there with probability at most ${least.perRun?.toPrecision(3)} (optimal)`,
    );
  });

  test('the threshold is fixed in advance, and designs agree', async () => {
    expect(() => audit(runs(1, 3, 'y'), { guesses: [100] })).toThrow(
      'several runs need a number of right guesses fixed in advance',
    );
    expect(() => audit(runs(1, 3, 'y'), { guesses: [100], atLeast: 101 })).toThrow('invalid at-least');
    const mixed = [...runs(1, 1, 'y'), { input, scores: noisySum(999, 1, 0) }];
    expect(() => audit(mixed, { guesses: [100], atLeast: 90 })).toThrow('runs must have the same design');
  });
});

describe('many runs', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, r) => {
      const scores = noisySum(20, 1, `many ${r}`);
      // By chance one run has every coin of another turned around, as happens to one pair in a million.
      const included = r === 1 ? noisySum(20, 1, 'many 0').included.map((bit) => 1 - bit) : scores.included;
      const ids = Uint32Array.from({ length: 40 }, (_, i) => i);
      return { input: { ...input, name: `run${r}` }, scores: { ...scores, included, ids } };
    });
  const options = { guesses: [8], atLeast: 8, claim: 'gaussian(sigma=1)', families: [], plots: false };

  test('honest ones are not refused for the likeness of one pair among all', () => {
    expect(() => audit(many(2), options)).toThrow('were not drawn independently');
    expect(audit(many(150), options).outcome).toBe('not-refuted');
  });

  test('more than a plan may have are audited, with a stated violation too', () => {
    const stated = { ...options, violation: 'gaussian(sigma=0.5)' };
    const found = audit(many(1001), stated);
    expect(found.outcome).toBe('not-refuted');
    expect(found.power?.best).toBeGreaterThan(0);
  });
});

describe('runs that count the same evidence twice', () => {
  const options = { guesses: [100], atLeast: 60, claim: 'gaussian(sigma=1)', families: [], plots: false };
  const named = (name: string, scores: Scores) => ({ input: { ...input, name }, scores });
  const original = noisySum(1000, 1, 'copied');
  const order = Uint32Array.from({ length: 1000 }, (_, i) => (i * 7) % 1000);
  const shuffled = (scores: MembershipScores): MembershipScores => ({
    ...scores,
    scores: Float64Array.from(order, (i) => scores.scores[i]),
    included: Uint8Array.from(order, (i) => scores.included[i]),
  });
  const rounded = (scores: MembershipScores, by: number) => ({
    ...scores,
    scores: scores.scores.map((score) => Math.round(score * by) / by),
  });

  test.each<[string, MembershipScores, MembershipScores]>([
    ['a copy', original, original],
    ['rows in another order', original, shuffled(original)],
    ['every score doubled', original, { ...original, scores: original.scores.map((score) => 2 * score) }],
    ['fewer digits', original, rounded(original, 1e6)],
    [
      'coarse scores, one changed',
      rounded(original, 4),
      { ...rounded(original, 4), scores: rounded(original, 4).scores.with(7, 9) },
    ],
    [
      'doubled and in another order',
      original,
      shuffled({ ...original, scores: original.scores.map((s) => 2 * s) }),
    ],
  ])('%s: refused', async (_, a, b) => {
    expect(() => audit([named('a', a), named('b', b)], options)).toThrow(/counted twice|same truth/);
  });

  test('coins drawn once for two runs, or turned around, are refused by shared ids', async () => {
    const ids = Uint32Array.from({ length: 2000 }, (_, i) => i);
    const reversedIds = Uint32Array.from({ length: 2000 }, (_, i) => 2 * (999 - (i >> 1)) + (i & 1));
    const other = noisySum(1000, 1, 'other noise');
    const again = { ...other, included: original.included.toReversed(), ids: reversedIds };
    expect(() => audit([named('a', { ...original, ids }), named('b', again)], options)).toThrow(
      'were not drawn independently; 128 of 128 shared ids',
    );
    const opposite = { ...again, included: again.included.map((bit) => 1 - bit) };
    expect(() => audit([named('a', { ...original, ids }), named('b', opposite)], options)).toThrow(
      'were not drawn independently; 0 of 128 shared ids',
    );
  });

  test('honest runs pass: fresh coins on the same ids, sorted files, one canary each with ids', async () => {
    const ids = Uint32Array.from({ length: 2000 }, (_, i) => i);
    const sorted = (seed: string): MembershipScores => {
      const { scores, included } = noisySum(1000, 0.2, seed);
      const rows = order.toSorted((a, b) => included[b] - included[a]);
      return {
        kind: 'membership',
        scores: Float64Array.from(rows, (i) => scores[i]),
        included: Uint8Array.from(rows, (i) => included[i]),
      };
    };
    const runs = [named('a', { ...original, ids }), named('b', { ...noisySum(1000, 1, 'fresh'), ids })];
    expect(audit(runs, options).outcome).not.toBe('no-verdict');
    expect(audit([named('a', sorted('s1')), named('b', sorted('s2'))], options).outcome).not.toBe(
      'no-verdict',
    );
    const single = (id: number): ReconstructionScores => ({
      kind: 'reconstruction',
      k: 2,
      truth: Uint32Array.of(1),
      guesses: Int32Array.of(1),
      confidence: null,
      ids: Uint32Array.of(id, 0),
    });
    const one = { guesses: [1], atLeast: 1, families: [], plots: false };
    expect(() => audit([named('a', single(1)), named('b', single(1))], one)).toThrow('an id of its own');
    expect(audit([named('a', single(1)), named('b', single(2))], one).outcome).toBe('none');
  });
});

describe('guesses that no score can change', () => {
  const given = (m: number): MembershipScores => ({
    ...noisySum(m, 0.01, `fixed ${m}`),
    ids: Uint32Array.from({ length: 2 * m }, (_, i) => i),
  });

  test('runs of one canary each are one game of as many canaries', async () => {
    const runs = Array.from({ length: 40 }, (_, r) => ({
      input: { ...input, name: `run${r}` },
      scores: { ...noisySum(1, 0.01, `single${r}`), ids: Uint32Array.of(r, 0) },
    }));
    const options = { claim: 'gaussian(sigma=1)', families: [], plots: false };
    expect(() => audit(runs.slice(0, 1), { ...options, guesses: [1] })).toThrow(
      'a run of one canary shows nothing; guessed by rank it is called in whatever its score',
    );
    for (const design of [{}, { guesses: [1] }, { guesses: [1], atLeast: 1 }]) {
      const found = audit(runs, { ...options, ...design, seed: 1 });
      expect(found).toMatchObject({ outcome: 'refuted', runs: [{ observations: [{ m: 40 }] }] });
      expect(found.runs[0].inputs).toHaveLength(40);
      expect(auditText(found)).toContain('40 independent runs of one canary each');
    }
    expect(() => audit(runs, { ...options, guesses: [41] })).toThrow('from 1 to the canaries (40): 41');
    expect(() => audit(runs, { ...options, atLeast: 2 })).toThrow('has one guess: 2');
    // One canary in all runs: its id tells nothing, and ties are drawn without it.
    const same = runs.map((run) => ({ ...run, scores: { ...run.scores, ids: Uint32Array.of(7, 0) } }));
    expect(audit(same, { ...options, guesses: [1] }).outcome).toBe('refuted');
    const together: MembershipScores = {
      kind: 'membership',
      scores: Float64Array.from(runs, ({ scores }) => scores.scores[0]),
      included: Uint8Array.from(runs, ({ scores }) => scores.included[0]),
    };
    expect(one(together, options).outcome).toBe('refuted');
  });

  test('all canaries called in, or all called out, are refused', async () => {
    expect(() => one(given(50), { guesses: [20, 50], sides: 'in' })).toThrow(
      'invalid guesses; with sides in all 50 canaries would be called in, whatever their scores: 50',
    );
    expect(() => one(given(50), { guesses: [50], sides: 'out' })).toThrow('would be called out');
    expect(one(given(50), { guesses: [50], families: [] }).outcome).toBe('none');
    // What is planned leaves some out.
    for (const m of [2, 3, 7, 9, 50])
      expect(one(given(m), { sides: 'in', families: [] }).runs[0].observations[0].guesses).toBeLessThan(m);
  });
});

describe('several runs and what they could have shown', () => {
  test('a design could have refuted what all runs together refute, whatever was seen', () => {
    const runs = (sigma: number) =>
      Array.from({ length: 5 }, (_, r) => ({
        input: { ...input, name: `run${r}` },
        scores: noisySum(1000, sigma, `could${r}`),
      }));
    const options = { claim: 'gaussian(sigma=1)', guesses: [100], atLeast: 97, plots: false };
    const honest = audit(runs(1), options);
    expect(honest).toMatchObject({ outcome: 'not-refuted' });
    const broken = audit(runs(0.3), options);
    expect(broken.outcome).toBe('refuted');
    for (const [i, row] of broken.results.entries()) {
      expect(row.largestProvable).toBe(row.epsilon);
      expect(honest.results[i].largestProvable).toBe(row.epsilon);
    }
  });
});

describe('what shows only in all runs together', () => {
  const options = { guesses: [2], atLeast: 2, claim: 'gaussian(sigma=5)', families: [], plots: false };
  /** Runs of 40 canaries; `inside` says by rank, from the top, who is in. */
  const runs = (count: number, inside: (rank: number, random: Random) => boolean) =>
    Array.from({ length: count }, (_, r) => {
      const random = createRandom(`together ${r}`);
      const ranks = Array.from({ length: 40 }, (_, i) => i);
      const scores: MembershipScores = {
        kind: 'membership',
        scores: Float64Array.from(ranks, (rank) => -rank - 0.9 * random.uniform()),
        included: Uint8Array.from(ranks, (rank) => (inside(rank, random) ? 1 : 0)),
      };
      return { input: { ...input, name: `run${r}` }, scores };
    });
  const failed = (count: number, inside: (rank: number, random: Random) => boolean) => {
    const given = runs(count, inside);
    for (const run of given) {
      const { checks } = one(run.scores, { claim: options.claim, guesses: [2], families: [] });
      expect(checks.every(({ passed }) => passed)).toBe(true);
    }
    const { outcome, checks } = audit(given, options);
    return { outcome, why: checks.flatMap(({ passed, message }) => (passed ? [] : [message])) };
  };

  test('coins that are not fair', () => {
    const { outcome, why } = failed(20, (_, random) => random.bernoulli(0.7));
    expect(outcome).toBe('no-verdict');
    expect(why).toEqual([expect.stringMatching(/^all runs together: 5\d\d of 800 canaries are in/)]);
  });

  test('scores that point the other way, though few are guessed', () => {
    // The first and the last are wrong for sure, of the others about a third is right.
    const { outcome, why } = failed(8, (rank, random) =>
      rank === 0 || rank === 39 ? rank === 39 : random.bernoulli(rank < 20 ? 0.33 : 0.67),
    );
    expect(outcome).toBe('no-verdict');
    expect(why).toEqual([expect.stringMatching(/point the other way: \d+ of 320 guesses are right/)]);
  });
});
