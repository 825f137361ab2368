import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { onerun, words } from '../support/cli.ts';
import { filesOf, idx, type Moment, runKilled, smallData } from '../support/crash.ts';
import { bash, onerunProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const STEPS = 6;
const data = smallData();
const PRIVACY = words(`--model logistic --noise 1 --rate 0.5 --steps ${STEPS} -m 40`);
const trainOn = (source: string) => ['train', '--data', source, ...PRIVACY];
const TRAIN = [...trainOn(data), '--checkpoint-every', '0'];
const train = (out: string, ...more: string[]) => onerun([...TRAIN, '--out', out, ...more]);
const resume = (out: string, ...more: string[]) => onerun(['train', '--resume', '--out', out, ...more]);
/** Quick: one method, one family. */
const audit = (run: string, ...more: string[]) =>
  onerun(['audit', run, '--method', 'paper', '--family', 'gaussian', ...more]);
const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const RESULT = ['canaries.csv', 'canaries.csv.commitment.json', 'manifest.json', 'scores.csv'];
const resultOf = (folder: string) => RESULT.map((name) => filesOf(folder).get(name));

function mkdirs(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

/** Kills a training at a moment. */
async function killedAt(moment: Moment, seed: string, ...more: string[]): Promise<string> {
  const out = join(temporaryFolder(), 'run');
  const { killed } = await runKilled([...TRAIN, '--seed', seed, '--out', out, ...more], moment);
  expect(killed).toBe(true);
  return out;
}

const AFTER_FOUR = { placed: 'checkpoint.json', times: 4 };
const ONLY_SETTING = { placed: 'setting.json' };
const COMMITTED = { placed: 'canaries.csv.commitment.json' };

/** A finished run, and one killed after its fourth checkpoint; both of seed 1. */
let whole: string;
let stopped: string;
beforeAll(async () => {
  whole = join(temporaryFolder(), 'run');
  expect((await train(whole, '--seed', '1')).code).toBe(0);
  stopped = await killedAt(AFTER_FOUR, '1');
  expect(json(stopped, 'checkpoint.json').step).toBe(4);
});

function copyOf(run: string): string {
  const copy = join(temporaryFolder(), 'run');
  cpSync(run, copy, { recursive: true });
  return copy;
}

/** Refused in one sentence, and nothing is touched. */
async function refused(run: string, ...more: string[]): Promise<string> {
  const before = filesOf(run);
  const { code, out, err } = await resume(run, ...more);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(filesOf(run)).toEqual(before);
  return err;
}

describe('a checkpoint', () => {
  test('of the run itself is taken, to the same bytes', async () => {
    const run = copyOf(stopped);
    expect((await resume(run)).code).toBe(0);
    expect(resultOf(run)).toEqual(resultOf(whole));
  });

  test.each([
    ['another step', (text: string) => text.replace('"step": 4', '"step": 5')],
    ['another loss', (text: string) => text.replace(/"loss": \d/, '"loss": 9')],
    ['other weights', (text: string) => text.replace(/"weights": "..../, '"weights": "AAAA')],
    ['other scores', (text: string) => text.replace(/(\[\s*)"..../, '$1"AAAA')],
    ['another setting', (text: string) => text.replace(/"setting": "..../, '"setting": "0000')],
    ['an average', (text: string) => text.replace('"average": null', '"average": ""')],
  ])('with %s edited in is refused', async (_, change) => {
    const run = copyOf(stopped);
    const before = readFileSync(join(run, 'checkpoint.json'), 'utf8');
    edit(join(run, 'checkpoint.json'), change);
    expect(readFileSync(join(run, 'checkpoint.json'), 'utf8')).not.toBe(before);
    expect(await refused(run)).toContain('its checksum does not fit, so it was changed after it was written');
  });

  test('that was cut, or without its checksum, is refused', async () => {
    const run = copyOf(stopped);
    const path = join(run, 'checkpoint.json');
    const text = readFileSync(path, 'utf8');
    for (const cut of ['', text.slice(0, 100), text.slice(0, -3)]) {
      writeFileSync(path, cut);
      expect(await refused(run)).toContain('invalid checkpoint');
    }
    const { checksum: _, ...rest } = JSON.parse(text);
    writeFileSync(path, JSON.stringify(rest));
    expect(await refused(run)).toContain('at checksum');
    // Its layout is no part of it.
    writeFileSync(path, JSON.stringify(JSON.parse(text)));
    expect((await resume(run)).code).toBe(0);
    expect(resultOf(run)).toEqual(resultOf(whole));
  });

  test('of another run is refused', async () => {
    const other = await killedAt(AFTER_FOUR, '2');
    const run = copyOf(stopped);
    cpSync(join(other, 'checkpoint.json'), join(run, 'checkpoint.json'));
    expect(await refused(run)).toContain('it was written with another setting than setting.json');
  });

  test('beside another setting is refused', async () => {
    for (const change of [
      (text: string) => text.replace('"steps": 6', '"steps": 5'),
      (text: string) => text.replace('"noise": 1', '"noise": 2'),
      (text: string) => text.replace('"delta": 0.00001', '"delta": 0.0001'),
      (text: string) => text.replace('"seed": "1"', '"seed": "2"'),
    ]) {
      const run = copyOf(stopped);
      edit(join(run, 'setting.json'), change);
      expect(await refused(run)).toContain('another setting than setting.json');
    }
  });

  test('beside another assignment is refused', async () => {
    const run = copyOf(stopped);
    const other = join(temporaryFolder(), 'canaries.csv');
    expect((await onerun(['canaries', '-m', '40', '--seed', '1', '--out', other])).code).toBe(0);
    // The same coins under another salt are another commitment.
    cpSync(`${other}.commitment.json`, join(run, 'canaries.csv.commitment.json'));
    expect(await refused(run)).toContain('another assignment than canaries.csv');
    cpSync(other, join(run, 'canaries.csv'));
    expect(await refused(run)).toContain('another assignment than canaries.csv');
    edit(join(run, 'canaries.csv'), (text) => text.replace(/0,(\d)\n/, (_, x) => `0,${1 - Number(x)}\n`));
    expect(await refused(run)).toContain('is not the assignment that');
  });

  test('beside other data is refused', async () => {
    const moved = smallData();
    const run = join(temporaryFolder(), 'run');
    const args = [...trainOn(moved), '--checkpoint-every', '0', '--seed', '1', '--out', run];
    expect((await runKilled(args, AFTER_FOUR)).killed).toBe(true);
    cpSync(smallData('other data'), moved, { recursive: true });
    expect(await refused(run)).toContain('it was written with other training data');
  });

  test('whose checksum was forged still has to be of the right form', async () => {
    const run = copyOf(stopped);
    const forge = (change: object) => {
      const { checksum: _, ...content } = { ...json(stopped, 'checkpoint.json'), ...change };
      const order = [
        ...['schema', 'setting', 'assignment', 'data'],
        ...['step', 'loss', 'weights', 'average', 'memory'],
      ];
      const checksum = createHash('sha256')
        .update(JSON.stringify(order.map((key) => content[key])))
        .digest('hex');
      writeFileSync(join(run, 'checkpoint.json'), JSON.stringify({ ...content, checksum }));
      return refused(run);
    };
    expect(await forge({ step: 7 })).toContain('must have a step from 0 to 6: 7');
    expect(await forge({ weights: 'AAAAA' })).toContain('of another form');
    expect(await forge({ memory: [] })).toContain('of another form');
    expect(await forge({ average: '' })).toContain('of another form');
  });
});

describe('coins', () => {
  test('are not drawn while a checkpoint exists', async () => {
    for (const name of ['canaries.csv', 'canaries.csv.commitment.json']) {
      const run = copyOf(stopped);
      rmSync(join(run, name));
      expect(await refused(run)).toContain(`${name} is missing beside a checkpoint`);
      expect(await refused(run, '--seed', '1')).toContain('is missing beside a checkpoint');
    }
  });

  test('that a kill kept from being written are those of the seed, whether it was typed or drawn', async () => {
    for (const placed of ['setting.json', 'canaries.csv', 'canaries.csv.commitment.json']) {
      const run = await killedAt({ placed }, '1');
      expect((await resume(run)).code).toBe(0);
      expect(resultOf(run)).toEqual(resultOf(whole));
    }
    const unnamed = join(temporaryFolder(), 'run');
    expect((await runKilled([...TRAIN, '--out', unnamed], ONLY_SETTING)).killed).toBe(true);
    const { seed } = json(unnamed, 'setting.json').setting;
    const twin = join(temporaryFolder(), 'run');
    expect((await resume(unnamed)).code).toBe(0);
    expect((await train(twin, '--seed', seed)).code).toBe(0);
    expect(resultOf(unnamed)).toEqual(resultOf(twin));
  });

  test('of another run are refused before the first checkpoint too', async () => {
    const run = await killedAt(COMMITTED, '1');
    cpSync(join(await killedAt(COMMITTED, '2'), 'canaries.csv'), join(run, 'canaries.csv'));
    expect(await refused(run)).toContain("is not of this run's assignment");
  });

  test('that were given are copied again, and no others are taken', async () => {
    const place = temporaryFolder();
    const given = join(place, 'mine.csv');
    await onerun(['canaries', '-m', '40', '--out', given]);
    const finished = join(place, 'finished');
    expect((await train(finished, '--seed', '1', '--assignment', given)).code).toBe(0);
    const run = await killedAt(ONLY_SETTING, '1', '--assignment', given);
    expect(existsSync(join(run, 'canaries.csv'))).toBe(false);
    const moved = join(place, 'moved.csv');
    for (const end of ['', '.commitment.json']) {
      cpSync(`${given}${end}`, `${moved}${end}`);
      rmSync(`${given}${end}`);
    }
    expect(await refused(run)).toContain('hand it in again with --assignment FILE');
    const other = join(place, 'other.csv');
    await onerun(['canaries', '-m', '40', '--out', other]);
    expect(await refused(run, '--assignment', other)).toContain(
      'is not the assignment that the run was given',
    );
    expect((await resume(run, '--assignment', moved)).code).toBe(0);
    expect(resultOf(run)).toEqual(resultOf(finished));
    expect(await refused(copyOf(stopped), '--assignment', moved)).toContain('leave --assignment out');
  });

  test('of an old run are gone before a new one begins', async () => {
    const fresh = join(temporaryFolder(), 'run');
    expect((await train(fresh, '--seed', '2')).code).toBe(0);
    const run = copyOf(whole);
    const args = [...TRAIN, '--seed', '2', '--force', '--out', run];
    expect((await runKilled(args, ONLY_SETTING)).killed).toBe(true);
    expect([...filesOf(run).keys()].filter((name) => !name.endsWith('.partial'))).toEqual(['setting.json']);
    expect((await resume(run)).code).toBe(0);
    expect(resultOf(run)).toEqual(resultOf(fresh));
  });
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
    expect(await resume(run)).toMatchObject({ code: 2, err: expect.stringContaining('is not of this run') });
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
  const bomb = gzipSync(new Uint8Array(8e8), { level: 1 });
  const packed = await onerun(on(at('images.gz', bomb)));
  expect(packed.code).toBe(2);
  expect(packed.err).toMatch(/^limit reached in images\.gz; .*; --input-limit ratio=N sets another\n$/);
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
