import { appendFileSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { QUICK_SWEEP, read, reproduce } from '../support/reproduce.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('onerun reproduce', () => {
  test('writes the table, its picture and the log, and says what they rest on', async () => {
    const out = temporaryFolder();
    const { code, out: text } = await reproduce(QUICK_SWEEP, out);
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

  test('a repeated run has nothing to do and touches nothing', async () => {
    const out = temporaryFolder();
    await reproduce(QUICK_SWEEP, out);
    const before = readdirSync(out).map((file) => [file, statSync(join(out, file)).mtimeMs, read(out, file)]);
    const { out: text } = await reproduce([...QUICK_SWEEP, '--json'], out);
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
});

describe('files that are not ours', () => {
  test('are refused before any work, and replaced only by force', async () => {
    const out = temporaryFolder();
    writeFileSync(join(out, 'gaussian.csv'), 'mine');
    const { code, err } = await reproduce(QUICK_SWEEP, out);
    expect(code).toBe(2);
    expect(err).toContain('gaussian.csv exists and is not replaced; --force replaces it');
    expect(read(out, 'gaussian.csv')).toBe('mine');
    expect((await reproduce([...QUICK_SWEEP, '--force'], out)).code).toBe(0);
    expect(read(out, 'gaussian.csv')).toMatch(/^sigma,m,k/);
    appendFileSync(join(out, 'gaussian.svg'), '<!-- a note of my own -->');
    expect((await reproduce(QUICK_SWEEP, out)).code).toBe(2);
    expect(read(out, 'gaussian.svg')).toContain('a note of my own');
  });

  test('a log of something else is never touched', async () => {
    const out = temporaryFolder();
    writeFileSync(join(out, 'gaussian.jsonl'), '{"my":"data"}\n');
    expect(await reproduce([...QUICK_SWEEP, '--force'], out)).toMatchObject({ code: 2, out: '' });
    expect(read(out, 'gaussian.jsonl')).toBe('{"my":"data"}\n');
  });

  test('a new grid replaces what an old one made', async () => {
    const out = temporaryFolder();
    await reproduce(QUICK_SWEEP, out);
    expect((await reproduce(['gaussian', '--sigma', '3', '-m', '100', '--method', 'paper'], out)).code).toBe(
      0,
    );
    expect(read(out, 'gaussian.csv')).toMatch(/\n3,100,2,/);
    expect(read(out, 'gaussian.csv').split('\n').length).toBe(4);
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
    [['power', '--score', 'magic'], 'unknown score: magic (one of white-box, loss, calibrated, lira, rmia)'],
    [
      ['power', '--short', '5'],
      'invalid short; must be a share of the noise, from 0 up to 1, such as 0.05 or 5%: 5',
    ],
    [
      ['power', '--references', '0'],
      'invalid references; calibrated compares the target with at least one: 0',
    ],
    [
      ['power', '--score', 'lira', '-m', '1e8'],
      'invalid m; must be at most 6000000 where games are played with 4',
    ],
    [['gaussian', '--score', 'loss'], 'invalid score; gaussian does not vary it'],
  ])('%j is refused in one sentence', async (args, message) => {
    const out = temporaryFolder();
    const { code, err, out: text } = await reproduce(args as string[], out);
    expect({ code, text }).toEqual({ code: 2, text: '' });
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n').length).toBe(1);
  });

  test('a folder that cannot be one is refused', async () => {
    const out = join(temporaryFolder(), 'file');
    writeFileSync(out, '');
    expect((await reproduce(QUICK_SWEEP, join(out, 'below'))).code).toBe(2);
    renameSync(out, `${out}2`);
  });
});
