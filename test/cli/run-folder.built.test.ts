import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { filesOf, idx, runKilled } from '../support/crash.ts';
import { bash, onerunProcess } from '../support/process.ts';
import {
  audit,
  copyOf,
  data,
  edit,
  json,
  mkdirs,
  PRIVACY,
  refused,
  resultOf,
  resume,
  STEPS,
  sha256,
  TRAIN,
  train,
  trainOn,
  twoRuns,
} from '../support/run-folder.ts';
import { temporaryFolder } from '../support/temporary.ts';

let whole: string;
let stopped: string;
beforeAll(async () => {
  ({ whole, stopped } = await twoRuns());
});

describe('a new run', () => {
  /** Refused, with everything as it was. */
  async function untouched(run: string, args: readonly string[]): Promise<string> {
    const before = filesOf(run);
    const { code, out, err } = await onerun([...args, '--out', run]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(filesOf(run)).toEqual(before);
    return err;
  }

  test('by force that cannot begin leaves the old one as it is', async () => {
    const run = copyOf(whole);
    const tiny = PRIVACY.with(PRIVACY.indexOf('1'), '1e-300');
    expect(await untouched(run, ['train', '--data', data, ...tiny, '--force'])).toContain('noise must be');
    const large = ['train', '--data', data, '--noise', '1', '--rate', '0.5', '--steps', '2', '-m', '40'];
    for (const hidden of ['1e15', '1e8'])
      expect(await untouched(run, [...large, '--hidden', hidden, '--force'])).toContain('weights');
    const before = filesOf(run);
    expect(bash('ulimit -f 0; "$0" "$@"', [...TRAIN, '--force', '--out', run]).code).toBe(2);
    expect(filesOf(run)).toEqual(before);
  });

  test('does not take its own inputs away', async () => {
    const run = copyOf(whole);
    for (const [name, as] of [
      ['train-images.idx3-ubyte', 'scores.csv'],
      ['train-labels.idx1-ubyte', 'manifest.json'],
    ])
      cpSync(join(data, name), join(run, as));
    const files = ['--images', join(run, 'scores.csv'), '--labels', join(run, 'manifest.json')];
    const tests = [
      '--test-images',
      join(data, 't10k-images.idx3-ubyte'),
      '--test-labels',
      join(data, 't10k-labels.idx1-ubyte'),
    ];
    expect(await untouched(run, ['train', ...files, ...tests, ...PRIVACY, '--force'])).toContain(
      'is an input',
    );
    const given = join(temporaryFolder(), 'run');
    expect((await onerun(['canaries', '-m', '40', '--out', join(mkdirs(given), 'scores.csv')])).code).toBe(0);
    expect(
      await untouched(given, [...TRAIN, '--assignment', join(given, 'scores.csv'), '--force']),
    ).toContain('is an input');
  });

  test('in a folder with a link that leads nowhere is refused at once', async () => {
    const run = mkdirs(join(temporaryFolder(), 'run'));
    symlinkSync('nowhere', join(run, 'manifest.json'));
    expect((await train(run)).err).toContain('holds a run already');
    expect((await train(run, '--force')).err).toContain('a link that leads nowhere');
  });

  test('that takes a folder over is noticed by the one that was there', async () => {
    const run = join(temporaryFolder(), 'run');
    const first = runKilled(
      [...trainOn(data).with(10, '4000'), '--checkpoint-every', '0', '--seed', '7', '--out', run],
      null,
    );
    while (!existsSync(join(run, 'checkpoint.json'))) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(onerunProcess([...TRAIN, '--seed', '8', '--force', '--out', run]).code).toBe(0);
    expect(await first).toMatchObject({
      code: 2,
      err: expect.stringContaining('was taken over by another run'),
    });
    expect((await audit(run)).code).toBe(0);
  });
});

describe('a run that is resumed', () => {
  test('does not replace scores that are not its own, and loses nothing', async () => {
    const run = copyOf(stopped);
    writeFileSync(join(run, 'scores.csv'), 'precious\n');
    expect(await resume(run)).toMatchObject({
      code: 2,
      err: expect.stringContaining('exists and is not replaced'),
    });
    expect(readFileSync(join(run, 'scores.csv'), 'utf8')).toBe('precious\n');
    expect(json(run, 'checkpoint.json').step).toBe(STEPS);
    rmSync(join(run, 'scores.csv'));
    expect((await resume(run)).code).toBe(0);
    expect(resultOf(run)).toEqual(resultOf(whole));
  });

  test('has a setting that could have been typed', async () => {
    for (const [from, to, words] of [
      ['"delta": 0.00001', '"delta": 7', 'invalid delta'],
      ['"hidden": []', '"hidden": [1000000000]', 'weights'],
      [/"data": \{[^}]*\}/, '"data": {}', 'names no data'],
      [/"data": "[^"]*"/, '$&, "limit": 1.5', 'invalid limit'],
    ] as const) {
      const run = copyOf(stopped);
      rmSync(join(run, 'checkpoint.json'));
      const before = readFileSync(join(run, 'setting.json'), 'utf8');
      edit(join(run, 'setting.json'), (text) => text.replace(from, to));
      expect(readFileSync(join(run, 'setting.json'), 'utf8')).not.toBe(before);
      expect(await refused(run)).toContain(words);
    }
  });
});

