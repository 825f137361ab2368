import { describe, expect, test } from 'vitest';
import { drawAssignment } from '../../src/games/index.ts';
import {
  type AuditOptions,
  audit,
  type MembershipScores,
  type ReconstructionScores,
  type Scores,
} from '../../src/index.ts';
import { bytesSource, readScores } from '../../src/io/index.ts';
import { clopperPearsonLower, createRandom, type Random } from '../../src/numerics/index.ts';
import { auditText } from '../../src/report/index.ts';

const input = { name: 'scores.csv', sha256: '', rows: 0 };

/** Canaries in a noisy sum: in by a coin, a score of 1 or 0 plus noise. */
function noisySum(m: number, sigma: number, seed: string | number): MembershipScores {
  const random = createRandom(seed);
  const included = Uint8Array.from(drawAssignment(m, 2, random.split('coins')));
  const noise = random.split('noise');
  return {
    kind: 'membership',
    included,
    scores: Float64Array.from(included, (bit) => bit + sigma * noise.normal()),
  };
}

function choices(m: number, k: number, sigma: number, seed: number): ReconstructionScores {
  const random = createRandom(seed);
  const truth = drawAssignment(m, k, random.split('coins'));
  const guesses = new Int32Array(m);
  const confidence = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const scores = Float64Array.from(
      { length: k },
      (_, j) => (j === truth[i] ? 1 : 0) + sigma * random.normal(),
    );
    const sorted = scores.toSorted();
    guesses[i] = scores.indexOf(sorted[k - 1]);
    confidence[i] = sorted[k - 1] - sorted[k - 2];
  }
  return { kind: 'reconstruction', k, truth, guesses, confidence };
}

const one = (scores: Scores, options: AuditOptions) =>
  audit([{ input, scores }], { plots: false, ...options });

