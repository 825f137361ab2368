import { expect, test } from 'vitest';
import { areSingle, asOneGame } from '../../src/audit/runs/single-canaries.ts';
import { type AuditOptions, audit, verdict } from '../../src/index.ts';
import { bytesSource, readScores } from '../../src/io/index.ts';
import { createRandom } from '../../src/numerics/index.ts';

const OPTIONS: AuditOptions = { claim: 'gaussian(sigma=1)', families: [], seed: 1, plots: false };

function noisySum(m: number, sigma: number, seed: string) {
  const random = createRandom(seed);
  const included = Array.from({ length: m }, () => random.coin());
  const scores = included.map((bit) => bit + sigma * random.normal());
  return { scores, included };
}

test('plain arrays of any sort are audited like what a reader makes of them', async () => {
  const { scores, included } = noisySum(300, 0.5, 'plain');
  const result = audit({ scores, included }, OPTIONS);
  expect(result).toMatchObject({ game: 'membership', outcome: 'refuted', refuted: true });
  const others = [
    { scores: Float64Array.from(scores), included: Uint8Array.from(included) },
    { scores, included: included.map((bit) => bit === 1) },
  ];
  for (const other of others) expect(audit(other, OPTIONS)).toEqual(result);
  const csv = `score,included\n${scores.map((score, i) => `${score},${included[i]}`).join('\n')}\n`;
  const read = await readScores(bytesSource('a.csv', new TextEncoder().encode(csv)));
  expect(audit(read, OPTIONS)).toEqual(result);
});

test('a choice among candidates is audited from arrays', () => {
  const random = createRandom('choice');
  const truth = Array.from({ length: 200 }, () => random.integer(4));
  const guesses = truth.map((option) => (random.bernoulli(0.5) ? option : -1));
  const result = audit({ truth, guesses, k: 4 }, OPTIONS);
  expect(result.game).toBe('reconstruction');
  expect(result.runs[0].observations[0]).toMatchObject({ m: 200, k: 4, guesses: 200 });
  expect(audit({ truth, guesses, k: 4, confidence: null }, OPTIONS)).toEqual(result);
});

test('what a reader knows of ids is kept: copies of one run are not counted as several', async () => {
  const { scores, included } = noisySum(400, 2, 'copies');
  const random = createRandom('jitter');
  const copy = () => {
    const rows = scores.map((score, i) => `c${i},${score + 0.01 * random.normal()},${included[i]}`);
    rows.sort(() => random.uniform() - 0.5);
    const text = `id,score,included\n${rows.join('\n')}\n`;
    return readScores(bytesSource('copy.csv', new TextEncoder().encode(text)));
  };
  const runs = [await copy(), await copy(), await copy()];
  expect(() => audit(runs, { ...OPTIONS, guesses: [100], atLeast: 60 })).toThrow(
    'were not drawn independently',
  );
});

test.each([
  [
    'a missing score',
    [1, null, 3],
    [1, 0, 1],
    'invalid score of the scores, row 2; must be a finite number: null',
  ],
  ['a text', [1, '2', 3], [1, 0, 1], 'row 2; must be a finite number: 2'],
  ['nothing', [1, undefined, 3], [1, 0, 1], 'row 2; must be a finite number: undefined'],
  ['NaN', [1, Number.NaN, 3], [1, 0, 1], 'row 2; must be a finite number: NaN'],
  [
    'who was in as a text',
    [1, 2, 3],
    [1, 'yes', 1],
    'invalid included of the scores, row 2; must be 0 or 1: yes',
  ],
  ['too few', [1, 2, 3], [1, 0], 'must be one per score (3): 2'],
  ['no list', 5, [1, 0], 'invalid score of the scores; must be a list: 5'],
])('%s is refused', (_, scores, included, message) => {
  const run = { scores, included } as unknown as Parameters<typeof audit>[0];
  expect(() => audit(run, OPTIONS)).toThrow(message);
});

