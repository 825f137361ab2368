/**
 * Makes a release into a folder: npm run release -- VERSION [--out FOLDER] [--dry-run]
 *
 * The version goes into every file that names it, the changelog's section gets its date, and the folder gets tarball,
 * wheel, SBOM, notes and checksums. Nothing is published, committed or tagged. With --dry-run, and where something fails,
 * the files are as they were before.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeChecksums, makeSbom, makeTarball, makeWheel, run } from './release/artefacts.js';
import { checkVersion, datedChangelog, versionEdits } from './release/version-files.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (name) => readFileSync(join(root, name), 'utf8');

/** What was asked for, checked before anything is changed. */
function asked() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1)
    throw new Error('which version? npm run release -- VERSION [--out FOLDER] [--dry-run]');
  const before = JSON.parse(read('package.json')).version;
  checkVersion(version, before);
  const changed = run(root, 'git', 'status', '--porcelain').trim();
  if (changed !== '') throw new Error(`the tree is not clean; commit or remove first:\n${changed}`);
  const out = resolve(values.out ?? join(root, 'out', `release-${version}`));
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new Error(`${out} is not empty: name another folder`);
  return { version, before, out, dryRun: values['dry-run'] };
}

function make({ version, before, out, dryRun }) {
  const date = new Date().toISOString().slice(0, 10);
  const edits = versionEdits(before, version, date);
  const old = Object.fromEntries(Object.keys(edits).map((name) => [name, read(name)]));
  const now = Object.fromEntries(Object.entries(edits).map(([name, edit]) => [name, edit(old[name])]));
  const write = (texts) => {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, name), text);
  };
  let done = false;
  try {
    write(now);
    mkdirSync(out, { recursive: true });
    makeTarball(root, out);
    makeWheel(root, out);
    makeSbom(root, out);
    writeFileSync(join(out, 'NOTES.md'), `${datedChangelog(old['CHANGELOG.md'], version, date).section}\n`);
    makeChecksums(out);
    done = true;
  } finally {
    if (dryRun || !done) write(old);
  }
  process.stdout.write(
    `${out}\n${readdirSync(out)
      .map((name) => `  ${name}\n`)
      .join('')}`,
  );
  process.stdout.write(
    dryRun
      ? 'A dry run: the files of the tree are as before.\n'
      : `Next: look at git diff, then git commit -am "Release ${version}" && git tag v${version}; docs/release.md says how to publish.\n`,
  );
}

try {
  make(asked());
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
