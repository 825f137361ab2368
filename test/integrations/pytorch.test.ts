import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { PYTHON } from '../support/python.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const recipe = fileURLToPath(new URL('../../integrations/pytorch/', import.meta.url));
function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(PYTHON as string, [script, ...args], { encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

describe.skipIf(PYTHON === null)('the PyTorch recipe', () => {
  test.each(['gradients.py', 'step.py'])('%s agrees with its naive twin', (script) => {
    const { code, out, err } = run(join(here, script));
    expect(out + err).not.toContain('FAIL');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').length).toBeGreaterThan(7);
  });

  test('the docs’ lines around add_noise catch half the noise, and let full noise pass', () => {
    const folder = mkdtempSync(join(tmpdir(), 'onerun-'));
    const canaries = join(folder, 'canaries.csv');
    onerun(['canaries', '-m', '2000', '--out', canaries, '--seed', '1']);
    const { code, err } = run(join(here, 'optimizer_like_opacus.py'), canaries, folder);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const audit = (name: string) =>
      onerun(['audit', join(folder, name), '--method', 'optimal', '--family', 'gaussian']).code;
    expect({ full: audit('full'), half: audit('half') }).toEqual({ full: 0, half: 1 });
  });

  test('a run, interrupted and resumed, is audited as it stands; half the noise is caught', () => {
    const folder = mkdtempSync(join(tmpdir(), 'onerun-'));
    const canaries = join(folder, 'canaries.csv');
    onerun(['canaries', '-m', '1000', '--out', canaries, '--seed', '1']);
    const train = (out: string, ...more: string[]) =>
      run(
        join(recipe, 'train_cifar10.py'),
        ...['--data', 'random:60', '--batch', '6', '--depth', '10', '--width', '1', '--device', 'cpu'],
        ...['--noise', '1', '--steps', '50', '--canaries', canaries, '--out', join(folder, out), ...more],
      );
    const stopped = train('sound', '--until-seconds', '0');
    expect(stopped).toMatchObject({ code: 0, out: '' });
    expect(stopped.err).toContain('stopped at step 25 of 50; --resume goes on from here');
    expect(onerun(['audit', join(folder, 'sound')])).toMatchObject({ code: 2 });
    expect(train('sound').err).toContain('holds a checkpoint; go on with --resume');
    expect(train('sound', '--resume', '--seed', '9').err).toContain('is of another run: seed differ');
    expect(train('sound', '--resume').err).toContain('resumed at step 25 of 50');
    expect(readdirSync(join(folder, 'sound')).sort()).toEqual([
      'canaries.csv',
      'canaries.csv.commitment.json',
      'checkpoint',
      'manifest.json',
      'scores.csv',
    ]);
    expect(train('sound', '--resume').err).toContain('holds a finished run, which is not replaced');
    const sound = onerun(['audit', join(folder, 'sound'), '--json']);
    expect(sound).toMatchObject({ code: 0, err: '' });
    const { claim, observation, results } = JSON.parse(sound.out);
    expect(claim).toBe('dpsgd(noise=1, rate=0.1, steps=50)');
    expect(observation.m).toBe(1000);
    expect(results[0].epsilon).toBeGreaterThan(0);

    expect(train('broken', '--broken', 'half-noise')).toMatchObject({ code: 0 });
    const manifest = JSON.parse(readFileSync(join(folder, 'broken', 'manifest.json'), 'utf8'));
    expect(manifest.parameters).toMatchObject({ broken: 'half-noise', noise: 1 });
    expect(onerun(['audit', join(folder, 'broken')])).toMatchObject({ code: 1, err: '' });
  });
});
