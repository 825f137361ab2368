/** What a release consists of, made into a folder. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs a program in a folder; what it says on standard error is shown. */
export function run(cwd, program, ...args) {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The npm package. Its files carry no dates, so that the same sources give the same bytes. */
export function makeTarball(root, out) {
  run(root, 'npm', 'run', '--silent', 'build');
  run(root, 'npm', 'pack', '--silent', '--pack-destination', out);
}

/** The Python package, with the dates of the last commit instead of those of today. */
export function makeWheel(root, out) {
  process.env.SOURCE_DATE_EPOCH = run(root, 'git', 'log', '-1', '--format=%ct').trim();
  run(root, 'python/build-wheel.sh');
  for (const name of readdirSync(join(root, 'python/dist')))
    if (name.endsWith('.whl')) copyFileSync(join(root, 'python/dist', name), join(out, name));
}

/** What the package is made of, as CycloneDX: its dependencies on all platforms, without those of development. */
export function makeSbom(root, out) {
  const asked = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const sbom = JSON.parse(run(root, 'npm', 'sbom', ...asked));
  // npm calls it by the folder it lies in.
  sbom.metadata.component.name = 'onerun';
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}

/** Checksums of all files, in the form that sha256sum -c reads. */
export function makeChecksums(out) {
  const lines = readdirSync(out)
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}
