import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A copy of the tree as it is now, as a repository of its own with one commit. */
function scratchClone(): string {
  const clone = temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const name of listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path))))
    cpSync(join(ROOT, name), join(clone, name));
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  git('init', '--quiet');
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  git('add', '-A');
  git('-c', 'user.name=test', '-c', 'user.email=test@test.invalid', 'commit', '--quiet', '-m', 'all');
  return clone;
}

test('one command makes a release into a folder, and a dry run leaves the tree as it was', () => {
  const clone = scratchClone();
  const out = join(temporaryFolder(), 'release');
  const release = (...args: string[]) =>
    spawnSync('npm', ['run', '--silent', 'release', '--', ...args], { cwd: clone, encoding: 'utf8' });
  const status = () => execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
  expect(release('1.2').stderr).toContain('invalid version; must be like 1.2.3: 1.2');
  writeFileSync(join(clone, 'new.txt'), 'not committed');
  expect(release('98.7.6').stderr).toContain('the tree is not clean');
  execFileSync('rm', [join(clone, 'new.txt')]);

  const dry = release('98.7.6', '--out', out, '--dry-run');
  expect(dry.status, dry.stderr).toBe(0);
  expect(status()).toBe('');
  expect(readdirSync(out).sort()).toEqual([
    'NOTES.md',
    'SHA256SUMS',
    'onerun-98.7.6-py3-none-any.whl',
    'onerun-98.7.6.tgz',
    'sbom.cdx.json',
  ]);
  execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: out });
  const sbom = JSON.parse(readFileSync(join(out, 'sbom.cdx.json'), 'utf8'));
  expect([sbom.bomFormat, sbom.metadata.component.name, sbom.metadata.component.version]).toEqual([
    'CycloneDX',
    'onerun',
    '98.7.6',
  ]);
  const names: string[] = sbom.components.map(({ name }: { name: string }) => name);
  for (const name of Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies))
    expect(names).toContain(name);
  expect(names).not.toContain('vitest');
  expect(release('98.7.6', '--out', out).stderr).toContain('is not empty: name another folder');

  // The same sources give the same packages.
  const again = join(temporaryFolder(), 'again');
  expect(release('98.7.6', '--out', again).status).toBe(0);
  for (const name of ['onerun-98.7.6.tgz', 'onerun-98.7.6-py3-none-any.whl'])
    expect(readFileSync(join(again, name)).equals(readFileSync(join(out, name))), name).toBe(true);
  expect(status().match(/^ M /gm)?.length).toBe(10);
});