test('what is no run is refused in a sentence', () => {
  for (const given of [undefined, null, 7, { scores: [1, 2] }, { truth: [1] }, {}])
    expect(() => audit(given as unknown as Parameters<typeof audit>[0])).toThrow(
      'must have scores and included, or guesses and truth',
    );
  expect(() => audit([])).toThrow('no runs to audit');
  expect(() => audit({ truth: [-1, 0], guesses: [0, 0], k: 2 })).toThrow(
    'invalid truth of the scores, row 1; must be a whole number, 0 or above: -1',
  );
});

test('scores that were put together like a reader’s are checked too', () => {
  const input = { name: 'mine', sha256: null, rows: 3 };
  const scores = Float64Array.of(1, Number.NaN, 3);
  const included = Uint8Array.of(1, 0, 1);
  expect(() => audit({ input, scores: { kind: 'membership', scores, included } })).toThrow(
    'invalid score of mine, row 2; must be a finite number: NaN',
  );
});

test('a seed of null is none: it is drawn afresh, not a constant', () => {
  const given = noisySum(100, 1, 'seed');
  const options = { ...OPTIONS, seed: null } as unknown as AuditOptions;
  const [a, b] = [audit(given, options), audit(given, options)];
  expect(a.provenance.seedFrom).toBe('fresh');
  expect(a.provenance.seed).not.toBe(b.provenance.seed);
});

test('of several numbers of guesses the largest epsilon counts', () => {
  const given = noisySum(1000, 0.5, 'several');
  const families = ['gaussian'];
  const guesses = [100, 1000];
  const methods = ['paper'] as const;
  const options = { families, methods, tau: 0.025, seed: 1, plots: false };
  const each = guesses.map((n) => audit(given, { ...options, guesses: [n] }).results[0].epsilon);
  const [together] = audit(given, { ...options, tau: 0.05, guesses }).results;
  expect(each[0]).not.toBe(each[1]);
  expect(together.epsilon).toBe(Math.max(...each));
});

test('whether equal scores decide is judged at the level of each number of guesses', () => {
  // By falling score: 10 that are in; 20 equal ones, 5 of them in; 10 more, half in; the rest, half in.
  const included = [10, 5].flatMap((n, i) => [...Array(n).fill(1), ...Array(15 * i).fill(0)]);
  for (let i = included.length; i < 100; i++) included.push(i % 2);
  const scores = included.map((_, i) => (i < 10 ? 300 - i : i < 30 ? 200 : 100 - i));
  // So many right are refuted at tau, and not at half of it, which is what each of two numbers of guesses has.
  const { tests } = verdict({ m: 100, guesses: 20, correct: 15 }, 'perfect()');
  const tau = 1.5 * Math.min(...tests.map(({ pValue }) => pValue));
  const options = { claim: 'perfect()', families: [], seed: 1, plots: false, sides: 'in' as const };
  const alone = audit({ scores, included }, { ...options, tau, guesses: [20] });
  expect(alone.ties).toMatchObject([{ least: 10, most: 15, decides: true }]);
  const both = audit({ scores, included }, { ...options, tau, guesses: [20, 40] });
  expect(both.ties.find(({ guesses }) => guesses === 20)?.decides).toBe(false);
});

test('the runs of one and the same canary are not told apart by its id', () => {
  const random = createRandom('single');
  const runs = Array.from({ length: 60 }, (_, i) => {
    const bit = i % 2 === 0 ? 1 : 0;
    const scores = Float64Array.of(bit + random.normal());
    const ids = Uint32Array.of(7, 7);
    const input = { name: `run ${i}`, sha256: null, rows: 1 };
    return { input, scores: { kind: 'membership' as const, scores, included: Uint8Array.of(bit), ids } };
  });
  expect(areSingle(runs) && asOneGame(runs).scores.ids).toBeUndefined();
});

test('a verdict needs a method and a delta that is one', () => {
  expect(() => verdict({ m: 10, correct: 9 }, 'perfect()', { methods: [] })).toThrow('name at least one');
  expect(() => verdict({ m: 10, correct: 9 }, 'perfect()', { delta: -1 })).toThrow('invalid delta');
});
