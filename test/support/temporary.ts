import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new, empty folder, which is gone when the tests are over (test/support/setup/temporary.ts). */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'onerun-'));
}

/** Writes a file into a new folder and returns its path. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
