import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/shell/run.ts';
import { parseClaim } from '../../src/index.ts';
import { onerun, SMALL_SWEEP, words } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('nothing that can be typed or handed in is an internal error', () => {
  const refused = async (args: readonly string[], words: string) => {
    const { code, out, err } = await onerun(args);
    expect({ code, out }, args.join(' ').slice(0, 100)).toEqual({ code: 2, out: '' });
    expect(err).toContain(words);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  };
  const BOUND = ['bound', '-m', '100', '-c', '60'];

  test('more than can be held', async () => {
    const simulate = ['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1'];
    await refused(
      [...simulate, '-m', '10', '-k', '1e9'],
      'invalid options; there must be at most 10000000 scores',
    );
    await refused(
      [...simulate, '-m', '1e7', '-k', '3'],
      'invalid options; there must be at most 10000000 scores',
    );
    const out = join(temporaryFolder(), 'canaries.csv');
    await refused(['canaries', '-m', '1e8', '--out', out], 'must be a whole number from 1 to 2e7');
  });

  test('a delta that no double carries for a claim', async () => {
    const claim = 'dpsgd(noise=1, rate=0.1, steps=10)';
    const hidden = `below which rounding hides the epsilon of ${claim}: 1e-45`;
    await refused(['curve', '--claim', claim, '--delta', '1e-45'], hidden);
    await refused([...BOUND, '--claim', claim, '--delta', '1e-45'], hidden);
  });

  test('claims nested deep, and claims without end', async () => {
    const nested = (depth: number) => `${'compose('.repeat(depth)}gaussian(mu=1)${')'.repeat(depth)}`;
    expect(() => parseClaim(nested(20))).not.toThrow();
    for (const depth of [40, 3000, 100_000])
      await refused([...BOUND, '--claim', nested(depth)], 'compositions may be nested at most 32 deep');
    await refused([...BOUND, '--family', nested(3000)], 'nested at most 32 deep');
    await refused([...BOUND, '--claim', 'compose('.repeat(3000)], 'nested at most 32 deep');
    await refused(
      [...BOUND, '--claim', `gaussian(mu=1)${' '.repeat(2e6)}`],
      'must have at most 1000000 characters',
    );
    // Beside each other there may be many.
    const many = `compose(${Array.from({ length: 2000 }, () => 'pure-dp(epsilon=0)').join(', ')})`;
    expect(parseClaim(many).parts).toHaveLength(2000);
  });

  test('documents nested deep, of many values, with keys twice, or no documents at all', async () => {
    const where = temporaryFolder();
    const at = (text: string) => {
      writeFileSync(join(where, 'document.json'), text);
      writeFileSync(join(where, 'manifest.json'), text);
      return join(where, 'document.json');
    };
    const deep = (depth: number) => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`;
    for (const [text, words] of [
      [deep(5000), 'must be nested at most 64 deep'],
      [`{"schema":"onerun-run/1","scores":"s","parameters":${deep(5000)}}`, 'must be nested at most 64 deep'],
      ['['.repeat(1e6), 'must be nested at most 64 deep'],
      ['{"schema":"onerun-run/1","scores":"a","scores":"b"}', 'a key stands twice: "scores"'],
      ['{"schema":"onerun-run/1","scores":"a","sc\\u006fres":"b"}', 'a key stands twice'],
      ['{"a":"\\\\","a":1}', 'a key stands twice'],
      ['', 'not JSON'],
      ['{"', 'not JSON'],
      ['"a', 'not JSON'],
      ['null', 'Invalid'],
      ['[]', 'Invalid'],
      ['{"__proto__":{"schema":"onerun-run/1"}}', 'Invalid'],
      ['\ufeff{}', 'Invalid'],
      ['\0', 'not JSON'],
    ]) {
      const path = at(text);
      await refused(['audit', where], words);
      await refused(['verify', path], words);
      await refused(['audit', path, '--plan', path], words);
      await refused(['audit', path, '--assignment', path, '--commitment', path], words);
    }
    await refused(['verify', at(`[${'0,'.repeat(6e6)}0]`)], 'must hold at most 5000000 values');
    await refused(['verify', '/dev/full'], 'it is a device');
    await refused(['verify', where], 'it is a directory');
    // The same key in two objects is no key twice, nor is one that is a value.
    at('{"schema":"onerun-run/1","scores":"scores","parameters":{"scores":{"scores":"schema"}}}');
    await refused(['audit', where], 'there is no such file or folder');
  });

  test('manifests with numbers that are none', async () => {
    const where = temporaryFolder();
    writeFileSync(join(where, 'scores.csv'), 'score,included\n1,1\n0,0\n');
    for (const more of [
      '"guesses":[]',
      '"guesses":[0]',
      '"guesses":[1e999]',
      '"guesses":[-1]',
      '"guesses":[0.5]',
      '"guesses":[3]',
      '"guesses":null',
      '"tau":0',
      '"tau":1e-400',
      '"delta":1',
      '"options":1e308',
      '"claim":""',
      '"families":[""]',
      '"atLeast":5',
      '"violation":"x"',
    ]) {
      writeFileSync(join(where, 'manifest.json'), `{"schema":"onerun-run/1","scores":"scores.csv",${more}}`);
      const { code, err } = await onerun(['audit', where]);
      expect([0, 2], `${more} ${err}`).toContain(code);
    }
  });

  test('more canaries than counts can hold', async () => {
    const many = words('-m 9000000000000000 --claim gaussian(sigma=1)');
    await refused(['bound', ...many, '-g', '9000000000000000', '-c', '1'], 'must be at most 1000000000: 9');
    await refused(['plan', ...many], 'must be a whole number from 1 to 1000000000: 9');
    await refused(words('plan -m 1e10 --claim gaussian(sigma=1)'), 'from 1 to 1000000000: 1');
  });

  test('parts of a sweep that were changed', async () => {
    const out = temporaryFolder();
    const small = SMALL_SWEEP;
    await onerun([...small, '--shard', '1/9007199254740991', '--out', out]);
    const [name] = readdirSync(out);
    const log = readFileSync(join(out, name), 'utf8');
    const merge = ['reproduce', 'gaussian', '--merge', '--out', out];
    expect((await onerun(merge)).code).toBe(0);
    for (const change of [
      (text: string) => text.replace(/"settings":.*/, '"settings":null}'),
      (text: string) => text.replace(/"settings":.*/, '"settings":{"methods":"x"}}'),
      (text: string) => text.replace('"sigma":[1]', '"sigma":["x"]'),
      (text: string) => text.replace('"sigma":[1]', '"sigma":[-1]'),
      (text: string) => text.replace('"sigma":[1]', '"nothing":[1]'),
      (text: string) => text.replace(/"shard":"[^"]*"/, '"shard":"x"').replace('"sigma":[1]', '"sigma":[2]'),
    ]) {
      expect(change(log)).not.toBe(log);
      writeFileSync(join(out, name), change(log));
      const { code, err } = await onerun(merge);
      expect(code, err).toBe(2);
    }
  });
});

const PAPER = ['bound', '-m', '100000', '-g', '1500', '-c', '1429'];

test('3 is for an internal error', async () => {
  let err = '';
  const broken = () => {
    throw new TypeError('a bug');
  };
  expect(
    await run(PAPER, {
      out: broken,
      err: (text) => {
        err += text;
      },
    }),
  ).toBe(3);
  expect(err).toMatch(/^internal: .*a bug/);
});
