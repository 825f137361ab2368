import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { PYTHON } from '../support/python.ts';
import { drawnCanaries, runPython, SMALL, trainSeveral } from '../support/recipe.ts';
import { temporaryFolder } from '../support/temporary.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

describe.skipIf(PYTHON === null)('the PyTorch recipe', () => {
  test.each(['gradients.py', 'step.py'])('%s agrees with its naive twin', (script) => {
    const { code, out, err } = runPython(join(here, script));
    expect(out + err).not.toContain('FAIL');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').length).toBeGreaterThan(7);
  });

  test('the docs’ lines agree with naive ones', async () => {
    const canaries = await drawnCanaries(temporaryFolder(), 2000);
    const { code, out, err } = runPython(join(here, 'docs_lines.py'), canaries);
    expect({ code, err, failed: out.match(/FAIL.*/g) }).toEqual({ code: 0, err: '', failed: null });
    expect(out.match(/^ok/gm)?.length).toBe(3);
  });

  test('a run, interrupted and resumed, is audited as it stands; half the noise is caught', {
    timeout: 300_000,
  }, async () => {
    const folder = temporaryFolder();
    const canaries = await drawnCanaries(folder, 1000);
    const train = (out: string, ...more: string[]) => [
      ...SMALL,
      ...['--steps', '50', '--canaries', canaries, '--out', join(folder, out), ...more],
    ];
    const [stopped, again, other] = trainSeveral(
      train('sound', '--until-seconds', '0'),
      train('sound'),
      train('sound', '--resume', '--seed', '9'),
    );
    expect(stopped).toMatchObject({ code: 3, out: '' });
    expect(stopped.err).toContain('stopped at step 1 of 50; --resume goes on from here');
    expect(again.err).toContain('holds a checkpoint; go on with --resume');
    expect(other.err).toContain('is of another run: seed differ');
    expect(await onerun(['audit', join(folder, 'sound')])).toMatchObject({ code: 2 });
    const [resumed, broken] = trainSeveral(
      train('sound', '--resume'),
      train('broken', '--broken', 'half-noise'),
    );
    expect(resumed.err).toContain('resumed at step 1 of 50');
    expect(readdirSync(join(folder, 'sound')).sort()).toEqual([
      'canaries.csv',
      'canaries.csv.commitment.json',
      'checkpoint',
      'manifest.json',
      'scores.csv',
    ]);
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

    const [unclipped] = trainSeveral(
      train('unclipped', '--canary-size', '10', '--broken', 'no-clipping', '--learning-rate', '0.1'),
    );
    expect(unclipped).toMatchObject({ code: 0 });
    expect(await onerun(['audit', join(folder, 'unclipped')])).toMatchObject({ code: 1, err: '' });
  });
});
