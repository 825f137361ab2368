import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onerun } from '../../support/cli.ts';
import { QUICK_SWEEP, read } from '../../support/reproduce.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const job = (args: readonly string[], folder: string) => onerun(['reproduce', ...args], folder);

/** A job of the quick sweep, which has six tasks. */
const QUICK_JOB = [...QUICK_SWEEP, '--slurm', 'sweep.sbatch', '--tasks', '4', '--out', 'out'];

async function asked(args: readonly string[], folder: string) {
  const { code, out, err } = await job([...args, '--json'], folder);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

const runPart = (part: string, folder: string, sweep = QUICK_SWEEP) =>
  job([...sweep, '--shard', part, '--workers', '1', '--out', 'out'], folder);

describe('--slurm', () => {
  test('writes an array job, makes the folder for its logs, and computes nothing', async () => {
    const folder = temporaryFolder();
    const { code, out } = await job(QUICK_JOB, folder);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'sweep.sbatch: 6 tasks of gaussian in 4 parts.',
        '  submit   sbatch sweep.sbatch',
        '  merge    onerun reproduce gaussian --merge --out out',
        '',
      ].join('\n'),
    );
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['out', 'out/slurm', 'sweep.sbatch']);
    const script = read(folder, 'sweep.sbatch');
    expect(script).toContain('\n#SBATCH --array=1-4\n#SBATCH --output=out/slurm/gaussian-%A_%a.log\n');
    expect(script).toContain('--sigma 1,2 --canaries 100,1000,10000 --method paper');
    expect(script).toContain('##SBATCH --time');
  });

  test('takes time, memory, partition and processors by options', async () => {
    const folder = temporaryFolder();
    const options = ['--time', '1-12', '--memory', '4g', '--partition', 'long', '--cpus', '3'];
    await job([...QUICK_JOB, ...options], folder);
    for (const line of ['cpus-per-task=3', 'mem=4G', 'time=1-12', 'partition=long'])
      expect(read(folder, 'sweep.sbatch')).toContain(`\n#SBATCH --${line}\n`);
  });

  test('written again it lists what is missing, and nothing once all is there', async () => {
    const folder = temporaryFolder();
    const all = { script: 'sweep.sbatch', tasks: 4, array: '1-4', missing: [1, 2, 3, 4] };
    expect(await asked(QUICK_JOB, folder)).toMatchObject({ ...all, submit: 'sbatch sweep.sbatch' });
    for (const part of ['2/4', '4/4']) await runPart(part, folder);
    expect(await asked(QUICK_JOB, folder)).toMatchObject({ array: '1,3', missing: [1, 3] });
    expect(read(folder, 'sweep.sbatch')).toContain('\n#SBATCH --array=1,3\n');
    // A log that lost a line is not whole.
    const log = join(folder, 'out', 'gaussian.shard-2-of-4.jsonl');
    const whole = readFileSync(log, 'utf8');
    writeFileSync(log, `${whole.trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
    expect(await asked(QUICK_JOB, folder)).toMatchObject({ array: '1-3' });
    for (const part of ['1/4', '2/4', '3/4']) await runPart(part, folder);
    const before = statSync(join(folder, 'sweep.sbatch')).mtimeMs;
    const merge = 'onerun reproduce gaussian --merge --out out';
    const none = { script: null, tasks: 4, array: null, missing: [], submit: null, merge };
    expect(await asked(QUICK_JOB, folder)).toMatchObject(none);
    expect((await job(QUICK_JOB, folder)).out).toBe(
      `gaussian: nothing is missing of 4 parts, and no job is written.\n  merge    ${merge}\n`,
    );
    expect(statSync(join(folder, 'sweep.sbatch')).mtimeMs).toBe(before);
    // What was asked for since is missing in every part, though its tasks are there.
    for (let i = 1; i <= 4; i++) {
      const path = join(folder, 'out', `gaussian.shard-${i}-of-4.jsonl`);
      appendFileSync(
        path,
        read(path).split('\n')[0].replace('"optimalUpTo":100000', '"optimalUpTo":5').concat('\n'),
      );
    }
    expect(await asked(QUICK_JOB, folder)).toMatchObject({ array: '1-4' });
  });

  test('has no more elements than there is work, and says so', async () => {
    const folder = temporaryFolder();
    const args = [...QUICK_SWEEP, '--slurm', 'sweep.sbatch', '--tasks', '200'];
    expect((await job(args, folder)).out).toContain(
      'There is no more to deal than 6 tasks: 6 parts instead of 200.\n',
    );
    expect(read(folder, 'sweep.sbatch')).toContain('--shard "$SLURM_ARRAY_TASK_ID/6"');
    const games = ['gaussian', '--simulate', '--games', '1000000', '--sigma', '1', '-m', '2000'];
    const one = await asked([...games, '--slurm', 'one.sbatch', '--tasks', '200', '--time', '1'], folder);
    expect(one).toMatchObject({ tasks: 200, array: '1-200', notes: [] });
    const two = await asked([...games, '--slurm', 'one.sbatch', '--tasks', '1', '--time', '1'], folder);
    expect(two.notes[0]).toMatch(/^A part takes about 2 min, longer than 1: give more --tasks/);
  });

  test('of figures without games, which says that they are not played, and of recorded runs', async () => {
    const folder = temporaryFolder();
    const dpsgd = await asked(['dpsgd', '--simulate', '--slurm', 'a', '--tasks', '5'], folder);
    expect(dpsgd).toMatchObject({ tasks: 5, notes: [expect.stringContaining('dpsgd is not played')] });
    const scores = 'id,score,included\n'.concat(
      Array.from({ length: 40 }, (_, i) => `${i},${i % 2 === 0 ? i : -i},${i % 2 === 0}\n`).join(''),
    );
    mkdirSync(join(folder, 'my runs'));
    writeFileSync(join(folder, 'my runs', 'scores.csv'), scores);
    writeFileSync(
      join(folder, 'my runs', 'manifest.json'),
      JSON.stringify({
        schema: 'onerun-run/1',
        claim: 'gaussian(sigma=1)',
        scores: 'scores.csv',
        guesses: [20],
      }),
    );
    const recorded = ['cifar10', '--recorded', 'my runs', '--limit', 'rows=1000', '--method', 'paper'];
    expect(await asked([...recorded, '--slurm', 'b', '--tasks', '5'], folder)).toMatchObject({
      tasks: 1,
      merge: "onerun reproduce cifar10 --recorded 'my runs' --limit rows=1000 --merge --out out",
    });
    expect(read(folder, 'b')).toContain("--recorded 'my runs' --limit rows=1000 --method paper");
  });

  test('a script that somebody changed, or that is not ours, is replaced by force alone', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'sweep.sbatch');
    expect((await job(QUICK_JOB, folder)).code).toBe(0);
    expect((await job(QUICK_JOB, folder)).code).toBe(0);
    for (const text of [read(path).replace('--mem=2G', '--mem=3G'), '#!/bin/bash\necho mine\n', '']) {
      writeFileSync(path, text);
      expect(await job(QUICK_JOB, folder)).toMatchObject({
        code: 2,
        err: 'sweep.sbatch exists and is not replaced, as it is not a job as onerun wrote it; --force replaces it\n',
      });
      expect(read(path)).toBe(text);
    }
    expect((await job([...QUICK_JOB, '--force'], folder)).code).toBe(0);
    expect(read(path).split('\nexec ')[1]).not.toContain('--force');
  });

  test('parts of another sweep in the folder, which would not merge, are told before anything runs', async () => {
    const folder = temporaryFolder();
    await runPart('1/2', folder, ['gaussian', '--sigma', '3', '-m', '100', '--method', 'paper']);
    const { code, err } = await job(QUICK_JOB, folder);
    expect(code).toBe(2);
    expect(err).toMatch(/shard-1-of-2.jsonl is a part of gaussian that was asked for something else/);
    expect(existsSync(join(folder, 'sweep.sbatch'))).toBe(false);
  });
});

const SLURM = ['gaussian', '--slurm', 's'];
const KUBERNETES = ['gaussian', '--kubernetes', 'k', '--tasks', '2'];

test.each([
  [SLURM, '--slurm needs --tasks n: over how many elements of the job the work is divided'],
  [[...SLURM, '--tasks', '0'], 'invalid tasks; must be a whole number from 1 to 100000: 0'],
  [[...SLURM, '--tasks', '2.5'], 'invalid tasks'],
  [[...SLURM, '--tasks', '2', '--cpus', '0'], 'invalid cpus'],
  [[...SLURM, '--tasks', '2', '--time', '0'], 'invalid time; must be at least a minute'],
  [[...SLURM, '--tasks', '2', '--time', 'soon'], 'invalid time'],
  [[...SLURM, '--tasks', '2', '--memory', '4'], 'invalid memory; must be a whole number of K, M, G or T'],
  [
    [...SLURM, '--tasks', '2', '--memory', '100M'],
    'invalid memory; must be at least 363M for 1 thread of this sweep: 100M',
  ],
  [[...SLURM, '--tasks', '2', '--partition', 'a b'], 'invalid partition; must be a name such as'],
  [[...SLURM, '--tasks', '2', '--partition', 'x\n#SBATCH --wrap=y'], 'invalid partition'],
  [[...SLURM, '--tasks', '2', '--shard', '1/2'], '--shard does not go with --slurm'],
  [[...SLURM, '--tasks', '2', '--workers', '2'], '--workers does not go with --slurm: --cpus says'],
  [[...SLURM, '--tasks', '2', '--merge'], '--merge takes what was asked from the parts: leave out --slurm'],
  [[...SLURM, '--tasks', '2', '--seed', 'a\nb', '--simulate'], 'invalid seed; a job takes no line ends'],
  [[...SLURM, '--tasks', '2', '--out', 'a\nb'], 'invalid out; a job takes no line ends'],
  [[...SLURM, '--tasks', '2', '--out', 'a\\b'], 'invalid out; SLURM takes no backslash'],
  [
    ['gaussian', '--slurm', 'out/../out/gaussian.shard-1-of-2.jsonl', '--tasks', '2'],
    'invalid slurm; out/../out/gaussian.shard-1-of-2.jsonl is the name of what the sweep writes itself',
  ],
  [
    ['gaussian', '--slurm', 'power.csv', '--tasks', '2', '--out', '.'],
    'invalid slurm; power.csv is the name',
  ],
  [[...SLURM, '--tasks', '2', '--image', 'x'], '--image goes with --kubernetes'],
  [['--slurm', 's', '--tasks', '2'], '--slurm goes with one figure: onerun reproduce FIGURE ...'],
  [['gaussian', '--tasks', '2'], '--tasks goes with --slurm or --kubernetes'],
  [[...SLURM, ...KUBERNETES.slice(1)], '--slurm and --kubernetes write one job each: give one of them'],
  [KUBERNETES, '--kubernetes needs --image: the container image that has onerun'],
  [[...KUBERNETES, '--image', 'x'], '--kubernetes needs --volume-claim'],
  [[...KUBERNETES, '--image', 'x y', '--volume-claim', 'v'], 'invalid image'],
  [[...KUBERNETES, '--image', 'x', '--volume-claim', 'V_'], 'invalid volume-claim'],
])('%j is refused in one sentence, and nothing is written', async (args, message) => {
  const folder = temporaryFolder();
  const { code, err, out } = await job(args as string[], folder);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  expect(err.trimEnd().split('\n').length).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});
