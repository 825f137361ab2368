import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { type Plugin, rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { empiricalEpsilon } from '../src/audit/index.ts';
import { createRandom } from '../src/numerics/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function sourcesOf(room: string): string[] {
  const files = readdirSync(`${root}src/${room}`, { encoding: 'utf8', recursive: true });
  return files.filter((name) => name.endsWith('.ts'));
}

/** Leaves what is imported later, when it is needed, where it is. */
const later: Plugin = {
  name: 'later',
  resolveId: (source, _, { kind }) => (kind === 'dynamic-import' ? { id: source, external: true } : null),
};

/** An entry as one script for browsers, with nothing left to import. */
async function bundled(entry: string): Promise<string> {
  const bundle = await rolldown({ input: `${root}src/${entry}`, platform: 'browser', plugins: [later] });
  const { output } = await bundle.generate({ format: 'iife', name: 'onerun', minify: true });
  expect(output.length).toBe(1);
  expect(output[0].imports).toEqual([]);
  return output[0].code;
}

/** Runs a script in a bare engine with what browsers have: no process, no require, no Buffer. */
const inBrowser = (code: string) => runInNewContext(`${code}; onerun`, { TextDecoder, TextEncoder });

test('the library runs in the browser: it bundles without Node, what is loaded at once in 90 kB gzipped', async () => {
  const code = await bundled('index.ts');
  expect(gzipSync(code).length).toBeLessThan(90 * 1024);
  const observation = { m: 100_000, k: 2, guesses: 1500, correct: 1429 };
  expect({ ...inBrowser(code).epsilon(observation, 'gaussian')[0] }).toEqual(
    empiricalEpsilon(observation, 'gaussian')[0],
  );
  const theirs = inBrowser(await bundled('numerics/index.ts')).createRandom('same');
  const ours = createRandom('same');
  for (let i = 0; i < 1000; i++) expect(theirs.normal()).toBe(ours.normal());
});

test('the mathematics asks the engine for nothing whose last digit the engine may choose', () => {
  const loose = /Math\.(exp|log|log1p|expm1|log10|pow|sin|cos|tan|sinh|cosh|tanh|atan2?|cbrt|hypot)\b/;
  for (const room of ['numerics', 'claims', 'bounds', 'games', 'signals', 'audit'])
    for (const file of sourcesOf(room)) {
      const code = readFileSync(`${root}src/${room}/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      expect(
        code.match(loose)?.[0],
        `${room}/${file}: numerics/elementary.ts has exp, ln, log1p, expm1`,
      ).toBe(undefined);
    }
});

test('the package is put together as its consumers expect', async () => {
  const { messages } = await publint({ pkgDir: root, pack: false });
  expect(messages).toEqual([]);
});

test('a package is built before it is packed', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  expect(scripts.prepack).toContain('npm run --silent build');
  for (const installing of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(scripts).not.toHaveProperty(installing);
});

test('the built library can be imported and carries types', () => {
  const script =
    "import('onerun').then((o) => console.log(o.epsilon({ m: 100, k: 2, guesses: 100, correct: 100 }, 'gaussian')[0].epsilon))";
  expect(Number(execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' }))).toBeCloseTo(
    8.2161859643463,
    9,
  );
  const training = "import('onerun/training').then((o) => console.log(typeof o.Trainer))";
  expect(execFileSync(process.execPath, ['-e', training], { cwd: root, encoding: 'utf8' })).toBe(
    'function\n',
  );
  expect(readFileSync(`${root}dist/index.d.ts`, 'utf8')).toMatch(/^export \{.* TradeOff,/m);
});

test('the lock file names no download addresses', () => {
  expect(readFileSync(`${root}package-lock.json`, 'utf8')).not.toMatch(/"resolved"/);
});
