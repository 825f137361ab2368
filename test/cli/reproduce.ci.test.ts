import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CLI, onerunProcess } from '../support/process.ts';
import { read } from '../support/reproduce.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A sweep of several points and two rounds, of some seconds. */
const GAMES = ['gaussian', '--simulate', '--games', '20', '--method', 'paper'];
const PLAYED = [...GAMES, '--sigma', '1,2', '-m', '1000,10000,100000'];

const reproduce = (args: readonly string[], out: string) =>
  onerunProcess(['reproduce', ...args, '--out', out]);

/** The files of an undisturbed run. */
let whole: string;
beforeAll(() => {
  whole = temporaryFolder();
  expect(reproduce([...PLAYED, '--workers', '2'], whole).code).toBe(0);
});

const lines = (out: string) => (existsSync(out) ? readFileSync(out, 'utf8').split('\n').length - 1 : 0);

describe('a sweep on threads, in a process of its own', () => {
  test('killed half-way it goes on, and the table is the same to the byte', async () => {
    const out = temporaryFolder();
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
      const out = temporaryFolder();
      reproduce([...PLAYED, '--workers', workers], out);
      expect(read(out, 'gaussian.csv')).toBe(read(whole, 'gaussian.csv'));
    }
  });

  test('another seed plays other games', () => {
    const out = temporaryFolder();
    reproduce([...GAMES, '--sigma', '1', '-m', '1000', '--seed', '7'], out);
    const [, seventh] = read(out, 'gaussian.csv').split('\n');
    expect(seventh).toMatch(/^1,1000,2,/);
    expect(read(whole, 'gaussian.csv')).not.toContain(seventh);
  });

  test('two shards merged are one run', () => {
    const out = temporaryFolder();
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

  test('more parts are merged than files may be open', () => {
    const out = temporaryFolder();
    expect(reproduce([...PLAYED, '--shard', '500/500'], out).code).toBe(0);
    const [head] = read(out, 'gaussian.shard-500-of-500.jsonl').split('\n');
    for (let i = 1; i < 500; i++) writeFileSync(join(out, `gaussian.shard-${i}-of-500.jsonl`), `${head}\n`);
    const merge = 'ulimit -n 400; exec "$0" "$1" reproduce gaussian --merge --json --out .';
    const ended = spawnSync('bash', ['-c', merge, process.execPath, CLI], { cwd: out, encoding: 'utf8' });
    expect(ended).toMatchObject({ status: 2, stderr: '' });
    expect(JSON.parse(ended.stdout).figures[0]).toMatchObject({ complete: false });
  });
});
