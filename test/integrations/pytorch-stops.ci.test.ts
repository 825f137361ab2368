import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PYTHON } from '../support/python.ts';
import { drawnCanaries, RECIPE_ENV, SMALL, TRAINING, trainSeveral } from '../support/recipe.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe.skipIf(PYTHON === null)('a training that stops', { timeout: 120_000 }, () => {
  test('late has an exit code of its own, and goes on to what it would have been', async () => {
    const folder = temporaryFolder();
    const canaries = await drawnCanaries(folder);
    const train = (out: string, ...more: string[]) => [
      ...SMALL,
      ...['--steps', '4', '--canaries', canaries, '--out', join(folder, out), ...more],
    ];
    const often = ['--checkpoint-every', '3', '--guesses', '20'];
    const late = train('parts', ...often, '--until-seconds', '0', '--resume');
    const ended = trainSeveral(
      late,
      train('parts', '--resume'),
      late,
      late,
      late,
      late,
      train('parts', ...often),
    );
    const [first, other, second, third, last, finished, again] = ended;
    for (const [i, stopped] of [first, second, third].entries()) {
      expect(stopped.code).toBe(3);
      expect(stopped.err).toContain(`stopped at step ${i + 1} of 4; --resume goes on from here`);
    }
    expect(other).toMatchObject({ code: 1 });
    expect(other.err).toContain('is of another run: guesses differ');
    expect(last).toMatchObject({ code: 0 });
    expect(finished).toMatchObject({ code: 0, out: '' });
    expect(finished.err).toContain('holds a finished run: nothing is left to do');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('holds a finished run, which is not replaced');
    // What another run left is not this one's result, however it ended.
    const finishedOther = (...more: string[]) => train('parts', ...often, '--resume', ...more);
    const bare = [...SMALL, '--steps', '4', '--without-canaries', '--out'];
    const others = trainSeveral(
      finishedOther('--seed', '77', '--clip', '9'),
      finishedOther('--broken', 'half-noise'),
      train('parts', '--resume'),
      [...bare, join(folder, 'parts'), '--resume'],
      [...bare, join(folder, 'bare')],
      [...bare, join(folder, 'bare')],
      [...bare, join(folder, 'bare'), '--resume'],
      train('bare', '--resume'),
    );
    expect(others.map(({ code }) => code)).toEqual([1, 1, 1, 1, 0, 1, 0, 1]);
    expect(others[0].err).toContain('parts is another: clip, seed differ');
    expect(others[1].err).toContain('parts is another: broken differ');
    expect(others[2].err).toContain('parts is another: guesses differ');
    expect(others[3].err).toContain('parts is another: score, guesses differ');
    expect(others[7].err).toContain('bare is another: score differ');
    const [whole] = trainSeveral(train('whole', '--guesses', '20'));
    expect(whole).toMatchObject({ code: 0 });
    const scores = (out: string) => readFileSync(join(folder, out, 'scores.csv'), 'utf8');
    expect(scores('parts')).toBe(scores('whole'));
  });

  test('goes on with the assignment and the commitment that it began with alone', async () => {
    const folder = temporaryFolder();
    const canaries = await drawnCanaries(folder);
    const commitment = `${canaries}.commitment.json`;
    const train = [...SMALL, '--steps', '3', '--canaries', canaries, '--out', join(folder, 'run')];
    const late = [...train, '--until-seconds', '0', '--resume'];
    expect(trainSeveral(late)[0].code).toBe(3);
    const committed = readFileSync(commitment);
    writeFileSync(commitment, '{"x":1}');
    const [other] = trainSeveral(late);
    expect(other.err).toContain('canaries.csv is not the assignment that');
    rmSync(commitment);
    const [without] = trainSeveral(late);
    expect(without.err).toContain('is of another run: commitment differ');
    writeFileSync(commitment, committed);
    expect(trainSeveral(late)[0].code).toBe(3);
  });

  test('for a folder that cannot be written to does so before its first step', async () => {
    const folder = temporaryFolder();
    const bare = [...SMALL, '--steps', '3', '--without-canaries', '--out'];
    mkdirSync(join(folder, 'taken'));
    writeFileSync(join(folder, 'taken', 'checkpoint'), '');
    const [taken, long] = trainSeveral(
      [...bare, join(folder, 'taken')],
      [...bare, join(folder, 'x'.repeat(300))],
    );
    expect(taken).toMatchObject({
      code: 1,
      err: `cannot use ${join(folder, 'taken', 'checkpoint')}: File exists\n`,
    });
    expect(long).toMatchObject({ code: 1 });
    expect(long.err).toMatch(/^cannot use .*: File name too long\n$/);
  });

  test('by Ctrl-C keeps a checkpoint and says one line', async () => {
    const folder = temporaryFolder();
    const train = ['--steps', '1000000', '--without-canaries', '--out', join(folder, 'run')];
    const process = spawn(PYTHON as string, [TRAINING, ...SMALL, ...train], { env: RECIPE_ENV });
    let said = '';
    process.stderr.on('data', (text) => {
      said += text;
    });
    while (!said.includes('step 100 of')) await once(process.stderr, 'data');
    process.kill('SIGINT');
    expect(await once(process, 'exit')).toEqual([130, null]);
    const lines = said.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('step '))).toEqual([
      expect.stringMatching(/^stopped at step \d+ of 1000000; --resume goes on from here$/),
    ]);
    const [resumed] = trainSeveral([...SMALL, ...train, '--resume', '--until-seconds', '0']);
    expect(resumed.err).toMatch(/^resumed at step \d+ of 1000000\n/);
  });

  test('because its weights are no longer finite is no finished run', async () => {
    const folder = temporaryFolder();
    const canaries = await drawnCanaries(folder);
    const train = (out: string, steps: string, ...more: string[]) => [
      ...SMALL,
      ...['--learning-rate', '3e38', '--clip', '1000', '--checkpoint-every', '1'],
      ...['--steps', steps, '--out', join(folder, out), ...more],
    ];
    const ended = trainSeveral(
      train('bare', '30', '--without-canaries'),
      train('planted', '1', '--canaries', canaries),
    );
    for (const [i, out] of ['bare', 'planted'].entries()) {
      expect(ended[i]).toMatchObject({ code: 1, out: '' });
      expect(ended[i].err).toBe(
        'invalid training; its weights are no longer finite at step 1: take a smaller learning-rate\n',
      );
      expect(readdirSync(join(folder, out), { recursive: true })).toEqual(['checkpoint']);
    }
  });

  test('no sooner than its end says of itself what applies', async () => {
    const folder = temporaryFolder();
    const bare = ['--without-canaries', '--canary-size', '2', '--out', join(folder, 'bare')];
    const [ended] = trainSeveral([...SMALL, '--steps', '3', ...bare]);
    expect(ended).toMatchObject({ code: 0, out: '' });
    const training = JSON.parse(readFileSync(join(folder, 'bare', 'training.json'), 'utf8'));
    expect(training).toMatchObject({ canaries: 0, steps: 3, noise: 1 });
    expect(Object.keys(training)).not.toEqual(expect.arrayContaining(['canarySize']));
    expect(Object.keys(training)).not.toEqual(expect.arrayContaining(['score']));
    expect(existsSync(join(folder, 'bare', 'manifest.json'))).toBe(false);
  });
});
