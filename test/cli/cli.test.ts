import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/shell/run.ts';
import { onerun, words } from '../support/cli.ts';
import { golden } from '../support/golden.ts';

const PAPER = ['bound', '-m', '100000', '-g', '1500', '-c', '1429'];

/** In this process, for the many cases that need no shell. */
async function quick(line: string) {
  let out = '';
  let err = '';
  const code = await run(words(line), {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

describe('onerun bound', () => {
  test('says the paper’s example in words and in a table', () => {
    const { code, out, err } = onerun(PAPER);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Seen: 100,000 canaries, 1,500 guesses, 1,429 right (95.27%).');
    expect(out).toMatch(/gaussian +paper +1e-5 +3\.2992 +\S+ +model-based/);
    expect(out).toMatch(/approx-dp\(delta=1e-5\) +steinke +1e-5 +2\.6687 +\S+ +worst-case/);
    expect(out).toContain('a canary in against the same canary out');
  });

  test('speaks JSON with the names that scripts rely on', () => {
    const { code, out } = onerun([...PAPER, '--json', '--claim', 'gaussian(sigma=2)']);
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
      'paper approx-dp(delta=1e-5)',
      'optimal approx-dp(delta=1e-5)',
      'steinke approx-dp(delta=1e-5)',
    ]);
    expect(Object.keys(data.tests[0])).toEqual(['method', 'pValue', 'refuted']);
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
    expect(JSON.parse(out).results.length).toBe(10);
    const two = await quick('bound -m 1000 -g 100 -c 90 --family pure-dp --family laplace --json');
    expect(
      JSON.parse(two.out).results.map((row: { family: string; delta: number }) => [row.family, row.delta]),
    ).toEqual([
      ['pure-dp', 0],
      ['pure-dp', 0],
      ['pure-dp', 0],
      ['laplace', 1e-5],
      ['laplace', 1e-5],
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
    expect(out.split('\n')[0]).toMatch('This design could not have refuted approx-dp(epsilon=8, delta=1e-5)');
  });

  test('a p-value below the doubles is an upper bound in words and the smallest number in JSON', async () => {
    const line = 'bound -m 10000 -c 10000 --claim "pure-dp(epsilon=0.1)"';
    expect((await quick(line)).out).toContain('< 1e-300');
    expect(JSON.parse((await quick(`${line} --json`)).out).tests[0].pValue).toBe(5e-324);
  });

  test('no evidence is exactly 0', async () => {
    const { out } = await quick('bound -m 1000 -c 500');
    expect(out).toContain('Nothing was proved at 95% confidence');
    expect(JSON.parse((await quick('bound -m 1000 -c 500 --json')).out).results[0]).toMatchObject({
      epsilon: 0,
      parameter: null,
    });
  });

  test('leaves steinke out where it has no answer, with a note; never calls an untested claim consistent', async () => {
    const { code, out } = await quick('bound -m 1000 -k 3 -c 500 --method steinke');
    expect(code).toBe(0);
    expect(out).toContain('Note: method steinke needs two options per canary, not 3: left out.');
    const untested = await quick('bound -m 1000 -c 600 --method steinke --claim "gaussian(mu=1)"');
    expect(untested).toMatchObject({ code: 2, out: '' });
    expect(untested.err).toContain(
      'the claim was not tested; method steinke tests (epsilon, delta) hypotheses only',
    );
  });

  test('a method that is left out for a family is noted once', async () => {
    const { out } = await quick('bound -m 1000 -g 100 -c 90 -k 3 --json');
    expect(JSON.parse(out).notes).toEqual(['method steinke needs two options per canary, not 3: left out']);
  });

  test('tells whoever samples a curve what points(...) means', async () => {
    const { out } = await quick('bound -m 1000 -c 600 --claim "points(0:1, 0.1:0.4, 0.4:0.1, 1:0)"');
    expect(out).toContain('Note: points(...) is taken as the polyline itself');
  });
});

describe('onerun curve', () => {
  test('speaks JSON with the names that scripts rely on', async () => {
    const { out } = await quick(
      'curve --claim "gaussian(sigma=1)" --alpha 1e-4,0.01 --delta 1e-5 --epsilon 1,2 --json',
    );
    const data = JSON.parse(out);
    expect(data.claim).toBe('gaussian(sigma=1)');
    expect(data.points.map((row: { alpha: number }) => row.alpha)).toEqual([1e-4, 0.01]);
    expect(data.points[1].beta).toBeCloseTo(0.9076378, 6);
    expect(data.epsilon[0].epsilon).toBeCloseTo(4.377177, 5);
    expect(data.delta.map((row: { epsilon: number }) => row.epsilon)).toEqual([1, 2]);
  });

  test('says unbounded where epsilon is infinite; JSON has null', async () => {
    expect((await quick('curve --claim "approx-dp(epsilon=1, delta=0.01)" --delta 1e-5')).out).toMatch(
      /1e-5 +unbounded/,
    );
    expect(JSON.parse((await quick('curve --claim "gaussian(mu=1)" --delta 0 --json')).out).epsilon).toEqual([
      { delta: 0, epsilon: null },
    ]);
  });

  test.each([
    'approx-dp(epsilon=0, delta=0.9999)',
    'approx-dp(epsilon=1, delta=0.9995)',
    'perfect()',
    'pure-dp(epsilon=0.001)',
  ])('has a picture for %s', async (claim) => {
    const file = join(mkdtempSync(join(tmpdir(), 'onerun-')), 'a.svg');
    expect((await quick(`curve --claim "${claim}" --plot ${file}`)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('NaN');
  });

  test('draws an SVG and a PNG, whole or not at all', () => {
    const folder = mkdtempSync(join(tmpdir(), 'onerun-'));
    const claim = ['curve', '--claim', 'approx-dp(epsilon=1, delta=1e-3)', '--plot'];
    expect(onerun([...claim, join(folder, 'a.svg')]).code).toBe(0);
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[\s\S]*approx-dp\(epsilon=1, delta=0.001\)[\s\S]*<\/svg>\n$/,
    );
    expect(onerun([...claim, join(folder, 'a.png')]).code).toBe(0);
    expect(readFileSync(join(folder, 'a.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(onerun([...claim, join(folder, 'a.gif')])).toMatchObject({ code: 2, out: '' });
    expect(onerun([...claim, join(folder, 'missing', 'a.svg')])).toMatchObject({ code: 2, out: '' });
    expect(existsSync(join(folder, 'missing'))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['a.png', 'a.svg']);
  });
});

describe('bad input', () => {
  test.each([
    ['bound -m 100 -g 50 -c 60', 'invalid correct; must be at most guesses (50): 60'],
    ['bound -m 100 -g 120 -c 60', 'invalid guesses; must be at most canaries (100): 120'],
    ['bound -m 100 -c 60 -k 1', 'invalid options; must be at least 2: 1'],
    ['bound -m 0 -c 0', 'invalid canaries; must be at least 1: 0'],
    ['bound -m 100 -c -1', 'invalid correct; must be at least 0: -1'],
    ['bound -m 100 -c 60 --tau 0', 'invalid tau; must be in (0, 1): 0'],
    ['bound -m 100 -c 60 --tau 1', 'invalid tau; must be in (0, 1): 1'],
    ['bound -m 100 -c 60 --confidence 95', 'invalid confidence; must be in (0, 1): 95'],
    ['bound -m 100 -c 60 --tau 0.05 --confidence 0.95', '--tau and --confidence say the same: give one'],
    ['bound -m NaN -c 60', 'invalid canaries; must be a number: NaN'],
    ['bound -m 100 -c Infinity', 'invalid correct; must be a number: Infinity'],
    ['bound -m 100 -c six', 'invalid correct; must be a number: six'],
    ['bound -m 100.5 -c 60', 'invalid canaries; must be a whole number: 100.5'],
    ['bound -m 1e20 -c 60', 'invalid canaries; must be a whole number: 100000000000000000000'],
    ['bound -m 100 -c 60 --delta 1', 'invalid delta; must be in [0, 1): 1'],
    ['bound -m 100 -c 60 --delta -0.1', 'invalid delta; must be in [0, 1): -0.1'],
    ['bound -m 100 -c 60 --delta 1e-5,', 'invalid delta; must be a number:'],
    ['bound -m 100 -c 60 --method best', 'unknown method: best (one of paper, optimal, steinke, all)'],
    [
      'bound -m 100 -c 60 --claim "gausian(sigma=1)"',
      'invalid claim; unknown name: gausian (did you mean gaussian?) (column 1)',
    ],
    ['bound -m 100 -c 60 --claim "gaussian()"', 'invalid claim; gaussian needs mu or sigma (column 1)'],
    ['bound -m 100 -c 60 --claim "gaussian(sigma=-1)"', 'invalid claim; sigma must be above 0'],
    [
      'bound -m 100 -c 60 --claim "approx-dp(epsilon=1, delta=2)"',
      'invalid claim; delta must be in [0, 1): 2 (column 28)',
    ],
    ['bound -m 100 -c 60 --family "gaussian(sigma=1)"', 'test it as a claim (column 1) (--claim)'],
    ['bound -m 100', "required option '-c, --correct <n>' not specified"],
    ['bound -m 100 -c 60 --unknown', "unknown option '--unknown'"],
    ['bound -m 100 -c 60 extra', 'too many arguments'],
    ['bond -m 100 -c 60', "unknown command 'bond' (Did you mean bound?)"],
    ['help foo', 'unknown command'],
    [
      'bound -m 100 -c 60 --claim "pure-dp(epsilon=1)" --claim "pure-dp(epsilon=2)"',
      '--claim is given twice',
    ],
    ['bound -m 100 -c 60 --tau 0.05 --tau 1e-9', '--tau is given twice: give it once'],
    ['audit a.csv --report a.html --report b.html', '--report is given twice: give it once'],
    ['curve --calibrate noise --epsilon 8', '--calibrate needs --family'],
    ['curve --calibrate noise --family "dpsgd(rate=0.1, steps=3)"', '--calibrate needs one --epsilon'],
    [
      'curve --calibrate noise --epsilon 1,2 --family "dpsgd(rate=0.1, steps=3)"',
      '--calibrate needs one --epsilon',
    ],
    [
      'curve --calibrate noise --epsilon 1 --delta 1e-5,1e-6 --family "dpsgd(rate=0.1, steps=3)"',
      '--calibrate needs one --delta',
    ],
    [
      'curve --calibrate noise --epsilon 1 --family "dpsgd(rate=0.1, steps=3)" --claim "perfect()"',
      'not with --claim',
    ],
    [
      'curve --calibrate rate --epsilon 1 --family "dpsgd(rate=0.1, steps=3)"',
      'cannot calibrate rate; the parameter that',
    ],
    [
      'curve --claim "dpsgd(noise=0.3, rate=0.1, steps=100000)"',
      'cannot compute this curve accurately in bounded memory',
    ],
    ['bound -m 100 -c 60 --family "dpsgd(noise=1, steps=10)"', 'dpsgd cannot leave out rate'],
    ['curve', "required option '--claim <claim>' not specified"],
    ['curve --claim "gaussian(mu=1)" --alpha 2', 'invalid alpha; must be in [0, 1]: 2'],
    ['curve --claim "gaussian(mu=1)" --epsilon -1', 'invalid epsilon; must be 0 or above: -1'],
  ])('%s: one sentence and exit code 2', async (line, sentence) => {
    const { code, out, err } = await quick(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(sentence);
    expect(err.trimEnd().split('\n').length).toBe(1);
  });

  test('the built command gives the same code', () => {
    expect(onerun(['bound', '-m', '100', '-c', '101'])).toEqual({
      code: 2,
      out: '',
      err: 'invalid correct; must be at most guesses (100): 101\n',
    });
    expect(onerun(['--no-such-option']).code).toBe(2);
  });
});

describe('exit codes', () => {
  test('1 for a refuted claim and nothing else', () => {
    expect(onerun([...PAPER, '--claim', 'gaussian(sigma=2)']).code).toBe(1);
    expect(onerun([...PAPER, '--claim', 'gaussian(sigma=1)']).code).toBe(0);
    expect(onerun(['bound', '-m', '100', '-c', '100']).code).toBe(0);
    expect(onerun([]).code).toBe(0);
    expect(onerun(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(onerun(['--help']).code).toBe(0);
    expect(onerun(['help', 'bound']).code).toBe(0);
  });

  test('3 for an internal error', async () => {
    let err = '';
    const broken = () => {
      throw new TypeError('a bug');
    };
    expect(
      await run(PAPER, {
        out: broken,
        err: (text) => {
          err += text;
        },
      }),
    ).toBe(3);
    expect(err).toMatch(/^internal: .*a bug/);
  });
});

test.each(['bound', 'curve', 'audit', 'plan', 'canaries'])(
  'the examples in the help of %s work',
  async (command) => {
    const { out } = await quick(`${command} --help`);
    const examples = [...out.matchAll(/^ {2}\$ onerun (.*)$/gm)].map((match) => match[1]);
    expect(examples.length).toBeGreaterThan(1);
    const folder = mkdtempSync(join(tmpdir(), 'onerun-'));
    cpSync(new URL('../../examples', import.meta.url), join(folder, 'examples'), { recursive: true });
    for (const example of examples) {
      const { code, err, out: printed } = onerun(words(example), folder);
      expect([0, 1], example).toContain(code);
      expect(err).toBe('');
      expect(printed.length).toBeGreaterThan(100);
    }
  },
);
