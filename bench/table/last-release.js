import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, ROOT } from '../bundle.js';

/** The commit that new times are compared with. */
export const LAST_RELEASE = '4281d36';

/** The sources of that commit, unpacked once; null where git or its history is missing. */
function unpacked() {
  const folder = join(ROOT, 'out/bench', LAST_RELEASE);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.part`;
  const archive = `${fresh}.tar`;
  const paths = ['package.json', 'tsconfig.json', 'tsdown.config.ts', 'src', 'bench/rooms.ts'];
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    execFileSync('git', ['archive', '-o', archive, LAST_RELEASE, ...paths], { cwd: ROOT, stdio: 'ignore' });
    execFileSync('tar', ['-xf', archive, '-C', fresh], { stdio: 'ignore' });
    const tsdown = join(ROOT, 'node_modules/tsdown/dist/run.mjs');
    execFileSync(process.execPath, [tsdown, '--no-dts', '--log-level', 'error'], {
      cwd: fresh,
      stdio: 'ignore',
    });
  } catch {
    rmSync(fresh, { recursive: true });
    return null;
  } finally {
    rmSync(archive, { force: true });
  }
  renameSync(fresh, folder);
  return folder;
}

/** Bundles and command line of the last release, or null where it cannot be built. */
export async function lastRelease() {
  const root = unpacked();
  if (root === null) return null;
  return { ...(await bundle(root, join(root, 'bundles'))), cli: join(root, 'dist/cli.js') };
}
