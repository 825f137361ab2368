import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { filesOf, idx } from '../support/crash.ts';
import { bash } from '../support/process.ts';
import {
  audit,
  copyOf,
  data,
  edit,
  json,
  mkdirs,
  PRIVACY,
  sha256,
  TRAIN,
  train,
} from '../support/run-folder.ts';
import { temporaryFolder } from '../support/temporary.ts';

const whole = join(temporaryFolder(), 'run');
beforeAll(async () => {
  expect((await train(whole, '--seed', '1')).code).toBe(0);
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
    const given = join(temporaryFolder(), 'run');
    expect((await onerun(['canaries', '-m', '40', '--out', join(mkdirs(given), 'scores.csv')])).code).toBe(0);
    expect(
      await untouched(given, [...TRAIN, '--assignment', join(given, 'scores.csv'), '--force']),
    ).toContain('is an input');
  });

  test('in a folder with a link that leads nowhere is refused at once', async () => {
    const run = mkdirs(join(temporaryFolder(), 'run'));
    symlinkSync('nowhere', join(run, 'manifest.json'));
    expect((await train(run)).err).toContain('a link that leads nowhere');
    expect((await train(run, '--force')).err).toContain('a link that leads nowhere');
  });
});

test('data without pixels, and more of it than there are bytes, are refused', async () => {
  const place = temporaryFolder();
  const labels = idx([2], (i) => i);
  const on = (images: Uint8Array, ...more: string[]) => {
    for (const name of ['train', 't10k']) {
      writeFileSync(join(place, `${name}-images`), images);
      writeFileSync(join(place, `${name}-labels`), labels);
    }
    return onerun(['train', '--data', place, ...PRIVACY, '--out', join(place, 'run'), ...more]);
  };
  const blank = await on(idx([2, 0, 28], () => 0));
  expect(blank).toMatchObject({ code: 2, err: expect.stringContaining('at least one byte: 2 of 0') });
  const packed = await on(gzipSync(new Uint8Array(1e6)), '--input-limit', 'memory=1e6');
  expect(packed.code).toBe(2);
  expect(packed.err).toMatch(/^limit reached in train-images; .*; --input-limit memory=N sets another\n$/);
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
});

test('files with coins, salts and seeds are for their owner alone', async () => {
  const mode = (...path: string[]) => statSync(join(...path)).mode & 0o777;
  for (const name of ['setting.json', 'canaries.csv', 'canaries.csv.commitment.json', 'manifest.json'])
    expect(mode(whole, name)).toBe(0o600);
  const drawn = join(temporaryFolder(), 'canaries.csv');
  await onerun(['canaries', '-m', '10', '--out', drawn]);
  expect([mode(drawn), mode(`${drawn}.commitment.json`)]).toEqual([0o600, 0o600]);
  // Also where a file that all may read is replaced.
  chmodSync(drawn, 0o644);
  await onerun(['canaries', '-m', '10', '--out', drawn, '--force']);
  expect(mode(drawn)).toBe(0o600);
});
