import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Everything temporary of a run of the tests, of their processes and browsers too, lies below one folder, which is
 * removed at the end.
 */
export function setup(): () => void {
  const usual = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'onerun-tests-'));
  process.env.TMPDIR = folder;
  return () => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
