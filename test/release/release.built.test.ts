import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { versionEdits } from '../../scripts/release/version-files.js';
import { ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const about = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Stands for npm: a package is the texts that name the version. Where a file `slow` is, packing takes long. */
const NPM = `#!/bin/sh
case "$1" in
  pack) [ ! -e slow ] || { touch "$STARTED"; sleep 60; }
    cat package.json CHANGELOG.md CITATION.cff > "$4/onerun.tgz" ;;
  sbom) cat sbom.json ;;
esac
`;
const WHEEL = '#!/bin/sh\nmkdir -p python/dist && echo "$SOURCE_DATE_EPOCH" > python/dist/onerun.whl\n';

/** What npm says of all packages, tools included. */
const SBOM = {
  metadata: { component: { 'bom-ref': 'onerun' } },
  dependencies: [],
  components: Object.entries({ ...about.dependencies, ...about.devDependencies }).map(([name, version]) => ({
    name,
    'bom-ref': `${name}@${version}`,
  })),
};

/** A repository with what a release reads and changes, and programs that only pretend. */
function repository() {
  const root = temporaryFolder();
  const names = Object.keys(versionEdits('0.1.0', '0.2.0', '2031-02-03'));
  for (const name of ['scripts', 'web/src', ...names])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  for (const [name, text] of Object.entries({ 'programs/npm': NPM, 'python/build-wheel.sh': WHEEL })) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text, { mode: 0o755 });
  }
  writeFileSync(join(root, 'sbom.json'), JSON.stringify(SBOM));
  writeFileSync(join(root, '.gitignore'), 'out\npython/dist\n');
  const env = {
    ...process.env,
    PATH: `${join(root, 'programs')}:${process.env.PATH}`,
    STARTED: join(root, 'out', 'started'),
  };
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
  const commit = () => {
    git('add', '-A');
    git('commit', '-q', '-m', 'all');
  };
  const release = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.js', ...words], {
      ...{ cwd: root, env, encoding: 'utf8' },
    });
    return { status, said: stdout + stderr };
  };
  git('init', '-q');
  commit();
  return { root, env, git, commit, release };
}

test('a release can be made again from its tag, to the byte, and nothing else has its version', () => {
  const { root, git, commit, release } = repository();
  const made = (folder: string, name: string) => readFileSync(join(root, 'out', folder, name), 'utf8');
  expect(release('0.2.0', '--out', 'out/first')).toMatchObject({ status: 0 });
  commit();
  git('tag', 'v0.2.0');
  expect(release('0.2.0', '--out', 'out/again')).toMatchObject({
    status: 0,
    said: expect.stringContaining('Made again'),
  });
  expect(git('status', '--porcelain')).toBe('');
  for (const name of ['onerun.tgz', 'onerun.whl', 'NOTES.md'])
    expect(made('again', name), name).toBe(made('first', name));
  expect(made('again', 'NOTES.md').length).toBeGreaterThan(20);
  const { components } = JSON.parse(made('again', 'sbom.cdx.json'));
  const named = components.map(({ name }: { name: string }) => name);
  expect(named).toEqual(expect.arrayContaining([...Object.keys(about.dependencies), 'comlink', 'preact']));
  for (const tool of ['vitest', 'vite', 'vue']) expect(named).not.toContain(tool);
  writeFileSync(join(root, 'later'), '');
  commit();
  expect(release('0.2.0')).toMatchObject({
    status: 2,
    said: expect.stringMatching(/^0\.2\.0 was released on .*: choose a later version, or check out v0\.2\.0/),
  });
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    changelog.replace('## Unreleased\n', '## Unreleased\n\n- more\n'),
  );
  commit();
  git('tag', 'v0.3.0');
  expect(release('0.3.0')).toEqual({
    status: 2,
    said: 'the tag v0.3.0 is there already: choose a later version\n',
  });
  expect(existsSync(join(root, 'out/release-0.3.0'))).toBe(false);
});

test('an interrupted release leaves the files as they were, and no folder', async () => {
  const { root, env, git, commit } = repository();
  writeFileSync(join(root, 'slow'), '');
  commit();
  mkdirSync(join(root, 'out'));
  const child = spawn(process.execPath, ['scripts/release.js', '0.2.0'], { cwd: root, env, stdio: 'ignore' });
  while (!existsSync(env.STARTED)) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(git('status', '--porcelain')).not.toBe('');
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(2);
  expect(git('status', '--porcelain')).toBe('');
  expect(readdirSync(join(root, 'out'))).toEqual(['started']);
});