describe('one run', () => {
  test('half the noise is refuted, the right noise is not', () => {
    const claim = 'gaussian(sigma=1)';
    const sound = one(noisySum(1000, 1, 'a'), { claim });
    expect(sound).toMatchObject({
      refuted: false,
      claim: { refutable: true, power: { violation: 'gaussian(sigma=0.5)' } },
    });
    expect(sound.claim?.power?.probability).toBeGreaterThan(0.99);
    expect(sound.runs[0].observations[0].guesses).toBe(216);
    const broken = one(noisySum(1000, 0.5, 'a'), { claim });
    expect(broken.refuted).toBe(true);
    expect(broken.results.every((row) => row.epsilon > 0)).toBe(true);
  });

  test('the power of guesses on one side is that of one side', () => {
    const options = { claim: 'gaussian(sigma=1)', guesses: [216], families: [] };
    const power = one(noisySum(1000, 0.5, 'sides'), { ...options, sides: 'in' }).claim?.power?.probability;
    // 4,000 simulated games: 0.7275.
    expect(power).toBeGreaterThan(0.69);
    expect(power).toBeLessThan(0.77);
    const required = one(noisySum(1000, 1, 'k'), { ...options, sides: 'in', requirePower: 0.95 });
    expect(required.verdict).toBe('no-verdict');
  });

  test('a claim with no usual violation is tested all the same, without a power', () => {
    for (const claim of ['perfect()', 'pure-dp(epsilon=0)', 'compose(perfect()*2)']) {
      const broken = one(noisySum(1000, 1, 'perfect'), { claim });
      expect(broken).toMatchObject({ verdict: 'refuted', claim: { power: null } });
      expect(broken.runs[0].observations[0].guesses).toBe(500);
      expect(broken.notes.join()).toContain('so half of the canaries are guessed (500 of 1000)');
    }
    expect(one(noisySum(1000, 100, 'p'), { claim: 'perfect()', families: [] }).refuted).toBe(false);
    const planned = one(noisySum(1000, 1, 'p'), { claim: 'perfect()', violation: 'gaussian(sigma=1)' });
    expect(planned.notes.join()).toContain('planned from 1000 canaries');
    expect(planned.claim?.power?.probability).toBeGreaterThan(0.9);
    for (const m of [2, 3, 5, 9]) {
      const found = one(noisySum(m, 1, 'in'), {
        claim: 'perfect()',
        families: [],
        sides: 'in',
      });
      expect(found.runs[0].observations[0].guesses).toBeLessThan(m);
    }
  });

  test('losses are turned around, and only on request', () => {
    const scores = noisySum(1000, 0.5, 'b');
    const losses = { ...scores, scores: scores.scores.map((score) => -score) };
    const options = { claim: 'gaussian(sigma=1)', guesses: [200] };
    const reversed = one(losses, options);
    expect(reversed.runs[0].observations[0].correct).toBeLessThan(20);
    expect(reversed).toMatchObject({ verdict: 'no-verdict', refuted: null, tests: [], results: [] });
    expect(reversed.checks.find(({ passed }) => !passed)?.message).toContain('half of tau (0.025)');
    expect(one(losses, { ...options, lowerIsIn: true }).runs[0].observations[0]).toEqual(
      one(scores, options).runs[0].observations[0],
    );
  });

  test('equal scores in a file sorted by truth prove nothing', () => {
    const included = Uint8Array.from({ length: 1000 }, (_, i) => (i < 500 ? 1 : 0));
    const found = one(
      { kind: 'membership', included, scores: new Float64Array(1000) },
      { claim: 'gaussian(sigma=10)' },
    );
    expect(found.refuted).toBe(false);
  });

  test('a list of guesses shares the significance', () => {
    const found = one(noisySum(1000, 0.5, 'c'), {
      claim: 'gaussian(sigma=1)',
      guesses: [100, 200, 400, 800],
    });
    expect(found.tauEach).toBe(0.0125);
    expect(found.runs[0].observations.map((observation) => observation.guesses)).toEqual([
      100, 200, 400, 800,
    ]);
    for (const { pValue, refuted } of found.tests) expect(refuted).toBe(pValue <= 0.0125);
  });

  test('coins that are not fair, and canaries all in or all out, give no verdict', () => {
    const included = Uint8Array.from({ length: 10_000 }, (_, i) => (i < 9000 ? 1 : 0));
    const scores = new Float64Array(10_000);
    const failures = (given: Scores) => {
      const { verdict, checks, results } = one(given, { claim: 'gaussian(sigma=1)', plots: true });
      expect({ verdict, results }).toEqual({ verdict: 'no-verdict', results: [] });
      return checks.flatMap(({ passed, message }) => (passed ? [] : [message])).join();
    };
    expect(failures({ kind: 'membership', included, scores })).toContain('which fair draws do not produce');
    expect(failures({ kind: 'membership', included: included.fill(1), scores })).toContain(
      'all 10000 canaries are in',
    );
    const truth = new Uint32Array(1000).fill(3);
    const guesses = new Int32Array(1000);
    expect(failures({ kind: 'reconstruction', k: 10, truth, guesses, confidence: null })).toContain(
      '1000 draws over 10 candidates',
    );
  });

  test('exactly half in is fair, on the condition that it was not made so', () => {
    const split = (given: Scores) => {
      const { checks, verdict } = one(given, { families: [] });
      expect(verdict).toBe('none');
      return checks.map(({ message }) => message).join();
    };
    const halves = (m: number, inside: number): Scores => ({
      kind: 'membership',
      included: Uint8Array.from({ length: m }, (_, i) => (i < inside ? 1 : 0)),
      scores: Float64Array.from({ length: m }, (_, i) => (i * 7) % m),
    });
    const word = 'exactly half is also what a split gives that was made even';
    expect(split(halves(10, 5))).toContain(word);
    expect(split(halves(1000, 500))).toContain(word);
    expect(split(halves(1000, 501))).not.toContain('made even');
    expect(split(halves(8, 4))).not.toContain('made even');
    const truth = Uint32Array.from({ length: 30 }, (_, i) => i % 3);
    const guesses = new Int32Array(30);
    expect(split({ kind: 'reconstruction', k: 3, truth, guesses, confidence: null })).toContain(
      'exactly as often each candidate is also what a split gives',
    );
  });

  test('budgets that do not fit and claims about other neighbours are refused', async () => {
    const scores = noisySum(100, 1, 'd');
    expect(() => one(scores, { guesses: [200] })).toThrow('invalid guesses');
    expect(() => one(scores, { guesses: [50, 50] })).toThrow('each number once');
    expect(() => one(scores, { claim: 'gaussian(sigma=1, relation=replace)' })).toThrow(
      'is about exchanging a record',
    );
    expect(() => one(scores, { families: ['gaussian(relation=replace)'] })).toThrow(
      'is about exchanging a record',
    );
  });
});

