import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECIPE } from '../support/recipe.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Runs the script with a Python that notes what it was called with, and then ends with an exit code. */
function recordedRuns(code: number, ...args: string[]) {
  const folder = temporaryFolder();
  const log = join(folder, 'log');
  writeFileSync(join(folder, 'python3'), `#!/bin/sh\necho "$@" >> ${log}\nexit ${code}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stderr } = spawnSync('bash', [join(RECIPE, 'recorded-runs.sh'), ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stderr, calls: existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [] };
}

test('all runs are trained in turn, with canaries but for one, and go on where they stopped', () => {
  const { status, calls } = recordedRuns(0, 'data', 'drawn', 'out');
  expect(status).toBe(0);
  expect(calls.map((call) => call.match(/--out out\/(\S+)/)?.[1])).toEqual([
    'epsilon-8',
    'epsilon-16',
    'without-canaries',
    'epsilon-1',
    'epsilon-2',
    'epsilon-4',
    'broken',
    'no-clipping',
  ]);
  for (const call of calls) {
    const name = call.match(/--out out\/(\S+)/)?.[1];
    const canaries =
      name === 'without-canaries' ? '--without-canaries' : `--canaries drawn/${name}/canaries.csv`;
    expect(call).toContain(`train_cifar10.py --data data --out out/${name} ${canaries} --resume --epsilon`);
  }
});

test('where a training stops, the script does, with its exit code', () => {
  for (const code of [1, 3, 130]) {
    const { status, calls } = recordedRuns(code, 'data', 'drawn', 'out', 'epsilon-2', 'broken');
    expect(status).toBe(code);
    expect(calls.length).toBe(1);
  }
});

test('an unknown name is refused before the first training, and missing words are asked for', () => {
  for (const name of ['epsilon-3', 'epsilon-1 epsilon-2', ''])
    expect(recordedRuns(0, 'data', 'drawn', 'out', 'epsilon-2', name)).toEqual({
      status: 2,
      stderr: `unknown run: ${name}\n`,
      calls: [],
    });
  for (const args of [[], ['data'], ['data', 'drawn']])
    expect(recordedRuns(0, ...args)).toEqual({
      status: 2,
      stderr: 'usage: recorded-runs.sh DATA ASSIGNMENTS OUT [NAME ...]\n',
      calls: [],
    });
});
