import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun, onerunHere } from '../support/cli.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const folder = () => mkdtempSync(join(tmpdir(), 'onerun-'));
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

/** A sweep of several points and two rounds, of some seconds. */
const GAMES = ['gaussian', '--simulate', '--games', '20', '--method', 'paper'];
const PLAYED = [...GAMES, '--sigma', '1,2', '-m', '1000,30000,300000'];
/** And one that is done at once. */
const QUICK = ['gaussian', '--sigma', '1,2', '-m', '100,1000,10000', '--method', 'paper'];

const reproduce = (args: readonly string[], out: string) => onerun(['reproduce', ...args, '--out', out]);

/** In this process and thread. */
const quick = (args: readonly string[], out: string) => onerunHere(['reproduce', ...args, '--out', out]);

const ALONE = ['--workers', '1'];

/** The files of an undisturbed run. */
let whole: string;
beforeAll(() => {
  whole = folder();
  expect(reproduce([...PLAYED, '--workers', '2'], whole).code).toBe(0);
});

const lines = (out: string) => (existsSync(out) ? readFileSync(out, 'utf8').split('\n').length - 1 : 0);

describe('onerun reproduce', () => {
  test('writes the table, its picture and the log, and says what they rest on', () => {
    const out = folder();
    const { code, out: text } = reproduce(QUICK, out);
    expect(code).toBe(0);
    expect(readdirSync(out).sort()).toEqual([
      'gaussian.csv',
      'gaussian.jsonl',
      'gaussian.png',
      'gaussian.svg',
    ]);
    const [header, first] = read(out, 'gaussian.csv').split('\n');
    expect(header).toMatch(/^sigma,m,k,guesses,correct,delta,tau,method,epsilon,/);
    expect(first).toMatch(/^1,100,2,16,15,0.00001,0.05,paper,1\.68/);
    expect(text).toContain('model-based');
    expect(text).toMatch(/1 +paper +1\.68 +2\.60 +3\.06/);
    expect(read(out, 'gaussian.svg')).toContain('Algorithm 3');
    expect(readFileSync(join(out, 'gaussian.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  test('a repeated run has nothing to do and touches nothing', () => {
    const out = folder();
    reproduce(QUICK, out);
    const before = readdirSync(out).map((file) => [file, statSync(join(out, file)).mtimeMs, read(out, file)]);
    const { out: text } = reproduce([...QUICK, '--json'], out);
    expect(JSON.parse(text).figures[0]).toMatchObject({
      figure: 'gaussian',
      complete: true,
      points: 6,
      computed: 0,
    });
    expect(
      readdirSync(out).map((file) => [file, statSync(join(out, file)).mtimeMs, read(out, file)]),
    ).toEqual(before);
  });

  test('killed half-way it goes on, and the table is the same to the byte', async () => {
    const out = folder();
    const log = join(out, 'gaussian.jsonl');
    const child = spawn(process.execPath, [CLI, 'reproduce', ...PLAYED, '--workers', '2', '--out', out]);
    const ended = once(child, 'exit');
    const half = lines(join(whole, 'gaussian.jsonl')) / 2;
    while (child.exitCode === null && lines(log) < half) await new Promise((next) => setTimeout(next, 5));
    child.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
    expect(existsSync(join(out, 'gaussian.csv'))).toBe(false);
    const kept = lines(log);
    expect(kept).toBeGreaterThanOrEqual(half);
    const { code, out: text } = reproduce([...PLAYED, '--json'], out);
    expect(code).toBe(0);
    // The head and the three files that were made are no tasks.
    const all = lines(join(whole, 'gaussian.jsonl')) - 4;
    expect(JSON.parse(text).figures[0].computed).toBeLessThanOrEqual(all - (kept - 1));
    for (const file of ['gaussian.csv', 'gaussian.svg', 'gaussian.png'])
      expect(readFileSync(join(out, file)).equals(readFileSync(join(whole, file)))).toBe(true);
  });

  test('any number of workers gives the same', () => {
    for (const workers of ['1', '5']) {
      const out = folder();
      reproduce([...PLAYED, '--workers', workers], out);
      expect(read(out, 'gaussian.csv')).toBe(read(whole, 'gaussian.csv'));
    }
  });

  test('another seed plays other games', () => {
    const out = folder();
    reproduce([...GAMES, '--sigma', '1', '-m', '1000', '--seed', '7'], out);
    const [, seventh] = read(out, 'gaussian.csv').split('\n');
    expect(seventh).toMatch(/^1,1000,2,/);
    expect(read(whole, 'gaussian.csv')).not.toContain(seventh);
  });
});

describe('a damaged log', () => {
  const damaged = async (change: (log: string) => string) => {
    const out = folder();
    await quick([...QUICK, ...ALONE], out);
    const log = read(out, 'gaussian.jsonl');
    writeFileSync(join(out, 'gaussian.jsonl'), change(log));
    const csv = read(out, 'gaussian.csv');
    const { code, out: text, err } = await quick([...QUICK, ...ALONE, '--json'], out);
    expect(code).toBe(0);
    expect(read(out, 'gaussian.csv')).toBe(csv);
    // It is whole again: a third run finds nothing to say.
    expect((await quick([...QUICK, ...ALONE, '--json'], out)).err).toBe('');
    return { computed: JSON.parse(text).figures[0].computed, err };
  };
  /** The place of the n-th task's line. */
  const task = (log: string, n: number) => {
    const all = log.split('\n');
    return all.findIndex(
      (line, i) =>
        line.startsWith('{"key"') && all.slice(0, i).filter((l) => l.startsWith('{"key"')).length === n,
    );
  };

  test('whose last line was cut short loses that line alone', async () => {
    const { computed, err } = await damaged((log) => {
      const all = log.split('\n');
      const at = task(log, 5);
      return `${all.slice(0, at).join('\n')}\n${all[at].slice(0, 70)}`;
    });
    expect(err).toMatch(
      /^warning: gaussian\.jsonl: line 7 of 7 damaged and dropped; what was there is done again\n$/,
    );
    expect(computed).toBe(1);
  });

  test('whose last line lacks its end alone loses nothing', async () => {
    expect(await damaged((log) => log.trimEnd())).toEqual({ computed: 0, err: '' });
  });

  test('with a line in the middle that is broken, or altered, loses that line alone', async () => {
    for (const alter of [
      () => '\u0000\u0000garbage',
      (line: string) => line.replace(/"epsilon":(\d)/, (_, digit) => `"epsilon":${(Number(digit) + 1) % 10}`),
      (line: string) => line.slice(0, 40),
    ]) {
      const { computed, err } = await damaged((log) => {
        const all = log.split('\n');
        all[task(log, 3)] = alter(all[task(log, 3)]);
        return all.join('\n');
      });
      expect(computed).toBe(1);
      expect(err).toContain('damaged and dropped');
    }
  });

  test('whose first line is broken is still ours', async () => {
    expect((await damaged((log) => `x${log}`)).computed).toBe(0);
  });
});

describe('parts', () => {
  test('two shards merged are one run', () => {
    const out = folder();
    for (const part of ['1/2', '2/2']) {
      const { code, out: text } = reproduce([...PLAYED, '--shard', part], out);
      expect(code).toBe(0);
      expect(text).toContain('Nothing is drawn yet.');
    }
    expect(readdirSync(out).sort()).toEqual(['gaussian.shard-1-of-2.jsonl', 'gaussian.shard-2-of-2.jsonl']);
    expect(reproduce(['gaussian', '--merge'], out).code).toBe(0);
    for (const file of ['gaussian.csv', 'gaussian.svg']) expect(read(out, file)).toBe(read(whole, file));
    // Nothing is left for a whole run to do.
    expect(JSON.parse(reproduce([...PLAYED, '--json'], out).out).figures[0].computed).toBe(0);
  });

  test('from folders of their own, with what is missing said and nothing drawn until it is there', async () => {
    const [a, b, out] = [folder(), folder(), folder()];
    await quick([...QUICK, '--shard', '1/3', ...ALONE], a);
    await quick([...QUICK, '--shard', '3/3', ...ALONE], b);
    const merge = ['gaussian', '--merge', '--from', a, '--from', b];
    const before = await quick(merge, out);
    expect(before.code).toBe(2);
    expect(before.out).toContain('gaussian: not drawn, 2 of 6 points are missing (sigma 1 m 1000');
    expect(before.out).toContain('2 in part 2/3: onerun reproduce gaussian --shard 2/3');
    expect(existsSync(join(out, 'gaussian.csv'))).toBe(false);
    expect(JSON.parse((await quick([...merge, '--json'], out)).out).figures[0]).toMatchObject({
      complete: false,
      parts: { '2/3': 2 },
    });
    await quick([...QUICK, '--shard', '2/3', ...ALONE], b);
    const after = await quick(merge, out);
    expect(after.code).toBe(0);
    const undivided = folder();
    await quick([...QUICK, ...ALONE], undivided);
    expect(read(out, 'gaussian.csv')).toBe(read(undivided, 'gaussian.csv'));
  });

  test('of all figures, merged without naming them', async () => {
    const out = folder();
    await quick(['deltas', '--shard', '1/1', ...ALONE], out);
    const { code, out: text } = await quick(['--merge'], out);
    expect(code).toBe(0);
    expect(text).toMatch(/deltas: Epsilon[\s\S]*No parts here of gaussian, guesses/);
  });

  test('that were asked for different things are not joined', async () => {
    const out = folder();
    await quick([...QUICK, '--shard', '1/2', ...ALONE], out);
    await quick(['gaussian', '--sigma', '3', '-m', '100', '--shard', '2/2', ...ALONE], out);
    const { code, err } = await quick(['gaussian', '--merge'], out);
    expect(code).toBe(2);
    expect(err).toContain('asked for different things');
  });
});

describe('files that are not ours', () => {
  test('are refused before any work, and replaced only by force', async () => {
    const out = folder();
    writeFileSync(join(out, 'gaussian.csv'), 'mine');
    const { code, err } = await quick([...QUICK, ...ALONE], out);
    expect(code).toBe(2);
    expect(err).toContain(
      'gaussian.csv exists and is not replaced, as it is not a table of onerun reproduce; --force replaces it',
    );
    expect(read(out, 'gaussian.csv')).toBe('mine');
    expect((await quick([...QUICK, '--force', ...ALONE], out)).code).toBe(0);
    expect(read(out, 'gaussian.csv')).toMatch(/^sigma,m,k/);
    appendFileSync(join(out, 'gaussian.svg'), '<!-- a note of my own -->');
    expect((await quick([...QUICK, ...ALONE], out)).code).toBe(2);
    expect(read(out, 'gaussian.svg')).toContain('a note of my own');
  });

  test('a log of something else is never touched', async () => {
    const out = folder();
    writeFileSync(join(out, 'gaussian.jsonl'), '{"my":"data"}\n');
    expect(await quick([...QUICK, '--force', ...ALONE], out)).toMatchObject({ code: 2, out: '' });
    expect(read(out, 'gaussian.jsonl')).toBe('{"my":"data"}\n');
  });

  test('a new grid replaces what an old one made', async () => {
    const out = folder();
    await quick([...QUICK, ...ALONE], out);
    expect(
      (await quick(['gaussian', '--sigma', '3', '-m', '100', '--method', 'paper', ...ALONE], out)).code,
    ).toBe(0);
    expect(read(out, 'gaussian.csv')).toMatch(/\n3,100,2,/);
    expect(read(out, 'gaussian.csv').split('\n').length).toBe(4);
  });
});

describe('cifar10', () => {
  /** Scores of DP-SGD's white-box canaries: the sum over steps of what each adds, seen through noise. */
  function record(where: string, claim: string, noise: number, more = {}): void {
    const [m, rate, steps] = [600, 0.05, 100];
    const random = createRandom(`${claim} ${noise}`);
    const rows = ['id,score,included'];
    for (let i = 0; i < m; i++) {
      const included = random.coin();
      let sum = Math.sqrt(steps) * noise * random.normal();
      for (let t = 0; included && t < steps; t++) if (random.bernoulli(rate)) sum++;
      rows.push(`${i},${sum},${included}`);
    }
    mkdirSync(where, { recursive: true });
    writeFileSync(join(where, 'scores.csv'), `${rows.join('\n')}\n`);
    const manifest = { schema: 'onerun-run/1', claim, scores: 'scores.csv', guesses: [60], ...more };
    writeFileSync(join(where, 'manifest.json'), JSON.stringify(manifest));
  }

  test('is not drawn from scores that were changed after the run', async () => {
    const [recorded, out] = [folder(), folder()];
    record(recorded, 'dpsgd(noise=1, rate=0.05, steps=100)', 1, { sha256: { scores: '0'.repeat(64) } });
    expect(await quick(['cifar10', '--recorded', recorded, ...ALONE], out)).toMatchObject({
      code: 2,
      err: expect.stringContaining('scores.csv is not what the manifest records as its scores'),
    });
  });

  test('reads within limits that can be set', async () => {
    const [recorded, out] = [folder(), folder()];
    record(recorded, 'dpsgd(noise=1, rate=0.05, steps=100)', 1);
    const args = ['cifar10', '--recorded', recorded, ...ALONE];
    expect(await quick([...args, '--limit', 'rows=599'], out)).toMatchObject({
      code: 2,
      err: 'limit reached in scores.csv; must have at most 599 rows (limit rows: 599); --limit rows=N sets another\n',
    });
    expect(await quick([...args, '--limit', 'rows=600'], out)).toMatchObject({ code: 0 });
  });

  test('is drawn from recorded runs, wherever they lie under the folder', async () => {
    const [recorded, out] = [folder(), folder()];
    record(join(recorded, 'a'), 'dpsgd(noise=1, rate=0.05, steps=100)', 1);
    record(join(recorded, 'deep', 'b'), 'dpsgd(noise=0.7, rate=0.05, steps=100)', 0.7, {
      parameters: { seed: 1 },
    });
    writeFileSync(join(recorded, 'notes.json'), '{"date":"today"}');
    const { code } = await quick(['cifar10', '--recorded', recorded, ...ALONE], out);
    expect(code).toBe(0);
    const rows = read(out, 'cifar10.csv').trimEnd().split('\n');
    expect(rows[0]).toMatch(/^run,claim,m,k,guesses,correct,delta,tau,method,epsilon/);
    for (const run of ['a', 'deep/b'])
      for (const [method, family] of [
        ['paper', 'gaussian'],
        ['paper', '"dpsgd(rate=0.05, steps=100)"'],
        ['steinke', 'approx-dp(delta=1e-5)'],
        ['theory', '"dpsgd'],
      ])
        expect(
          rows.some(
            (row) => row.startsWith(`${run},`) && row.includes(`,${method},`) && row.includes(family),
          ),
        ).toBe(true);
    expect(read(out, 'cifar10.svg')).toContain('claimed epsilon');
  });

  test('reads a run as onerun audit does: what the plan fixes counts', async () => {
    const [recorded, out] = [folder(), folder()];
    const claim = 'gaussian(sigma=2)';
    record(recorded, claim, 1, { plan: 'plan.json', guesses: undefined });
    const rows = readFileSync(join(recorded, 'scores.csv'), 'utf8').replace('score', 'loss').split('\n');
    const losses = rows.map((row, i) =>
      i === 0 ? row : row.replace(/,(-?)(?=[\d.])/, (_, sign) => `,${sign ? '' : '-'}`),
    );
    writeFileSync(join(recorded, 'scores.csv'), losses.join('\n'));
    const planned = await onerunHere([
      'plan',
      '-m',
      '600',
      '--claim',
      claim,
      '--tau',
      '0.01',
      '--delta',
      '1e-6',
      '--sides',
      'in',
      '--lower-is-in',
      '--seed',
      'fixed',
      '--json',
    ]);
    writeFileSync(
      join(recorded, 'plan.json'),
      JSON.stringify({ ...JSON.parse(planned.out), scoreColumn: 'loss' }),
    );
    const { observation } = JSON.parse((await onerunHere(['audit', recorded, '--json'])).out);
    expect((await quick(['cifar10', '--recorded', recorded, '--method', 'paper', ...ALONE], out)).code).toBe(
      0,
    );
    const [, row] = read(out, 'cifar10.csv').split('\n');
    expect(row).toContain(`,600,2,${observation.guesses},${observation.correct},0.000001,0.01,`);
  });

  test('is not drawn from a run without a verdict', async () => {
    const [recorded, out] = [folder(), folder()];
    record(recorded, 'dpsgd(noise=0.2, rate=0.05, steps=100)', 0.2, { lowerIsIn: true });
    expect(await quick(['cifar10', '--recorded', recorded, ...ALONE], out)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no verdict on .*scores\.csv; the scores seem to point the other way/),
    });
  });

  test('says so where nothing was recorded, and draws nothing', async () => {
    const out = folder();
    const { code, err } = await quick(['cifar10', '--recorded', join(out, 'none'), ...ALONE], out);
    expect(code).toBe(2);
    expect(err).toContain('cifar10 is drawn from recorded scores, and there are none under');
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('bad input', () => {
  test.each([
    [['nothing'], 'unknown figure: nothing (one of gaussian, guesses'],
    [['gaussian', '--shard', '3/2'], 'invalid shard; must be i/n with i from 1 to n: 3/2'],
    [['gaussian', '--shard', '0/2'], 'invalid shard'],
    [['gaussian', '--shard', 'x'], 'invalid shard'],
    [['gaussian', '--workers', '0'], 'invalid workers; must be a whole number from 1 to 1024: 0'],
    [['gaussian', '--games', '10'], '--games goes with --simulate'],
    [['gaussian', '--simulate', '--games', '0'], 'invalid games'],
    [['gaussian', '--sigma', '0'], 'invalid sigma; must be above 0 (1e-100 to 1e100): 0'],
    [['gaussian', '--sigma', 'x'], 'invalid sigma; must be a number: x'],
    [['gaussian', '-m', '100', '-g', '200'], 'invalid guesses; must be at most canaries (100): 200'],
    [['gaussian', '--noise', '1'], 'invalid noise; gaussian does not vary it (it varies sigma, m, k'],
    [['gaussian', '--delta', '0'], 'invalid delta; must be in (0, 1): 0'],
    [['deltas', '--confidence', '1'], 'invalid confidence; must be in (0, 1): 1'],
    [['deltas', '--confidence', '0.9', '--tau', '0.1'], '--tau and --confidence say the same'],
    [['runs', '--runs', '9000'], 'invalid runs; must leave two canaries'],
    [['--sigma', '1'], 'a grid of your own goes with one figure'],
    [['dpsgd', '--method', 'steinke'], 'dpsgd has no answer by method steinke'],
    [['guesses', '--method', 'optimal'], 'has no answer by method optimal up to 100000 canaries'],
    [['gaussian', '--method', 'magic'], 'unknown method: magic'],
    [['gaussian', '--from', 'x'], '--from goes with --merge'],
    [['gaussian', '--merge'], 'no parts of gaussian in'],
    [
      ['gaussian', '--merge', '--sigma', '1'],
      '--merge takes what was asked from the parts: leave out --sigma',
    ],
    [['buckets', '-k', '3', '-m', '100', '-g', '50', '--workers', '1'], 'simulate it'],
  ])('%j is refused in one sentence', async (args, message) => {
    const out = folder();
    const { code, err, out: text } = await quick(args as string[], out);
    expect({ code, text }).toEqual({ code: 2, text: '' });
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n').length).toBe(1);
  });

  test('a folder that cannot be one is refused', async () => {
    const out = join(folder(), 'file');
    writeFileSync(out, '');
    expect((await quick([...QUICK, ...ALONE], join(out, 'below'))).code).toBe(2);
    renameSync(out, `${out}2`);
  });
});
