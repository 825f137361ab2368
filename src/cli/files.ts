import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InvalidInput } from '../errors.ts';

/** Writes a file whole or not at all, through a temporary file beside it. */
export async function writeWhole(path: string, data: string | Uint8Array): Promise<void> {
  const partial = join(dirname(path), `.${randomUUID()}.partial`);
  partials.add(partial);
  try {
    await writeFile(partial, data);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new InvalidInput(`cannot write ${path}: ${reason(error)}`);
  } finally {
    partials.delete(partial);
  }
}

/** Files being written: an interrupt takes them away. */
const partials = new Set<string>();

export function removePartials(): void {
  for (const partial of partials) rmSync(partial, { force: true });
}

/** Refuses to replace what cannot be made again, unless forced. */
export async function refuseToReplace(path: string, force: boolean): Promise<void> {
  if (force) return;
  const there = await stat(path).then(
    () => true,
    () => false,
  );
  if (there) throw new InvalidInput(`${path} exists and is not replaced; --force replaces it`);
}

/** A system error as a few words. */
function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
    ENOTDIR: 'part of the path is not a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
  };
  return words[code ?? ''] ?? message;
}
