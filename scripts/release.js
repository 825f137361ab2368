/**
 * Makes a release into a folder: npm run release -- VERSION [--out FOLDER] [--dry-run]
 *
 * The version goes into every file that names it, the changelog's section gets its date, and the folder gets tarball,
 * wheel, SBOM, notes and checksums. Nothing is published, committed or tagged. With --dry-run, and where something fails
 * or is interrupted, the files are as they were before. In the tree of a release nothing is changed: it is made again.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeChecksums, makeSbom, makeTarball, makeWheel, run } from './release/artefacts.js';
import { checkVersion, datedChangelog, releasedSection, versionEdits } from './release/version-files.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (name) => readFileSync(join(root, name), 'utf8');

/** What was asked for, checked before anything is changed. */
async function asked() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1)
    throw new Error('which version? npm run release -- VERSION [--out FOLDER] [--dry-run]');
  const before = JSON.parse(read('package.json')).version;
  checkVersion(version, before);
  const changed = (await run(root, 'git', 'status', '--porcelain')).trim();
  if (changed !== '') throw new Error(`the tree is not clean; commit or remove first:\n${changed}`);
  const released = releasedSection(read('CHANGELOG.md'), version);
  await checkTag(version, released);
  const out = resolve(values.out ?? join(root, 'out', `release-${version}`));
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new Error(`${out} is not empty: name another folder`);
  return { version, before, released, out, dryRun: values['dry-run'] };
}

/** A version is made once; what was made can be made again, from its own commit. */
async function checkTag(version, released) {
  const tag = `v${version}`;
  const tagged = (await run(root, 'git', 'tag', '--list', tag)).trim() === tag;
  if (released === null) {
    if (tagged) throw new Error(`the tag ${tag} is there already: choose a later version`);
    return;
  }
  const commits = tagged ? await run(root, 'git', 'rev-parse', `${tag}^{commit}`, 'HEAD^{commit}') : '';
  if (!released.isLast || new Set(commits.trim().split('\n')).size > 1)
    throw new Error(
      `${version} was released on ${released.date}: choose a later version, or check out ${tag} to make it again`,
    );
}

/** What changes, and the section of the changelog; nothing, where the tree is that of the release. */
function changes({ version, before, released }) {
  if (released !== null) return { ...released, edits: {} };
  const date = new Date().toISOString().slice(0, 10);
  const { section } = datedChangelog(read('CHANGELOG.md'), version, date);
  return { date, section, edits: versionEdits(before, version, date) };
}

async function make({ version, out, dryRun, ...about }) {
  const { date, section, edits } = changes({ version, ...about });
  const old = Object.fromEntries(Object.keys(edits).map((name) => [name, read(name)]));
  const now = Object.fromEntries(Object.entries(edits).map(([name, edit]) => [name, edit(old[name])]));
  const write = (texts) => {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, name), text);
  };
  let done = false;
  try {
    write(now);
    mkdirSync(out, { recursive: true });
    await makeTarball(root, out);
    await makeWheel(root, out, date);
    await makeSbom(root, out);
    writeFileSync(join(out, 'NOTES.md'), `${section}\n`);
    makeChecksums(out);
    done = true;
  } finally {
    if (dryRun || !done) write(old);
    if (!done) rmSync(out, { recursive: true, force: true });
  }
  process.stdout.write(
    `${out}\n${readdirSync(out)
      .map((name) => `  ${name}\n`)
      .join('')}`,
  );
  process.stdout.write(`${whatIsNext(version, dryRun, Object.keys(edits).length > 0)}\n`);
}

function whatIsNext(version, dryRun, changed) {
  if (dryRun) return 'A dry run: the files of the tree are as before.';
  if (!changed) return 'Made again from the tree of the release; docs/release.md says how to publish.';
  return `Next: look at git diff, then git commit -am "Release ${version}" && git tag v${version}; docs/release.md says how to publish.`;
}

try {
  await make(await asked());
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  // What the program that was ended had started may still be running.
  process.exit(2);
}