describe('reconstruction', () => {
  test('an add-remove claim is tested as what it implies for exchanges', () => {
    const found = one(choices(2000, 2, 1, 1), { claim: 'gaussian(sigma=1)', guesses: [200] });
    expect(found.claim?.tested).toBe('replace(gaussian(sigma=1))');
    expect(found.refuted).toBe(false);
    expect(found.notes.join()).toContain('fBar(fBar(x))');
    expect(one(choices(2000, 4, 0.3, 1), { claim: 'gaussian(sigma=4)' }).refuted).toBe(true);
  });

  test('epsilon of a family stays that of adding and removing: half of the exchange’s mu', () => {
    const scores = choices(2000, 4, 0.5, 2);
    const [direct] = one(scores, { families: ['gaussian(relation=replace)'] }).results;
    const [through] = one(scores, { families: ['gaussian'] }).results;
    expect(through.parameter).toBeCloseTo((direct.parameter as number) / 2, 9);
  });
});

describe('scores put together by hand', () => {
  // Plain arrays, as callers without types hand them in.
  const plain = (values: readonly number[]) => values as never;
  const chosen = (changes: object): Scores => ({
    kind: 'reconstruction',
    k: 3,
    truth: plain([0, 1, 2, 0]),
    guesses: plain([0, 1, -1, -1]),
    confidence: null,
    ...changes,
  });
  const member = (changes: object): Scores => ({
    kind: 'membership',
    scores: plain([0.5, 0.25, 1, 2]),
    included: plain([0, 1, 0, 1]),
    ...changes,
  });
  test.each<[string, Scores]>([
    ['invalid truth of scores.csv, row 3; must be a whole number', chosen({ truth: plain([0, 1, -1, 0]) })],
    ['invalid truth of scores.csv, row 4', chosen({ truth: plain([0, 1, 2, 0.5]) })],
    ['invalid truth of scores.csv, row 4', chosen({ truth: plain([0, 1, 2, 3]) })],
    ['invalid truth of scores.csv, row 1', chosen({ truth: plain([NaN, 1, 2, 0]) })],
    ['invalid guess of scores.csv, row 4', chosen({ guesses: plain([0, 1, -1, -0.5]) })],
    ['invalid guess of scores.csv, row 1', chosen({ guesses: plain([3, 1, -1, -1]) })],
    ['invalid guess of scores.csv, row 1', chosen({ guesses: plain([-2, 1, -1, -1]) })],
    ['invalid guesses of scores.csv; must be one per score (4): 3', chosen({ guesses: plain([0, 1, 2]) })],
    ['invalid confidence of scores.csv', chosen({ confidence: plain([0, 1, 2]) })],
    ['invalid options of scores.csv', chosen({ k: 2.5 })],
    ['invalid included of scores.csv, row 2; must be 0 or 1: 2', member({ included: plain([0, 2, 0, 1]) })],
    ['invalid included of scores.csv, row 2', member({ included: plain([0, 0.5, 0, 1]) })],
    ['invalid included of scores.csv; must be one per score (4): 3', member({ included: plain([0, 1, 1]) })],
    ['invalid ids of scores.csv', member({ ids: plain([1, 2, 3, 4]) })],
    ['must be finite: NaN', member({ scores: Float64Array.of(0, 1, NaN, 2) })],
  ])('%s', async (message, scores) => {
    expect(() => one(scores, { families: [], guesses: [4] })).toThrow(message);
  });
});

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

  test('the threshold is fixed in advance, and designs agree', async () => {
    expect(() => audit(runs(1, 3, 'y'), { guesses: [100] })).toThrow(
      'several runs need a threshold fixed in advance',
    );
    expect(() => audit(runs(1, 3, 'y'), { guesses: [100], atLeast: 101 })).toThrow('invalid at-least');
    const mixed = [...runs(1, 1, 'y'), { input, scores: noisySum(999, 1, 0) }];
    expect(() => audit(mixed, { guesses: [100], atLeast: 90 })).toThrow('runs must have the same design');
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
      'were not drawn independently; 1000 of 1000 shared ids',
    );
    const opposite = { ...again, included: again.included.map((bit) => 1 - bit) };
    expect(() => audit([named('a', { ...original, ids }), named('b', opposite)], options)).toThrow(
      'were not drawn independently; 0 of 1000 shared ids',
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
    expect(audit(runs, options).verdict).not.toBe('no-verdict');
    expect(audit([named('a', sorted('s1')), named('b', sorted('s2'))], options).verdict).not.toBe(
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
    expect(audit([named('a', single(1)), named('b', single(2))], one).verdict).toBe('none');
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
      expect(found).toMatchObject({ verdict: 'refuted', runs: [{ observations: [{ m: 40 }] }] });
      expect(found.runs[0].inputs).toHaveLength(40);
      expect(auditText(found)).toContain('40 independent runs of one canary each');
    }
    expect(() => audit(runs, { ...options, guesses: [2] })).toThrow('has one guess: 2');
    expect(() => audit(runs, { ...options, atLeast: 2 })).toThrow('has one guess: 2');
    // One canary in all runs: its id tells nothing, and ties are drawn without it.
    const same = runs.map((run) => ({ ...run, scores: { ...run.scores, ids: Uint32Array.of(7, 0) } }));
    expect(audit(same, { ...options, guesses: [1] }).verdict).toBe('refuted');
    const together: MembershipScores = {
      kind: 'membership',
      scores: Float64Array.from(runs, ({ scores }) => scores.scores[0]),
      included: Uint8Array.from(runs, ({ scores }) => scores.included[0]),
    };
    expect(one(together, options).verdict).toBe('refuted');
  });

  test('all canaries called in, or all called out, are refused', async () => {
    expect(() => one(given(50), { guesses: [20, 50], sides: 'in' })).toThrow(
      'invalid guesses; with sides in all 50 canaries would be called in, whatever their scores: 50',
    );
    expect(() => one(given(50), { guesses: [50], sides: 'out' })).toThrow('would be called out');
    expect(one(given(50), { guesses: [50], families: [] }).verdict).toBe('none');
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
    expect(honest).toMatchObject({ verdict: 'not-refuted', claim: { refutable: true } });
    const broken = audit(runs(0.3), options);
    expect(broken.verdict).toBe('refuted');
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
    const { verdict, checks } = audit(given, options);
    return { verdict, why: checks.flatMap(({ passed, message }) => (passed ? [] : [message])) };
  };

  test('coins that are not fair', () => {
    const { verdict, why } = failed(20, (_, random) => random.bernoulli(0.7));
    expect(verdict).toBe('no-verdict');
    expect(why).toEqual([expect.stringMatching(/^all runs together: 5\d\d of 800 canaries are in/)]);
  });

  test('scores that point the other way, though few are guessed', () => {
    // The first and the last are wrong for sure, of the others about a third is right.
    const { verdict, why } = failed(8, (rank, random) =>
      rank === 0 || rank === 39 ? rank === 39 : random.bernoulli(rank < 20 ? 0.33 : 0.67),
    );
    expect(verdict).toBe('no-verdict');
    expect(why).toEqual([expect.stringMatching(/point the other way: \d+ of 320 guesses are right/)]);
  });
});

