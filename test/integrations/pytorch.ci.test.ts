import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { PYTHON } from '../support/python.ts';
import { temporaryFolder } from '../support/temporary.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const recipe = fileURLToPath(new URL('../../integrations/pytorch/', import.meta.url));
/** The recipe imports the Python package, as if it were installed. */
const env = { ...process.env, PYTHONPATH: fileURLToPath(new URL('../../python/src', import.meta.url)) };

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(PYTHON as string, [script, ...args], {
    encoding: 'utf8',
    env,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs of the recipe's training, one after the other in one process. */
function runSeveral(...runs: string[][]): { code: number; out: string; err: string }[] {
  const script = [join(here, 'several_runs.py'), join(recipe, 'train_cifar10.py')];
  const { stdout, stderr } = spawnSync(PYTHON as string, script, {
    encoding: 'utf8',
    env,
    input: JSON.stringify(runs),
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe.skipIf(PYTHON === null)('the PyTorch recipe', () => {
  test.each(['gradients.py', 'step.py'])('%s agrees with its naive twin', (script) => {
    const { code, out, err } = run(join(here, script));
    expect(out + err).not.toContain('FAIL');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').length).toBeGreaterThan(7);
  });

  test('the docs’ lines agree with naive ones', async () => {
    const canaries = join(temporaryFolder(), 'canaries.csv');
    await onerun(['canaries', '-m', '2000', '--out', canaries, '--seed', '1']);
    const { code, out, err } = run(join(here, 'docs_lines.py'), canaries);
    expect({ code, err, failed: out.match(/FAIL.*/g) }).toEqual({ code: 0, err: '', failed: null });
    expect(out.match(/^ok/gm)?.length).toBe(3);
  });

  test('what would end a training, or make its manifest untrue, is refused before it', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const canaries = join(folder, 'canaries.csv');
    await onerun(['canaries', '-m', '300', '--out', canaries, '--seed', '1']);
    const train = (...more: string[]) => [
      ...['--data', 'random:60', '--batch', '6', '--depth', '10', '--width', '1', '--device', 'cpu'],
      ...['--noise', '1', '--steps', '2', '--canaries', canaries, '--out', join(folder, 'run'), ...more],
    ];
    const refused: [string[], string][] = [
      [train('--guesses', '301'), 'invalid guesses; must be from 1 to the canaries (300): 301'],
      [train('--guesses', '0'), 'invalid guesses; must be from 1 to the canaries (300): 0'],
      [train('--depth', '11'), 'invalid depth; must be 10, 16, 22 and so on: 11'],
      [train('--views', '0'), 'invalid views; must be at least 1: 0'],
      [train('--chunk', '-3'), 'invalid chunk; must be at least 0: -3'],
      [train('--padding', '32'), 'invalid padding; must be from 0 to 31: 32'],
      [train('--checkpoint-every', '0'), 'invalid checkpoint-every; must be at least 1: 0'],
      [train('--batch', '61'), 'invalid batch; must be at most the images (60): 61'],
      [train('--data', 'random:0'), 'invalid data; random:N must have a positive whole number: random:0'],
      [train('--data', 'random:x'), 'invalid data; random:N must have a positive whole number: random:x'],
      [
        train('--data', join(folder, 'none')),
        `cannot read ${join(folder, 'none', 'train-1.bin')}, which fetch`,
      ],
      [
        ['--data', 'random:60', '--canaries', canaries, '--epsilon', '8', '--out', join(folder, 'run')],
        'invalid data; --epsilon knows the noise for 50000 images alone: 60',
      ],
    ];
    const ended = runSeveral(...refused.map(([args]) => args));
    for (const [i, [, message]] of refused.entries()) {
      expect(ended[i]).toMatchObject({ code: 1, out: '' });
      expect(ended[i].err).toContain(message);
    }
    expect(readdirSync(folder)).not.toContain('run');
  });

  test('checkpoints are as frequent as asked, change nothing, and say which setting differs', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const canaries = join(folder, 'canaries.csv');
    await onerun(['canaries', '-m', '300', '--out', canaries, '--seed', '1']);
    const train = (out: string, ...more: string[]) => [
      ...['--data', 'random:60', '--batch', '6', '--depth', '10', '--width', '1', '--device', 'cpu'],
      ...['--noise', '1', '--steps', '4', '--canaries', canaries, '--out', join(folder, out), ...more],
    ];
    const often = ['--checkpoint-every', '3', '--guesses', '20'];
    const [stopped, other, resumed, whole] = runSeveral(
      train('parts', ...often, '--until-seconds', '0'),
      train('parts', '--resume'),
      train('parts', ...often, '--resume'),
      train('whole', '--guesses', '20'),
    );
    expect(stopped.err).toContain('stopped at step 3 of 4; --resume goes on from here');
    expect(other.err).toContain('is of another run: guesses differ');
    expect([resumed.code, whole.code]).toEqual([0, 0]);
    const scores = (out: string) => readFileSync(join(folder, out, 'scores.csv'), 'utf8');
    expect(scores('parts')).toBe(scores('whole'));
  });

  test('a run, interrupted and resumed, is audited as it stands; half the noise is caught', {
    timeout: 300_000,
  }, async () => {
    const folder = temporaryFolder();
    const canaries = join(folder, 'canaries.csv');
    await onerun(['canaries', '-m', '1000', '--out', canaries, '--seed', '1']);
    const train = (out: string, ...more: string[]) => [
      ...['--data', 'random:60', '--batch', '6', '--depth', '10', '--width', '1', '--device', 'cpu'],
      ...['--noise', '1', '--steps', '50', '--canaries', canaries, '--out', join(folder, out), ...more],
    ];
    const [stopped, again, other] = runSeveral(
      train('sound', '--until-seconds', '0'),
      train('sound'),
      train('sound', '--resume', '--seed', '9'),
    );
    expect(stopped).toMatchObject({ code: 0, out: '' });
    expect(stopped.err).toContain('stopped at step 25 of 50; --resume goes on from here');
    expect(again.err).toContain('holds a checkpoint; go on with --resume');
    expect(other.err).toContain('is of another run: seed differ');
    expect(await onerun(['audit', join(folder, 'sound')])).toMatchObject({ code: 2 });
    const [resumed, finished, broken] = runSeveral(
      train('sound', '--resume'),
      train('sound', '--resume'),
      train('broken', '--broken', 'half-noise'),
    );
    expect(resumed.err).toContain('resumed at step 25 of 50');
    expect(readdirSync(join(folder, 'sound')).sort()).toEqual([
      'canaries.csv',
      'canaries.csv.commitment.json',
      'checkpoint',
      'manifest.json',
      'scores.csv',
    ]);
    expect(finished.err).toContain('holds a finished run, which is not replaced');
    const sound = await onerun(['audit', join(folder, 'sound'), '--json']);
    expect(sound).toMatchObject({ code: 0, err: '' });
    const { claim, observation, results } = JSON.parse(sound.out);
    expect(claim).toBe('dpsgd(noise=1, rate=0.1, steps=50)');
    expect(observation.m).toBe(1000);
    expect(results[0].epsilon).toBeGreaterThan(0);

    expect(broken).toMatchObject({ code: 0 });
    const manifest = JSON.parse(readFileSync(join(folder, 'broken', 'manifest.json'), 'utf8'));
    expect(manifest.parameters).toMatchObject({ broken: 'half-noise', noise: 1 });
    expect(await onerun(['audit', join(folder, 'broken')])).toMatchObject({ code: 1, err: '' });

    const shared = [
      '--data',
      'random:60',
      '--batch',
      '6',
      '--depth',
      '10',
      '--width',
      '1',
      '--device',
      'cpu',
    ];
    const [bare, unclipped] = runSeveral(
      [...shared, '--noise', '1', '--steps', '3', '--without-canaries', '--out', join(folder, 'bare')],
      train('unclipped', '--canary-size', '10', '--broken', 'no-clipping', '--learning-rate', '0.1'),
    );
    expect(bare).toMatchObject({ code: 0 });
    const training = JSON.parse(readFileSync(join(folder, 'bare', 'training.json'), 'utf8'));
    expect(training).toMatchObject({ canaries: 0, steps: 3, noise: 1 });
    expect(unclipped).toMatchObject({ code: 0 });
    expect(await onerun(['audit', join(folder, 'unclipped')])).toMatchObject({ code: 1, err: '' });
  });
});
