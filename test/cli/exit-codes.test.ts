import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseClaim } from '../../src/index.ts';
import { parquet } from '../io/files.ts';
import { onerunHere, SMALL_SWEEP, words } from '../support/cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = () => mkdtempSync(join(tmpdir(), 'onerun-'));

describe('a package that is missing or broken', () => {
  /** The built program somewhere else, with none of the packages that it needs. */
  let alone: string;
  beforeAll(() => {
    alone = folder();
    cpSync(join(root, 'dist'), join(alone, 'dist'), {
      recursive: true,
      filter: (path) => !path.endsWith('/web'),
    });
    copyFileSync(join(root, 'package.json'), join(alone, 'package.json'));
  });

  const start = (where: string, args: readonly string[] = ['--version'], node: readonly string[] = []) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...node, join(where, 'dist', 'cli.js'), ...args],
      { encoding: 'utf8' },
    );
    return { code: status, out: stdout, err: stderr };
  };
  const copy = () => {
    const where = folder();
    cpSync(alone, where, { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(where, 'node_modules'));
    return where;
  };
  const chunk = (where: string) =>
    join(where, 'dist', readdirSync(join(where, 'dist')).find((name) => name.startsWith('main-')) ?? '');

  test('is loaded by a launcher without imports', () => {
    const text = readFileSync(join(root, 'dist', 'cli.js'), 'utf8');
    expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(text).not.toMatch(/^\s*import\b(?!\()/m);
    expect(text.length).toBeLessThan(3000);
    expect(start(copy())).toMatchObject({ code: 0, err: '' });
  });

  test('that ends before it has decided anything ends in 3', () => {
    const where = copy();
    const file = chunk(where);
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8').replace(/await run\(/, 'await new Promise(() => {}); await run(')}`,
    );
    expect(start(where).code).toBe(3);
  });

  test('without the part that takes Parquet apart ends in 3, and reads nothing', () => {
    const where = copy();
    rmSync(join(where, 'dist', 'parquet-worker.js'));
    const path = join(where, 'a.parquet');
    writeFileSync(path, parquet({ score: [1, 2, 3], included: [0, 1, 0] }));
    expect(start(where, ['audit', path])).toEqual({
      code: 3,
      out: '',
      err: 'the package onerun is broken, install it again\n',
    });
  });

  test('ends in 3 with one sentence', () => {
    const damages: ((where: string) => void)[] = [
      (where) => rmSync(join(where, 'node_modules')),
      (where) => rmSync(chunk(where)),
      (where) => writeFileSync(chunk(where), readFileSync(chunk(where)).subarray(0, 5000)),
      (where) => writeFileSync(chunk(where), ''),
      (where) => appendFileSync(chunk(where), '\nthrow new TypeError("a\\u001b[31m bug");'),
      (where) => {
        rmSync(join(where, 'node_modules'));
        mkdirSync(join(where, 'node_modules', 'commander'), { recursive: true });
        writeFileSync(join(where, 'node_modules', 'commander', 'package.json'), '{ broken');
      },
    ];
    for (const damage of damages) {
      const where = copy();
      damage(where);
      const { code, out, err } = start(where);
      expect({ code, out }, damage.toString()).toEqual({ code: 3, out: '' });
      expect(err).toMatch(/^(cannot start; the package onerun|internal).*\n$/);
      expect(err).not.toContain('\x1b');
    }
  });

  test('ends in 3 also where what is missing is needed late', () => {
    const where = copy();
    rmSync(join(where, 'node_modules'));
    mkdirSync(join(where, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules')))
      if (name !== 'linkedom' && name !== '@resvg')
        symlinkSync(join(root, 'node_modules', name), join(where, 'node_modules', name));
    const plot = join(where, 'a.svg');
    expect(start(where, ['curve', '--claim', 'gaussian(sigma=1)', '--plot', plot])).toMatchObject({
      code: 3,
    });
    expect(start(where, ['web', '--no-open']).code).toBe(3);
  });

  test('and so does a Node that is too old, or a bug outside of any command', () => {
    const where = copy();
    const preload = (code: string) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
    const old = preload(
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.1' } })",
    );
    const { code, err } = start(where, ['--version'], old);
    expect(code).toBe(3);
    expect(err).toMatch(/^onerun needs Node 20\.19 or later; this is: v.*\n$/);
    const late = (what: string) =>
      preload(`process.once('beforeExit', () => setImmediate(() => { ${what} }))`);
    for (const what of ['throw new Error("late")', 'Promise.reject(new Error("late"))', 'throw null'])
      expect(start(where, ['--version'], late(what)).code, what).toBe(3);
  });
});

describe('the recipe for CI', () => {
  const recipe = /Audit the privacy claim\n {2}run: \|\n((?: {4}.*\n)+)/.exec(
    readFileSync(join(root, 'docs', 'audit.md'), 'utf8'),
  )?.[1];
  const scores = readFileSync(join(root, 'examples', 'half-noise.csv'), 'utf8');

  const ci = (claim: string, install: (bin: string) => void) => {
    const where = folder();
    mkdirSync(join(where, 'run'));
    mkdirSync(join(where, 'node_modules', '.bin'), { recursive: true });
    writeFileSync(join(where, 'run', 'scores.csv'), scores);
    const manifest = { schema: 'onerun-run/1', scores: 'scores.csv', claim, families: ['pure-dp'] };
    writeFileSync(join(where, 'run', 'manifest.json'), JSON.stringify(manifest));
    install(join(where, 'node_modules', '.bin', 'onerun'));
    const { status, stdout } = spawnSync('bash', ['-e', '-c', recipe ?? 'exit 99'], {
      cwd: where,
      encoding: 'utf8',
    });
    return { code: status, out: stdout };
  };
  const real = (bin: string) => {
    symlinkSync(join(root, 'dist', 'cli.js'), bin);
    chmodSync(join(root, 'dist', 'cli.js'), 0o755);
  };
  const stub = (script: string) => (bin: string) =>
    writeFileSync(bin, `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  test('tells a refuted claim from an audit that did not take place', () => {
    expect(ci('gaussian(sigma=1)', real)).toEqual({ code: 1, out: 'the claim is refuted\n' });
    expect(ci('gaussian(sigma=0.5)', real)).toEqual({ code: 0, out: 'the claim stands\n' });
    for (const install of [
      () => {},
      stub('echo "npm error could not determine executable to run" >&2; exit 1'),
      stub('echo "{}"; exit 1'),
      stub('exit 0'),
    ])
      expect(ci('gaussian(sigma=1)', install)).toMatchObject({ code: 2 });
    expect(ci('nonsense', real).code).toBe(2);
  });
});

describe('nothing that can be typed or handed in is an internal error', () => {
  const refused = async (args: readonly string[], words: string) => {
    const { code, out, err } = await onerunHere(args);
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
    const out = join(folder(), 'canaries.csv');
    await refused(['canaries', '-m', '1e8', '--out', out], 'must be a whole number from 1 to 2e7');
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
    const where = folder();
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
      ['null', 'Invalid input'],
      ['[]', 'Invalid input'],
      ['{"__proto__":{"schema":"onerun-run/1"}}', 'Invalid input'],
      ['\ufeff{}', 'Invalid input'],
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
    const where = folder();
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
      const { code, err } = await onerunHere(['audit', where]);
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
    const out = folder();
    const small = SMALL_SWEEP;
    await onerunHere([...small, '--shard', '1/9007199254740991', '--out', out]);
    const [name] = readdirSync(out);
    const log = readFileSync(join(out, name), 'utf8');
    const merge = ['reproduce', 'gaussian', '--merge', '--out', out];
    expect((await onerunHere(merge)).code).toBe(0);
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
      const { code, err } = await onerunHere(merge);
      expect(code, err).toBe(2);
    }
  });
});
