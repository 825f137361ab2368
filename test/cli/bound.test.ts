import { describe, expect, test } from 'vitest';
import { onerun, words } from '../support/cli.ts';
import { golden } from '../support/golden.ts';

const PAPER = ['bound', '-m', '100000', '-g', '1500', '-c', '1429'];

const quick = (line: string) => onerun(words(line));
describe('onerun bound', () => {
  test('says the paper’s example in words and in a table', async () => {
    const { code, out, err } = await onerun([...PAPER, '--details']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('1,429 of 1,500 guesses about 100,000 canaries were right.');
    expect(out).toMatch(/gaussian +paper +1e-5 +3\.2992 +\S+ +model-based/);
    expect(out).toMatch(/approx-dp\(delta=1e-5\)? +steinke +1e-5 +2\.6687 +\S+ +worst-case/);
    expect(out).toContain('data with a canary in and with the same canary out');
  });

  test('speaks JSON with the names that scripts rely on', async () => {
    const { code, out } = await onerun([...PAPER, '--json', '--claim', 'gaussian(sigma=2)']);
    const data = JSON.parse(out);
    expect(code).toBe(1);
    expect(data.observation).toEqual({ m: 100000, k: 2, guesses: 1500, correct: 1429 });
    expect([data.tau, data.delta, data.claim]).toEqual([0.05, 1e-5, 'gaussian(sigma=2)']);
    expect(Object.keys(data.results[0])).toEqual([
      'method',
      'family',
      'delta',
      'parameter',
      'epsilon',
      'largestProvable',
      'assumption',
    ]);
    expect(
      data.results.map((row: { method: string; family: string }) => `${row.method} ${row.family}`),
    ).toEqual([
      'paper gaussian',
      'optimal gaussian',
      'independent gaussian',
      'paper approx-dp(delta=1e-5)',
      'optimal approx-dp(delta=1e-5)',
      'steinke approx-dp(delta=1e-5)',
    ]);
    expect(Object.keys(data.tests[0])).toEqual(['method', 'pValue', 'refuted']);
  });

  test('says in JSON which neighbours its curves and epsilons are about', async () => {
    const about = async (more: string) => {
      const { relation, epsilonAbout } = JSON.parse(
        (await quick(`bound -m 100 -g 50 -c 45 ${more} --json`)).out,
      );
      return [relation, epsilonAbout];
    };
    expect(await about('')).toEqual(['add-remove', 'add-remove']);
    expect(await about('-k 3')).toEqual(['replace', 'replace']);
    expect(await about('-k 3 --claim gaussian(sigma=1)')).toEqual(['replace', 'replace']);
    // Of two options either may be compared: the claim, or a family, says it.
    const exchanged = 'gaussian(sigma=1,relation=replace)';
    expect(await about(`--claim ${exchanged}`)).toEqual(['replace', 'replace']);
    expect(await about('--family gaussian(relation=replace)')).toEqual(['replace', 'replace']);
    expect(await about(`--sides in --claim ${exchanged}`)).toEqual(['add-remove', 'add-remove']);
    const { out } = await quick(`bound -m 100 -c 80 --details --claim ${exchanged}`);
    expect(out).toContain('with another in its place (replace)');
  });

  test('reproduces the reference values through its options', async () => {
    for (const { m, k, guesses, correct, tau, delta, mu, epsilon } of golden('algorithm3-gaussian').cases) {
      const { out } = await quick(
        `bound -m ${m} -k ${k} -g ${guesses} -c ${correct} --tau ${tau} --delta ${delta} --family gaussian --method paper --json`,
      );
      const [row] = JSON.parse(out).results;
      expect(Math.abs(row.epsilon - epsilon)).toBeLessThan(1e-9);
      expect(Math.abs(row.parameter - mu)).toBeLessThan(1e-9);
    }
  });

  test('takes lists of deltas and several families', async () => {
    const { out } = await quick('bound -m 1000 -g 100 -c 90 --delta 1e-5,1e-6 --json');
    expect(JSON.parse(out).delta).toEqual([1e-5, 1e-6]);
    expect(JSON.parse(out).results.length).toBe(12);
    const two = await quick('bound -m 1000 -g 100 -c 90 --family pure-dp --family laplace --json');
    expect(
      JSON.parse(two.out).results.map((row: { family: string; delta: number }) => [row.family, row.delta]),
    ).toEqual([
      ['pure-dp', 0],
      ['pure-dp', 0],
      ['pure-dp', 0],
      ['laplace', 1e-5],
      ['laplace', 1e-5],
      ['laplace', 0.00001],
    ]);
  });

  test('confidence and tau mean the same, to the digit', async () => {
    const [a, b] = [
      await quick('bound -m 1000 -g 100 -c 90 --confidence 0.99 --json'),
      await quick('bound -m 1000 -g 100 -c 90 --tau 0.01 --json'),
    ];
    expect(a.out).toBe(b.out);
  });

  test('says first when the design could not have refuted the claim', async () => {
    const { code, out } = await quick('bound -m 20 -c 20 --claim "approx-dp(epsilon=8, delta=1e-5)"');
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toMatch(
      '20 canaries cannot refute approx-dp(epsilon=8, delta=1e-5), not even with every guess right',
    );
  });

  test('a p-value below the doubles is an upper bound in words and the smallest number in JSON', async () => {
    const line = 'bound -m 10000 -c 10000 --claim "pure-dp(epsilon=0.1)"';
    expect((await quick(line)).out).toContain('< 1e-300');
    expect(JSON.parse((await quick(`${line} --json`)).out).tests[0].pValue).toBe(5e-324);
  });

  test('no evidence is exactly 0', async () => {
    const { out } = await quick('bound -m 1000 -c 500');
    expect(out).toContain('nothing is proved (95% confidence), for these counts do not rule out');
    expect(JSON.parse((await quick('bound -m 1000 -c 500 --json')).out).results[0]).toMatchObject({
      epsilon: 0,
      parameter: null,
    });
  });

  test('leaves steinke out where it has no answer, with a note; never calls an untested claim consistent', async () => {
    const { code, out } = await quick('bound -m 1000 -k 3 -c 500 --method steinke --details');
    expect(code).toBe(0);
    expect(out).toContain('Note: method steinke needs two options per canary, not 3: left out.');
    const untested = await quick('bound -m 1000 -c 600 --method steinke --claim "gaussian(mu=1)"');
    expect(untested).toMatchObject({ code: 2, out: '' });
    expect(untested.err).toContain(
      'the claim was not tested; method steinke tests (epsilon, delta) claims only',
    );
  });

  test('a method that is left out for a family is noted once', async () => {
    const { out } = await quick('bound -m 1000 -g 100 -c 90 -k 3 --json');
    expect(JSON.parse(out).notes).toEqual(['method steinke needs two options per canary, not 3: left out']);
  });

  test('tells whoever samples a curve what points(...) means', async () => {
    const { out } = await quick('bound -m 1000 -c 600 --claim "points(0:1, 0.1:0.4, 0.4:0.1, 1:0)"');
    expect(out).toContain('Weakened: points(...) promises more than the smooth curve');
  });
});
