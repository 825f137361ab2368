import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { commandLinePage } from '../../site/generated/command-line.ts';
import { claimUsage } from '../../src/claims/index.ts';
import { programOf } from '../../src/cli/shell/program.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** An empty project, into which the package is installed as a user does. */
const project = temporaryFolder();
const installed = join(project, 'node_modules/onerun');

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' });

const nothing = () => {};

function node(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  return { status, stdout, stderr };
}

beforeAll(() => {
  const packed = temporaryFolder();
  npm(ROOT, 'pack', '--silent', '--ignore-scripts', '--pack-destination', packed);
  const [tarball] = readdirSync(packed);
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
  // What npm ci fetched is taken from npm's cache.
  npm(
    project,
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    join(packed, tarball),
  );
});

test('what README and help point to is in the package', () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  for (const [, target] of readme.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
    expect(existsSync(join(installed, target)), target).toBe(true);
  for (const [path] of readme.matchAll(/\bexamples\/[\w./-]*\w/g))
    expect(existsSync(join(installed, path)), path).toBe(true);
  const help = commandLinePage(programOf(nothing, nothing, claimUsage()));
  const examples = [...help.matchAll(/\bexamples\/[\w./-]*\w/g)].map(([path]) => path);
  expect(examples.length).toBeGreaterThan(5);
  for (const path of examples) expect(existsSync(join(installed, path)), path).toBe(true);
});

test('what the pages show, and the verifiers that one explains, are in the package', () => {
  const pages = readdirSync(join(installed, 'docs'), { recursive: true, encoding: 'utf8' });
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(installed, 'docs', page), 'utf8');
    const shown = text.matchAll(/!\[[^\]]*\]\(([^)\s:]+)|\]\(([^)\s:]*examples\/verifier\/[^)]+)/g);
    for (const [, picture, program] of shown) {
      const target = picture ?? program;
      expect(existsSync(join(installed, 'docs', dirname(page), target)), `${page}: ${target}`).toBe(true);
    }
  }
});

test('the tarball stays modest', () => {
  const [{ size, files }] = JSON.parse(npm(ROOT, 'pack', '--ignore-scripts', '--dry-run', '--json'));
  expect(size).toBeLessThan(3.8e6);
  expect(files.map(({ path }: { path: string }) => path)).not.toContainEqual(
    expect.stringMatching(/^(src|test)\//),
  );
});

test('the command line, and the script for continuous integration', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(execFileSync(join(project, 'node_modules/.bin/onerun'), ['--version'], { encoding: 'utf8' })).toBe(
    `${version}\n`,
  );
  const audit = node(
    ...['node_modules/onerun/dist/cli.js', 'audit', 'node_modules/onerun/examples/half-noise.csv'],
    ...['--claim', 'gaussian(sigma=1)', '--report', 'report.html'],
  );
  expect([audit.status, audit.stderr]).toEqual([1, '']);
  const plain = node('node_modules/onerun/ci/audit.js');
  expect([plain.status, plain.stdout]).toEqual([3, '\nThe audit did not take place: no scores are named\n']);
});

test.each([
  ['import', "import { epsilon } from 'onerun'; import 'onerun/io'; import 'onerun/report';", 'module'],
  [
    'require',
    "const { epsilon } = require('onerun'); require('onerun/io'); require('onerun/signals');",
    'commonjs',
  ],
])('%s', (_, head, type) => {
  const code = `${head} console.log(epsilon({ m: 100, guesses: 100, correct: 100 }, 'gaussian')[0].epsilon);`;
  const { stdout, stderr } = node(`--input-type=${type}`, '-e', code);
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeCloseTo(8.2161859643463, 9);
});

test('types, for modules and for CommonJS', () => {
  const code =
    "import { audit, type AuditResult } from 'onerun';\nexport const f = (): AuditResult => audit({ scores: [1], included: [1] });\n";
  const files = ['user.mts', 'user.cts'].map((name) => join(project, name));
  for (const file of files) writeFileSync(file, code);
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  });
  const problems = ts.getPreEmitDiagnostics(program);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
});

test('a bundle for browsers, from the installed package', async () => {
  const input = join(project, 'page.js');
  writeFileSync(input, "export { epsilon } from 'onerun';\n");
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', name: 'page', codeSplitting: false });
  const { epsilon } = runInNewContext(`${output[0].code}; page`, { TextDecoder, TextEncoder });
  expect(epsilon({ m: 100, guesses: 100, correct: 100 }, 'gaussian')[0].epsilon).toBeCloseTo(
    8.2161859643463,
    9,
  );
});
