import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { manifestSchema } from '../../src/cli/schemas/documents.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun, words } from '../support/cli.ts';
import { idx } from '../support/crash.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { tiny } from '../support/tiny-training.ts';

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** Without the search over DP-SGD's noise, which takes seconds. */
const audited = (run: string, ...more: string[]) => onerun(['audit', run, '--family', 'gaussian', ...more]);

describe('onerun train', () => {
  test('trains, and its folder is audited without options', async () => {
    const run = join(temporaryFolder(), 'run');
    const { code, out, err } = await tiny(run, '--steps', '10', '--canaries', '200');
    expect(code).toBe(0);
    expect(out).toMatch(/Test accuracy: [\d.]+% of 10000/);
    expect(out).toContain('Claimed: dpsgd(noise=1, rate=0.1, steps=10), epsilon');
    expect(err).toBe('');
    const manifest = json(join(run, 'manifest.json'));
    expect(manifestSchema.safeParse(manifest).error).toBeUndefined();
    expect(manifest.parameters).toMatchObject({
      noise: 1,
      seed: '1',
      score: 'llr',
      records: 300,
      versions: { '@jax-js/jax': '0.1.25' },
    });
    expect(readdirSync(run).sort()).toEqual([
      'canaries.csv',
      'canaries.csv.commitment.json',
      'manifest.json',
      'scores.csv',
      'setting.json',
    ]);
    const whole = await onerun(['audit', run, '--json']);
    expect(whole).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(whole.out)).toMatchObject({
      claim: 'dpsgd(noise=1, rate=0.1, steps=10)',
      observation: { m: 200, k: 2 },
      refuted: false,
    });
    // What is there is not replaced.
    expect(await tiny(run, '--steps', '10')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force'),
    });
  });

  test('a broken training is refuted', async () => {
    const run = join(temporaryFolder(), 'run');
    expect((await tiny(run, '--steps', '40', '--bug', 'noise-over-batch')).code).toBe(0);
    expect((await audited(run)).code).toBe(1);
    expect(json(join(run, 'manifest.json'))).toMatchObject({
      claim: 'dpsgd(noise=1, rate=0.1, steps=40)',
      parameters: { bug: 'noise-over-batch' },
    });
  });

  test('candidates: the claim is converted', async () => {
    const run = join(temporaryFolder(), 'run');
    expect((await tiny(run, '--steps', '20', '--canaries', '300', '--options', '4')).code).toBe(0);
    const { code, out } = await audited(run, '--json');
    expect(code).toBe(0);
    const found = JSON.parse(out);
    expect(found.observation).toMatchObject({ m: 300, k: 4, guesses: 300 });
    expect(found.notes.join()).toContain('fBar(fBar(x))');
  });

  test('black-box: losses, lower is in', async () => {
    const run = join(temporaryFolder(), 'run');
    const args = ['--steps', '20', '--attack', 'black-box'];
    expect((await tiny(run, ...args, '--canaries', '80')).code).toBe(0);
    expect(json(join(run, 'manifest.json'))).toMatchObject({ lowerIsIn: true, parameters: { records: 190 } });
    expect((await audited(run)).code).toBe(0);
    const buckets = join(temporaryFolder(), 'run');
    expect(
      (
        await tiny(
          buckets,
          ...args,
          '--canary-kind',
          'out-of-distribution',
          '--options',
          '3',
          '--canaries',
          '60',
        )
      ).code,
    ).toBe(0);
    expect((await audited(buckets)).code).toBe(0);
  });

  test('takes a committed assignment, and no other', async () => {
    const place = temporaryFolder();
    const file = join(place, 'canaries.csv');
    await onerun(['canaries', '-m', '200', '--out', file, '--seed', '5']);
    const run = join(place, 'run');
    expect((await tiny(run, '--steps', '2', '-m', '200', '--assignment', file)).code).toBe(0);
    expect(readFileSync(join(run, 'canaries.csv'), 'utf8')).toBe(readFileSync(file, 'utf8'));
    expect((await audited(run)).code).toBe(0);
    // Also where the assignment lies in the run's own folder.
    expect(
      (await tiny(place, '--steps', '2', '-m', '200', '--assignment', `${place}/./canaries.csv`)).code,
    ).toBe(0);
    const refused = async (...args: string[]) => {
      const out = join(temporaryFolder(), 'run');
      const { code, err } = await tiny(out, '--steps', '2', ...args);
      expect(code).toBe(2);
      expect(existsSync(out)).toBe(false);
      return err;
    };
    expect(await refused('-m', '100', '--assignment', file)).toContain('must have 100 canaries: 200');
    expect(await refused('-m', '200', '-k', '3', '--assignment', file)).toContain('with 3 options');
    expect(await refused('--assignment', join(place, 'none.csv'))).toContain('there is no such file');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\n0,./, '\n0,0'));
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\n1,./, '\n1,0').replace(/\n2,./, '\n2,1'));
    expect(await refused('-m', '200', '--assignment', file)).toContain('is not the assignment');
  });

  test('reads a folder with IDX files, gzipped or not', async () => {
    const place = temporaryFolder();
    const random = createRandom('idx');
    const image = () => random.integer(256);
    writeFileSync(join(place, 'train-images.idx3-ubyte'), idx([60, 4, 5], image));
    writeFileSync(join(place, 'train-labels.idx1-ubyte.gz'), gzipSync(idx([60], (i) => i % 3)));
    writeFileSync(join(place, 't10k-images.idx3-ubyte'), idx([30, 4, 5], image));
    writeFileSync(
      join(place, 't10k-labels.idx1-ubyte'),
      idx([30], (i) => i % 3),
    );
    const args = words('train --model logistic --noise 1 --rate 0.5 --steps 3 -m 40');
    const run = join(temporaryFolder(), 'run');
    expect(await onerun([...args, '--data', place, '--json', '--out', run])).toMatchObject({
      code: 0,
      out: expect.stringContaining('"testRecords": 30'),
    });
    const refused = async (...more: string[]) => {
      const { code, err } = await onerun([...args, ...more, '--out', join(temporaryFolder(), 'run')]);
      expect(code).toBe(2);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
      return err;
    };
    expect(await refused('--data', 'nowhere')).toContain('unknown data');
    expect(await refused('--data', temporaryFolder())).toContain('holds no train-images');
    writeFileSync(
      join(place, 'train-labels.idx1-ubyte.gz'),
      idx([59], () => 0),
    );
    expect(await refused('--data', place)).toContain('one label for each of 60 images: 59');
    writeFileSync(join(place, 'train-labels.idx1-ubyte.gz'), idx([60], () => 0).subarray(0, 40));
    expect(await refused('--data', place)).toContain('must hold 60 = 60 bytes of data: 32');
    writeFileSync(join(place, 'train-labels.idx1-ubyte.gz'), 'words');
    expect(await refused('--data', place)).toContain('not an IDX file');
  });

  test.each([
    [['--steps', '2', '--noise', '-1'], 'invalid noise; must be above 0: -1'],
    [['--steps', '2', '--rate', '2'], 'invalid rate; must be in (0, 1]: 2'],
    [['--steps', '0'], 'invalid steps'],
    [[], 'training needs --steps'],
    [['--steps', '2', '--model', 'forest'], 'unknown model: forest'],
    [['--steps', '2', '--bug', 'moth'], 'unknown bug: moth'],
    [['--steps', '2', '--score', 'best'], 'unknown score: best'],
    [
      ['--steps', '2', '--attack', 'black-box', '--score', 'llr'],
      '--score does not go with --attack black-box',
    ],
    [
      ['--steps', '2', '--canary-kind', 'out-of-distribution'],
      '--canary-kind does not go with --attack white-box',
    ],
    [['--steps', '2', '--canaries', '9000'], 'the model has 7850: 9000'],
    [['--steps', '2', '--attack', 'black-box', '-m', '300'], 'leave nothing of 300 records'],
    [['--steps', '2', '--limit', '70000'], 'must be at most the records (60000): 70000'],
    [['--steps', '2', '--ema', '1'], 'invalid ema'],
    [['--steps', '2', '--hidden', '5'], '--hidden does not go with logistic'],
  ])('%j: one sentence, nothing written', async (args, message) => {
    const run = join(temporaryFolder(), 'run');
    const { code, out, err } = await tiny(run, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(run)).toBe(false);
  });
});