describe('scores that point the other way', () => {
  test('are not seen in equal scores that a draw happens to get wrong', () => {
    // 30 others at the top, 30 members at the bottom; of the 40 between, all may be right.
    const scores = Float64Array.from({ length: 100 }, (_, i) => (i < 30 ? 2 : i < 70 ? 1 : 0));
    const included = Uint8Array.from(scores, (score, i) => (score === 1 ? i % 2 : score === 0 ? 1 : 0));
    const options = { guesses: [2], families: [], seed: 1 };
    expect(one({ kind: 'membership', scores, included }, options).verdict).toBe('none');
    const reversed = included.map((bit, i) => (scores[i] === 1 ? (i < 50 ? 0 : 1) : bit));
    const fine = scores.map((score, i) => score - i / 1000);
    const found = one({ kind: 'membership', scores: fine, included: reversed }, options);
    expect(found.verdict).toBe('no-verdict');
  });

  test('are noticed with few guesses too, by ranking all canaries', () => {
    const { scores, included } = noisySum(1000, 0.5, 'few');
    const losses = { kind: 'membership' as const, scores: scores.map((score) => -score), included };
    expect(one(losses, { claim: 'gaussian(sigma=1)', guesses: [10] }).verdict).toBe('no-verdict');
    const blind = { ...losses, scores: createRandomScores(1000) };
    expect(one(blind, { claim: 'gaussian(sigma=1)', guesses: [10] }).verdict).toBe('not-refuted');
  });

  test('an attack that abstains is not one that points the other way', () => {
    const sparse = choices(500, 5, 0.2, 3);
    const guesses = sparse.guesses.map((guess, i) => (i < 30 ? guess : -1));
    const found = one({ ...sparse, guesses, confidence: null }, { claim: 'gaussian(sigma=1)', families: [] });
    expect(found.verdict).not.toBe('no-verdict');
  });
});

