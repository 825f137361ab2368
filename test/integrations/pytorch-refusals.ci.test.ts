import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PYTHON } from '../support/python.ts';
import { drawnCanaries, RECIPE, RECIPE_ENV, SMALL, trainSeveral } from '../support/recipe.ts';
import { temporaryFolder } from '../support/temporary.ts';

const FLOAT32 = 'from 1.1754943508222875e-38 to 3.4028234663852886e+38 (what float32 holds)';
const RANDOM = 'invalid data; random:N must have a whole number from 1 to 1000000';
const DEVICE = 'invalid device; must be cpu, or cuda where PyTorch finds it';

/** Trains with each of these, and looks for what is said; each must fail in one sentence. */
function expectRefused(refused: readonly (readonly [args: string[], sentence: string])[]): void {
  const ended = trainSeveral(...refused.map(([args]) => args));
  for (const [i, [, sentence]] of refused.entries()) {
    expect(ended[i]).toMatchObject({ code: 1, out: '' });
    expect(ended[i].err).toContain(sentence);
    expect(ended[i].err.trimEnd().split('\n').length).toBe(1);
  }
}

describe.skipIf(PYTHON === null)('refused before the first step', () => {
  test('settings that would end a training, or make its manifest untrue', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const canaries = await drawnCanaries(folder);
    const train = (...more: string[]) => [
      ...SMALL,
      ...['--steps', '2', '--canaries', canaries, '--out', join(folder, 'run'), ...more],
    ];
    const bare = (...more: string[]) => [
      ...SMALL,
      ...['--steps', '2', '--without-canaries', '--out', join(folder, 'run'), ...more],
    ];
    const float32 = ['0', '-1', 'nan', 'inf', '1e-39', '1e39'].flatMap((value) =>
      ['clip', 'noise', 'canary-size'].flatMap((name) =>
        [train, bare].map((of): [string[], string] => [
          of(`--${name}`, value),
          `invalid ${name}; must be ${FLOAT32}`,
        ]),
      ),
    );
    const rest = [
      ['--clip', '1e-20', '--noise', '1e-20', `invalid noise; must be ${FLOAT32}, times clip too: 1e-20`],
      ['--clip', '1e20', '--canary-size', '1e20', `invalid canary-size; must be ${FLOAT32}, times clip too`],
      ['--learning-rate', 'nan', 'invalid learning-rate; must be a number that float32 holds: nan'],
      ['--learning-rate=-inf', 'invalid learning-rate; must be a number that float32 holds: -inf'],
      ['--learning-rate', '1e39', 'invalid learning-rate; must be a number that float32 holds: 1e+39'],
      ['--jitter', '-0.1', 'invalid jitter; must be from 0 to 1: -0.1'],
      ['--jitter', '1.1', 'invalid jitter; must be from 0 to 1: 1.1'],
      ['--jitter', 'nan', 'invalid jitter; must be from 0 to 1: nan'],
      ['--average', '-0.5', 'invalid average; must be from 0 to 1: -0.5'],
      ['--average', '1.5', 'invalid average; must be from 0 to 1: 1.5'],
      ['--average', 'nan', 'invalid average; must be from 0 to 1: nan'],
      ['--score', 'x', 'invalid score; must be one of likelihood_ratio, fitted_ratio, sum: x'],
      ['--until-seconds', 'nan', 'invalid until-seconds; must be at least 0: nan'],
      ['--until-seconds', '-1', 'invalid until-seconds; must be at least 0: -1'],
      ['--depth', '11', 'invalid depth; must be 10, 16, 22 and so on: 11'],
      ['--views', '0', 'invalid views; must be at least 1: 0'],
      ['--chunk', '-3', 'invalid chunk; must be at least 0: -3'],
      ['--padding', '32', 'invalid padding; must be from 0 to 31: 32'],
      ['--checkpoint-every', '0', 'invalid checkpoint-every; must be at least 1: 0'],
      ['--batch', '61', 'invalid batch; must be at most the images (60): 61'],
      ['--data', 'random:0', `${RANDOM}: random:0`],
      ['--data', 'random:x', `${RANDOM}: random:x`],
      ['--data', 'random:99999999999', `${RANDOM}: random:99999999999`],
      ['--data', `random:${'9'.repeat(5000)}`, RANDOM],
      ['--data', join(folder, 'none'), `cannot read ${join(folder, 'none', 'train-1.bin')}, which fetch`],
      ['--device', 'foo', `${DEVICE}: foo`],
      ['--device', 'mps', `${DEVICE}: mps`],
      ['--device', 'meta', `${DEVICE}: meta`],
      ['--device', 'cuda:99', `${DEVICE}: cuda:99`],
    ].flatMap((row) =>
      [train, bare].map((of): [string[], string] => [of(...row.slice(0, -1)), row.at(-1) ?? '']),
    );
    expectRefused([
      ...float32,
      ...rest,
      [train('--guesses', '301'), 'invalid guesses; must be from 1 to the canaries (300): 301'],
      [train('--guesses', '0'), 'invalid guesses; must be from 1 to the canaries (300): 0'],
      [bare('--guesses', '1'), 'invalid guesses; must be from 1 to the canaries (0): 1'],
      [
        ['--data', 'random:60', '--canaries', canaries, '--epsilon', '8', '--out', join(folder, 'run')],
        'invalid data; --epsilon knows the noise for 50000 images alone: 60',
      ],
      [[...SMALL, '--benchmark', '--batch', '61'], 'invalid batch; must be at most the images (60): 61'],
    ]);
    expect(readdirSync(folder)).not.toContain('run');
  });

  test('an assignment, or a folder, that no run can be written with', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const canaries = await drawnCanaries(folder);
    const at = (...parts: string[]) => join(folder, ...parts);
    const train = (out: string, assignment = canaries) => [
      ...SMALL,
      ...['--steps', '2', '--canaries', assignment, '--out', out],
    ];
    for (const [name, rows] of [
      ['none', ''],
      ['one', 'a,1\n'],
    ])
      writeFileSync(at(`${name}.csv`), `id,included\n${rows}`);
    for (const name of ['scored', 'another', 'own', 'kept', 'kept/checkpoint']) mkdirSync(at(name));
    writeFileSync(at('scored', 'scores.csv'), 'theirs');
    copyFileSync(at('one.csv'), at('another', 'canaries.csv'));
    for (const path of ['own/scores.csv', 'kept/checkpoint/state.pt']) copyFileSync(canaries, at(path));
    copyFileSync(canaries, at('training.json'));
    const ownFile = (path: string) => `invalid canaries; must be no file that the run writes: ${path}`;
    expectRefused([
      [train(canaries), `cannot use ${canaries}: File exists`],
      [train(join(canaries, 'run')), `cannot use ${canaries}/run: Not a directory`],
      [train(at('scored')), 'scores.csv exists and holds other scores; write the run to a folder of its own'],
      [train(at('another')), `${at('another', 'canaries.csv')} exists and is another than was read`],
      [
        train(at('own'), at('own', 'scores.csv')),
        'scores.csv is the assignment; write the run to a folder of its own',
      ],
      [train(at('kept'), at('kept/checkpoint/state.pt')), ownFile(at('kept/checkpoint/state.pt'))],
      [train(at('new'), at('training.json')), ownFile(at('training.json'))],
      [train(at('new'), at('none.csv')), 'invalid canaries; must be at least 2: 0'],
      [train(at('new'), at('one.csv')), 'invalid canaries; must be at least 2: 1'],
    ]);
    const [nowhere] = trainSeveral(train(''));
    expect(nowhere.code).toBe(2);
    expect(nowhere.err).toContain('--out is needed');
    expect(readFileSync(at('own', 'scores.csv'))).toEqual(readFileSync(canaries));
    expect(existsSync(at('new'))).toBe(false);
  });

  test('a checkpoint that is damaged, of something else, or of another run', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const canaries = await drawnCanaries(folder);
    const train = (out: string, ...more: string[]) => [
      ...SMALL,
      ...['--steps', '4', '--out', join(folder, out), '--until-seconds', '0', '--resume'],
      ...['--checkpoint-every', '1', ...more],
    ];
    const planted = (out: string, path = canaries) => train(out, '--canaries', path);
    trainSeveral(planted('whole'), train('bare', '--without-canaries'));
    const damages: Record<string, (path: string) => void> = {
      truncated: (path) => writeFileSync(path, readFileSync(path).subarray(0, 100)),
      empty: (path) => writeFileSync(path, ''),
      text: (path) => writeFileSync(path, 'id,included\n'),
      missing: (path) => rmSync(path),
      foreign: (path) => copyFileSync(join(folder, 'whole/checkpoint/theta-1.pt'), path),
      other: (path) => copyFileSync(join(folder, 'whole/checkpoint/state.pt'), path),
    };
    const refused: [string[], string][] = [];
    for (const file of ['state.pt', 'theta-1.pt', 'average-1.pt'])
      for (const [damage, apply] of Object.entries(damages)) {
        // Whose state is missing has no checkpoint; a file is not foreign to itself.
        if (file === 'state.pt' && ['missing', 'other'].includes(damage)) continue;
        if (file !== 'state.pt' && damage === 'foreign') continue;
        const name = `${file}-${damage}`;
        cpSync(join(folder, 'whole'), join(folder, name), { recursive: true });
        apply(join(folder, name, 'checkpoint', file));
        refused.push([planted(name), `cannot go on from ${join(folder, name, 'checkpoint')}; `]);
      }
    const renamed = join(folder, 'renamed.csv');
    writeFileSync(renamed, readFileSync(canaries, 'utf8').replaceAll(/^(\d+),/gm, 'other-$1,'));
    expectRefused([
      ...refused,
      [planted('bare'), 'is of another run: canaries, score, assignment, commitment differ'],
      [
        train('whole', '--without-canaries'),
        'is of another run: canaries, score, assignment, commitment differ',
      ],
      [planted('whole', renamed), 'is of another run: assignment, commitment differ'],
    ]);
  });

  test('a second training in the same folder, until the first ends, however it ends', async () => {
    const folder = temporaryFolder();
    const canaries = await drawnCanaries(folder);
    const train = [...SMALL, '--steps', '2', '--canaries', canaries, '--out', join(folder, 'run')];
    const hold = `import pathlib, sys; sys.path.append(sys.argv[1]); import lock
with lock.locked(pathlib.Path(sys.argv[2])): print("held", flush=True); sys.stdin.read()`;
    const first = spawn(PYTHON as string, ['-c', hold, RECIPE, join(folder, 'run')], { env: RECIPE_ENV });
    await once(first.stdout, 'data');
    expectRefused([[train, `another training is at work in ${join(folder, 'run')}`]]);
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect(trainSeveral(train)[0]).toMatchObject({ code: 0 });
  });
});
