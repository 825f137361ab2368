import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parquet } from '../io/files.ts';
import { onerunProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
describe('a package that is missing or broken', () => {
  /** The built program somewhere else, with none of the packages that it needs. */
  let alone: string;
  beforeAll(() => {
    alone = temporaryFolder();
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
    const where = temporaryFolder();
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

  test('says its version and its help without loading any mathematics', () => {
    const files = new Set<string>();
    const packages = new Set<string>();
    const follow = (name: string): void => {
      if (files.has(name)) return;
      files.add(name);
      for (const [, from] of readFileSync(join(root, 'dist', name), 'utf8').matchAll(
        /^import .*?"([^"]+)";$/gm,
      ))
        if (from.startsWith('./')) follow(from.slice(2));
        else if (!from.startsWith('node:')) packages.add(from);
    };
    follow(readdirSync(join(root, 'dist')).find((name) => name.startsWith('main-')) ?? '');
    expect([...packages]).toEqual(['commander']);
    expect(files.size).toBeLessThan(5);
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
  const recipe = /```sh\n(code=0\n[\s\S]*?)```/.exec(readFileSync(join(root, 'docs', 'ci.md'), 'utf8'))?.[1];
  const scores = readFileSync(join(root, 'examples', 'half-noise.csv'), 'utf8');

  const ci = (claim: string, install: (bin: string) => void) => {
    const where = temporaryFolder();
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
    return { code: status, said: stdout.trimEnd().split('\n').at(-1) };
  };
  const real = (bin: string) => {
    symlinkSync(join(root, 'dist', 'cli.js'), bin);
    chmodSync(join(root, 'dist', 'cli.js'), 0o755);
  };
  const stub = (script: string) => (bin: string) =>
    writeFileSync(bin, `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  test('tells a refuted claim from an audit that did not take place', () => {
    expect(ci('gaussian(sigma=1)', real)).toEqual({ code: 1, said: 'the claim is refuted' });
    expect(ci('gaussian(sigma=0.5)', real)).toEqual({ code: 0, said: 'the claim is not refuted' });
    for (const install of [
      () => {},
      stub('echo "npm error could not determine executable to run" >&2; exit 1'),
      stub('echo "{}" > audit.json; exit 1'),
      stub('exit 0'),
    ])
      expect(ci('gaussian(sigma=1)', install)).toMatchObject({ code: 2 });
    expect(ci('nonsense', real).code).toBe(2);
  });
});

describe('the exit code of a process', () => {
  const PAPER = ['bound', '-m', '100000', '-g', '1500', '-c', '1429'];

  test('the built command gives the same code', () => {
    expect(onerunProcess(['bound', '-m', '100', '-c', '101'])).toEqual({
      code: 2,
      out: '',
      err: 'invalid correct; must be at most guesses (100): 101\n',
    });
    expect(onerunProcess(['--no-such-option']).code).toBe(2);
  });

  test('1 for a refuted claim and nothing else', () => {
    expect(onerunProcess([...PAPER, '--claim', 'gaussian(sigma=2)']).code).toBe(1);
    expect(onerunProcess([...PAPER, '--claim', 'gaussian(sigma=1)']).code).toBe(0);
    expect(onerunProcess(['bound', '-m', '100', '-c', '100']).code).toBe(0);
    expect(onerunProcess([]).code).toBe(0);
    expect(onerunProcess(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(onerunProcess(['--help']).code).toBe(0);
    expect(onerunProcess(['help', 'bound']).code).toBe(0);
  });
});
