/** What a release consists of, made into a folder. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Ends the program that is running, so that what waits for it can put things back. */
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort());

/** Runs a program in a folder; what it says on standard error is shown. */
export async function run(cwd, program, ...args) {
  const { signal } = interrupted;
  const child = spawn(program, args, { cwd, signal, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]).catch((error) => {
    throw signal.aborted ? new Error('interrupted: the files are as before') : error;
  });
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with exit code ${code}`);
  return said;
}

/** The npm package, built anew. Its files carry no dates, so that the same sources give the same bytes. */
export async function makeTarball(root, out) {
  await run(root, 'npm', 'pack', '--silent', '--pack-destination', out);
}

/** The Python package. Its files carry the day of the release, so that the same sources give the same bytes. */
export async function makeWheel(root, out, date) {
  process.env.SOURCE_DATE_EPOCH = String(Date.parse(date) / 1000);
  await run(root, 'python/build-wheel.sh');
  for (const name of readdirSync(join(root, 'python/dist')))
    if (name.endsWith('.whl')) copyFileSync(join(root, 'python/dist', name), join(out, name));
}

/**
 * What the package is made of, as CycloneDX: its dependencies on all platforms and theirs, and what the built app holds a
 * copy of. npm lists everything: its --omit dev also leaves out what both the package and one of its tools need.
 */
export async function makeSbom(root, out) {
  const all = JSON.parse(await run(root, 'npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'));
  const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const direct = { ...about.dependencies, ...importedByApp(root, about.devDependencies) };
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(withoutTools(all, direct), null, 2)}\n`);
}

/** Those of these packages that the sources of the app import: they are not installed, and built into it. */
function importedByApp(root, packages) {
  const folder = join(root, 'web/src');
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  return Object.fromEntries(
    Object.entries(packages).filter(([name]) => sources.some((text) => text.includes(`from '${name}'`))),
  );
}

/** The same of these dependencies alone, and what they lead to. */
function withoutTools(sbom, direct) {
  const { component } = sbom.metadata;
  const leadsTo = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const first = Object.entries(direct).map(([name, version]) => `${name}@${version}`);
  const kept = new Set(first);
  // A set is walked through to the end, what is added meanwhile included.
  for (const ref of kept) for (const next of leadsTo.get(ref) ?? []) kept.add(next);
  leadsTo.set(component['bom-ref'], first);
  return {
    ...sbom,
    // npm calls it by the folder it lies in.
    metadata: { ...sbom.metadata, component: { ...component, name: 'onerun' } },
    components: sbom.components.filter((one) => kept.has(one['bom-ref'])),
    dependencies: [component['bom-ref'], ...kept].map((ref) => ({ ref, dependsOn: leadsTo.get(ref) ?? [] })),
  };
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