function createRandomScores(m: number): Float64Array {
  const random = createRandom('blind');
  return Float64Array.from({ length: m }, () => random.normal());
}

describe('scores that have nothing to do with inclusion', () => {
  const GAMES = 2000;
  const designs: [string, AuditOptions, number][] = [
    ['with the planned budget', {}, 1],
    ['with a list', { guesses: [20, 100, 500] }, 1],
    ['with three runs', { guesses: [100], atLeast: 55 }, 3],
  ];

  /** A file as a user would have it, read as a user's is. */
  async function nullRun(seed: number, run: number) {
    const random = createRandom(`null ${seed}`).split(run);
    const included = drawAssignment(1000, 2, random.split('coins'));
    const rows = Array.from(included, (bit, i) => `${i},${random.normal().toFixed(4)},${bit}`);
    const file = new TextEncoder().encode(`id,score,included\n${rows.join('\n')}\n`);
    return { input, scores: await readScores(bytesSource('null.csv', file)) };
  }

  test.each(designs)(
    `are refuted at most tau of the time, ${GAMES} files of 1,000 canaries %s`,
    async (_, options, count) => {
      let refuted = 0;
      for (let seed = 0; seed < GAMES; seed++) {
        const runs = await Promise.all(Array.from({ length: count }, (_, r) => nullRun(seed, r)));
        // The sharpest claim there is: nothing at all.
        const sharpest = { claim: 'perfect()', families: [], plots: false, violation: 'gaussian(sigma=1)' };
        if (audit(runs, { ...options, ...sharpest }).refuted) refuted++;
      }
      expect(clopperPearsonLower(refuted, GAMES, 0.005)).toBeLessThanOrEqual(0.05);
    },
  );
});
