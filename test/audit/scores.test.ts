import { describe, expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import type { Scores } from '../../src/index.ts';
import { blindScores, choices, noisySum, one } from '../support/scores.ts';

describe('one run', () => {
  test('half the noise is refuted, the right noise is not', () => {
    const claim = 'gaussian(sigma=1)';
    const sound = one(noisySum(1000, 1, 'a'), { claim });
    expect(sound).toMatchObject({
      refuted: false,
      outcome: 'not-refuted',
      power: { violation: 'gaussian(sigma=0.5)' },
    });
    expect(sound.power?.best).toBeGreaterThan(0.99);
    expect(sound.runs[0].observations[0].guesses).toBe(216);
    const broken = one(noisySum(1000, 0.5, 'a'), { claim });
    expect(broken.refuted).toBe(true);
    expect(broken.results.every((row) => row.epsilon > 0)).toBe(true);
  });

  test('the power of guesses on one side is that of one side', () => {
    const options = { claim: 'gaussian(sigma=1)', guesses: [216], families: [] };
    const power = one(noisySum(1000, 0.5, 'sides'), { ...options, sides: 'in' }).power?.best;
    // 4,000 simulated games: 0.972.
    expect(power).toBeGreaterThan(0.96);
    expect(power).toBeLessThan(0.985);
    const required = one(noisySum(1000, 1, 'k'), { ...options, sides: 'in', requirePower: 0.99 });
    expect(required.outcome).toBe('could-not-have-noticed');
  });

  test('a claim with no usual violation is tested all the same, without a power', () => {
    for (const claim of ['perfect()', 'pure-dp(epsilon=0)', 'compose(perfect()*2)']) {
      const broken = one(noisySum(1000, 1, 'perfect'), { claim });
      expect(broken).toMatchObject({ outcome: 'refuted', power: null });
      expect(broken.runs[0].observations[0].guesses).toBe(500);
      expect(broken.notes.join()).toContain('so half of the canaries are guessed (500 of 1000)');
    }
    expect(one(noisySum(1000, 100, 'p'), { claim: 'perfect()', families: [] }).refuted).toBe(false);
    const planned = one(noisySum(1000, 1, 'p'), { claim: 'perfect()', violation: 'gaussian(sigma=1)' });
    expect(planned.runs[0].observations[0].guesses).toBe(500);
    expect(planned.power?.best).toBeGreaterThan(0.9);
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
    expect(reversed).toMatchObject({ outcome: 'no-verdict', refuted: null, tests: [], results: [] });
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
      const { outcome, checks, results } = one(given, { claim: 'gaussian(sigma=1)', plots: true });
      expect({ outcome, results }).toEqual({ outcome: 'no-verdict', results: [] });
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
      const { checks, outcome } = one(given, { families: [] });
      expect(outcome).toBe('none');
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
    [
      'invalid score of scores.csv, row 3; must be a finite number: NaN',
      member({ scores: Float64Array.of(0, 1, NaN, 2) }),
    ],
  ])('%s', async (message, scores) => {
    expect(() => one(scores, { families: [], guesses: [4] })).toThrow(message);
  });
});

describe('scores that point the other way', () => {
  test('are not seen in equal scores that a draw happens to get wrong', () => {
    // 30 others at the top, 30 members at the bottom; of the 40 between, all may be right.
    const scores = Float64Array.from({ length: 100 }, (_, i) => (i < 30 ? 2 : i < 70 ? 1 : 0));
    const included = Uint8Array.from(scores, (score, i) => (score === 1 ? i % 2 : score === 0 ? 1 : 0));
    const options = { guesses: [2], families: [], seed: 1 };
    expect(one({ kind: 'membership', scores, included }, options).outcome).toBe('none');
    const reversed = included.map((bit, i) => (scores[i] === 1 ? (i < 50 ? 0 : 1) : bit));
    const fine = scores.map((score, i) => score - i / 1000);
    const found = one({ kind: 'membership', scores: fine, included: reversed }, options);
    expect(found.outcome).toBe('no-verdict');
  });

  test('are noticed with few guesses too, by ranking all canaries', () => {
    const { scores, included } = noisySum(1000, 0.5, 'few');
    const losses = { kind: 'membership' as const, scores: scores.map((score) => -score), included };
    expect(one(losses, { claim: 'gaussian(sigma=1)', guesses: [10] }).outcome).toBe('no-verdict');
    const blind = { ...losses, scores: blindScores(1000) };
    expect(one(blind, { claim: 'gaussian(sigma=1)', guesses: [10] }).outcome).toBe('could-not-have-noticed');
  });

  test('an attack that abstains is not one that points the other way', () => {
    const sparse = choices(500, 5, 0.2, 3);
    const guesses = sparse.guesses.map((guess, i) => (i < 30 ? guess : -1));
    const found = one({ ...sparse, guesses, confidence: null }, { claim: 'gaussian(sigma=1)', families: [] });
    expect(found.outcome).not.toBe('no-verdict');
  });
});

test('no guesses at all prove nothing of independent canaries, and are refused', () => {
  for (const independentGuesses of [0, -1, 1.5])
    expect(() => one(noisySum(100, 1, 1), { independentGuesses })).toThrow('invalid independent guesses');
});

describe('a number of guesses for independent canaries', () => {
  test('beyond the canaries is refused', () => {
    expect(() => one(noisySum(100, 1, 1), { independentGuesses: 101 })).toThrow(
      'invalid independent guesses; must be a whole number from 1 to the canaries (100): 101',
    );
  });

  test('is said with how many of them were right, and where it is left out', () => {
    const scores = noisySum(100, 1, 1);
    const { notes, results } = one(scores, { guesses: [20], independentGuesses: 100 });
    const right = one(scores, { guesses: [100] }).runs[0].observations[0].correct;
    expect(notes).toContainEqual(expect.stringContaining(`has ${right} of 100 guesses right behind it`));
    const counts = { m: 100, guesses: 100, correct: right };
    expect(results.find(({ method }) => method === 'independent')?.epsilon).toBe(
      empiricalEpsilon(counts, 'gaussian', { method: 'independent' })[0].epsilon,
    );
    const { notes: left } = one(scores, { guesses: [20], independentGuesses: 100, onePerRun: true });
    expect(left).toContainEqual(expect.stringContaining('independent guesses (100): left out'));
  });
});