test('data without pixels, and more of it than there are bytes, are refused', async () => {
  const place = temporaryFolder();
  const at = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(place, name), bytes);
    return join(place, name);
  };
  const labels = at(
    'labels',
    idx([2], (i) => i),
  );
  const on = (images: string) => [
    ...['train', '--images', images, '--labels', labels, '--test-images', images, '--test-labels', labels],
    ...[...PRIVACY, '--out', join(place, 'run')],
  ];
  const blank = await onerun(
    on(
      at(
        'images',
        idx([2, 0, 28], () => 0),
      ),
    ),
  );
  expect(blank).toMatchObject({ code: 2, err: expect.stringContaining('at least one byte: 2 of 0') });
  const packed = await onerun([
    ...on(at('images.gz', gzipSync(new Uint8Array(1e6)))),
    '--input-limit',
    'memory=1e6',
  ]);
  expect(packed.code).toBe(2);
  expect(packed.err).toMatch(/^limit reached in images\.gz; .*; --input-limit memory=N sets another\n$/);
});

describe('the manifest', () => {
  test('holds hashes, and an audit refuses scores and assignments that were changed since', async () => {
    expect(json(whole, 'manifest.json').sha256).toEqual({
      scores: sha256(join(whole, 'scores.csv')),
      assignment: sha256(join(whole, 'canaries.csv')),
    });
    expect((await audit(whole)).code).toBe(0);
    const scores = copyOf(whole);
    edit(join(scores, 'scores.csv'), (text) =>
      text.replace(/(\d)\n$/, (_, x) => `${(Number(x) + 1) % 10}\n`),
    );
    const audited = await audit(scores);
    expect(audited).toMatchObject({ code: 2, out: '' });
    expect(audited.err).toMatch(/scores\.csv is not what the manifest records as its scores: .*\n$/);
    // Coins with a commitment of their own pass the commitment, not the manifest.
    const coins = copyOf(whole);
    const file = join(coins, 'canaries.csv');
    expect((await onerun(['canaries', '-m', '40', '--seed', '3', '--out', file, '--force'])).code).toBe(0);
    expect(await audit(coins)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('canaries.csv is not what the manifest records as its assignment'),
    });
    expect((await audit(whole, '--assignment', file, '--commitment', `${file}.commitment.json`)).code).toBe(
      2,
    );
  });

  test('without hashes reads as before; a hash of nothing is refused', async () => {
    const run = copyOf(whole);
    const { sha256: hashes, ...rest } = json(run, 'manifest.json');
    const write = (content: object) => writeFileSync(join(run, 'manifest.json'), JSON.stringify(content));
    write(rest);
    expect((await audit(run)).code).toBe(0);
    write({ ...rest, sha256: { scores: hashes.scores } });
    expect((await audit(run)).code).toBe(0);
    write({ ...rest, sha256: { scores: 'abc' } });
    expect(await audit(run)).toMatchObject({
      code: 2,
      err: expect.stringContaining('sha256.scores'),
    });
  });

  test('written before a kill ends the run: its checkpoint goes when it is resumed', async () => {
    const run = copyOf(whole);
    cpSync(join(stopped, 'checkpoint.json'), join(run, 'checkpoint.json'));
    expect(await resume(run)).toMatchObject({ code: 2, err: expect.stringContaining('is finished') });
    expect(filesOf(run)).toEqual(filesOf(whole));
  });
});

test('files with coins, salts and seeds are for their owner alone', async () => {
  const mode = (...path: string[]) => statSync(join(...path)).mode & 0o777;
  for (const name of ['setting.json', 'canaries.csv', 'canaries.csv.commitment.json', 'manifest.json'])
    expect(mode(whole, name)).toBe(0o600);
  expect(mode(stopped, 'checkpoint.json')).toBe(0o600);
  const drawn = join(temporaryFolder(), 'canaries.csv');
  await onerun(['canaries', '-m', '10', '--out', drawn]);
  expect([mode(drawn), mode(`${drawn}.commitment.json`)]).toEqual([0o600, 0o600]);
  // Also where a file that all may read is replaced.
  chmodSync(drawn, 0o644);
  await onerun(['canaries', '-m', '10', '--out', drawn, '--force']);
  expect(mode(drawn)).toBe(0o600);
});

test('a folder with a checkpoint and nothing else is not started over', async () => {
  const run = copyOf(stopped);
  rmSync(join(run, 'setting.json'));
  expect(await refused(run)).toContain('holds no setting.json of a run: start it without --resume');
  expect(await train(run, '--seed', '1')).toMatchObject({
    code: 2,
    err: expect.stringContaining('checkpoint.json'),
  });
  expect((await train(run, '--seed', '1', '--force')).code).toBe(0);
  expect(resultOf(run)).toEqual(resultOf(whole));
});

test('--checkpoint-every takes seconds', async () => {
  const out = join(temporaryFolder(), 'run');
  expect(await onerun([...trainOn(data), '--out', out, '--checkpoint-every', '-1'])).toMatchObject({
    code: 2,
    err: 'invalid checkpoint-every; must be seconds, 0 or above: -1\n',
  });
});
